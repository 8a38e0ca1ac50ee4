package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Repeatable;
import dev.berth.cli.text.Words;
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
    private final Repeatable repeatable = new Repeatable();

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    private String id = "";

    public Finish(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = "/reservations/" + Remote.encoded(id) + "/finish";
        return remote.show(
                () -> remote.service().change("POST", path, null, repeatable.key()),
                answer -> "finished " + id + "; " + new Words(remote.moments()).quote(answer.path("quote")));
    }
}
