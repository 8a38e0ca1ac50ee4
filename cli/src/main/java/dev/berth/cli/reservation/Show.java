package dev.berth.cli.reservation;

import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth show}. */
@Command(name = "show", description = "One reservation.")
public final class Show implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    public Show(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        return remote.show(
                () -> remote.service().send("GET", "/reservations/" + Remote.encoded(id)),
                new AnswerText(remote.moments())::reservation);
    }
}
