package dev.berth.cli.remote;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import java.util.List;

/** {@code berth logout}. */
public final class Logout implements ShellCommand {
    private final Remote remote;

    private boolean everywhere;

    private boolean endTokens;

    public Logout(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Signs out: ends the session of this shell and forgets it. A token that was given with --token is forgotten, but stays valid.");
        syntax.flag("--everywhere", "End all your sessions, in browsers and shells", () -> everywhere = true);
        syntax.flag(
                "--end-tokens",
                "With --everywhere: also end your tokens for scripts, your calendar link and invitations",
                () -> endTokens = true);
        remote.declare(syntax);
    }

    /** A session that is over already is forgotten alike. */
    @Override
    public int run() {
        if (endTokens && !everywhere) {
            throw new BadInput("--end-tokens needs --everywhere");
        }
        Access access = remote.access();
        ServiceClient service = new ServiceClient(access, remote.environment());
        // Asked before: afterwards nobody is signed in.
        List<String> valid = everywhere && !endTokens ? StillValid.of(service) : List.of();
        Reply reply = service.send("DELETE", path());
        if (reply.status() != 401) {
            try {
                reply.expected();
            } catch (RefusedByService e) {
                return remote.refused(e.problem());
            }
        }
        access.forget(remote.environment());
        remote.out().println("Signed out of " + access.address() + (everywhere ? ", everywhere" : ""));
        remote.out().print(StillValid.words(valid, "sign in again, then run: berth logout --everywhere --end-tokens"));
        return ExitCode.DONE;
    }

    private String path() {
        if (!everywhere) {
            return "/session";
        }
        return endTokens ? "/sessions?endTokens=true" : "/sessions";
    }
}
