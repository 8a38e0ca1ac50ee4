package dev.berth.cli.remote;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;

/** {@code berth logout}. */
public final class Logout implements Command {
    private final Remote remote;

    private boolean everywhere;

    public Logout(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Signs out: ends the session of this shell and forgets it. A token that was given with --token is forgotten, but stays valid.");
        syntax.flag("--everywhere", "End all your sessions, in browsers and shells", () -> everywhere = true);
        remote.declare(syntax);
    }

    /** A session that is over already is forgotten alike. */
    @Override
    public int run() {
        Access access = remote.access();
        Reply reply =
                new ServiceClient(access, remote.environment()).send("DELETE", everywhere ? "/sessions" : "/session");
        if (reply.status() != 401) {
            try {
                reply.expected();
            } catch (RefusedByService e) {
                return remote.refused(e.problem());
            }
        }
        access.forget(remote.environment());
        remote.out().println("Signed out of " + access.address() + (everywhere ? ", everywhere" : ""));
        return ExitCode.DONE;
    }
}
