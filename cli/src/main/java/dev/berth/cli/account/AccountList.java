package dev.berth.cli.account;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;

/** {@code berth account list}. */
final class AccountList implements ShellCommand {
    private final Remote remote;

    private boolean all;

    AccountList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists accounts with their roles and limits. Only for administrators.");
        syntax.flag("--all", "Include disabled accounts", () -> all = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        QueryString query = new QueryString().with("all", all ? true : null);
        return remote.show(
                () -> remote.service().send("GET", "/accounts" + query),
                answer -> AccountText.table(answer.path("accounts")));
    }
}
