package dev.berth.cli.account;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth account disable} and {@code enable}. */
final class AccountAccess implements Command {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final boolean enable;

    private String name = "";

    AccountAccess(Environment environment, boolean enable) {
        this.remote = new Remote(environment);
        this.enable = enable;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                enable
                        ? "Enables a disabled account again, with the role and the limits it had. Its old tokens stay invalid. Only for administrators."
                        : "Disables an account: it cannot sign in, and its tokens end. Its reservations stay. Only for administrators.");
        syntax.parameter("NAME", "Account", value -> name = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service()
                        .change(
                                "PATCH",
                                "/accounts/" + Remote.encoded(name),
                                JsonTree.object().put("active", enable),
                                idempotencyKey.value()),
                answer -> "%s: %s%n".formatted(enable ? "Enabled" : "Disabled", AnswerText.text(answer, "name")));
    }
}
