package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth confirm}. */
public final class Confirm implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    public Confirm(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Confirms a held offer, which makes it a reservation.");
        syntax.parameter("ID", "Held reservation, such as r17", value -> id = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        String path = "/reservations/" + Remote.encoded(id) + "/confirm";
        return remote.show(
                () -> remote.service().change("POST", path, null, idempotencyKey.value()),
                answer -> "confirmed\n" + new AnswerText(remote.moments()).reservation(answer));
    }
}
