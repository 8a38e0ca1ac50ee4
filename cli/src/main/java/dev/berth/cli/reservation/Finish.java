package dev.berth.cli.reservation;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;

/** {@code berth finish}. */
public final class Finish implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    public Finish(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Ends a running reservation before its planned end. Reservations that may start early use the freed servers.");
        syntax.parameter("ID", "Running reservation, such as r17", value -> id = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        String path = "/reservations/" + Remote.encoded(id) + "/finish";
        return remote.show(
                () -> remote.service().change("POST", path, null, idempotencyKey.value()),
                answer -> "Finished " + id + "; its price stays as agreed\n");
    }
}
