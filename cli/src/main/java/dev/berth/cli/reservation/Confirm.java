package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth confirm}. */
@Command(name = "confirm", description = "Makes a reservation of what is held.")
public final class Confirm implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    public Confirm(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = "/reservations/" + Remote.encoded(id) + "/confirm";
        return remote.show(
                () -> remote.service().change("POST", path, null, idempotencyKey.value()),
                answer -> "confirmed\n" + new AnswerText(remote.moments()).reservation(answer));
    }
}
