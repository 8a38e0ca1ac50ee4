package dev.berth.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Environment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth cancel}. */
@Command(name = "cancel", description = "Cancels a reservation, or with --dry-run says what that would cost.")
public final class Cancel implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final Repeatable repeatable = new Repeatable();

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--dry-run", description = "Change nothing; only say what it would cost.")
    private boolean dryRun;

    public Cancel(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = "/reservations/" + Remote.encoded(id) + (dryRun ? "?dryRun=true" : "");
        return remote.show(() -> remote.service().change("DELETE", path, null, repeatable.key()), this::words);
    }

    private String words(JsonNode answer) {
        JsonNode quote = answer.path("quote");
        return "%s %s; due %s of %s, fee %s%n"
                .formatted(
                        dryRun ? "would cancel" : "cancelled",
                        id,
                        Words.text(quote, "after"),
                        Words.text(quote, "before"),
                        Words.text(quote, "fee"));
    }
}
