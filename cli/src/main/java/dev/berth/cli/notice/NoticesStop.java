package dev.berth.cli.notice;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth notices stop}. */
final class NoticesStop implements ShellCommand {
    private final Remote remote;

    private String account = "";

    NoticesStop(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Ends all mails to an account. Only for administrators; the account itself can choose to be told again.");
        syntax.parameter("NAME", "Account", value -> account = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service().send("DELETE", "/accounts/" + Remote.encoded(account) + "/notices"),
                answer -> "No more mails to " + account + "\n");
    }
}
