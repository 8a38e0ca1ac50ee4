package dev.berth.cli.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;

/** {@code berth account add}. */
final class AccountAdd implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final AccountTerms terms = new AccountTerms();

    private String name = "";
    private String role = "user";

    AccountAdd(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Adds an account. Only for administrators.");
        syntax.parameter("NAME", "Name of the account", value -> name = value);
        syntax.text("--role", "ROLE", "guard, viewer, user, operator or administrator", value -> role = value)
                .byDefault("user");
        terms.declare(syntax);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth account add ana --quota 100h/7d");
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object().put("name", name).put("role", role);
        terms.addTo(request);
        return remote.show(
                () -> remote.service().change("POST", "/accounts", request, idempotencyKey.value()),
                answer -> "Added\n" + AccountText.whole(answer));
    }
}
