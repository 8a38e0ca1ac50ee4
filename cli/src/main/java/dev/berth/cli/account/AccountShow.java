package dev.berth.cli.account;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth account show}. */
final class AccountShow implements ShellCommand {
    private final Remote remote;

    private String name = "me";

    AccountShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Shows the role and the limits of an account. Administrators see all accounts.");
        syntax.parameter("NAME", "Account. Default: your own", value -> name = value)
                .optional();
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/accounts/" + Remote.encoded(name)), AccountText::whole);
    }
}
