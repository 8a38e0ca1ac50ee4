package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth finish}. */
@Command(
        name = "finish",
        description =
                "Says that a running reservation is done before its time; what waits and may start now takes its place.")
public final class Finish implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    private String id = "";

    public Finish(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = "/reservations/" + Remote.encoded(id) + "/finish";
        return remote.show(
                () -> remote.service().change("POST", path, null, idempotencyKey.value()),
                answer -> "finished " + id + "; " + new AnswerText(remote.moments()).quote(answer.path("quote")));
    }
}
