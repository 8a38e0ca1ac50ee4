package dev.berth.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Environment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth workflow cancel}. */
@Command(
        name = "cancel",
        description = "Cancels all of a plan that has not ended, or with --dry-run says what that would cost.")
public final class WorkflowCancel implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final Repeatable repeatable = new Repeatable();

    @Parameters(paramLabel = "PLAN", description = "Such as w3.")
    private String plan = "";

    @Option(names = "--dry-run", description = "Change nothing; only say what it would cost.")
    private boolean dryRun;

    public WorkflowCancel(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = "/plans/" + Remote.encoded(plan) + (dryRun ? "?dryRun=true" : "");
        return remote.show(() -> remote.service().change("DELETE", path, null, repeatable.key()), this::words);
    }

    private String words(JsonNode answer) {
        JsonNode quote = answer.path("quote");
        return "%s %s; due %s of %s, fee %s%n"
                .formatted(
                        dryRun ? "would cancel" : "cancelled",
                        plan,
                        Words.text(quote, "after"),
                        Words.text(quote, "before"),
                        Words.text(quote, "fee"));
    }
}
