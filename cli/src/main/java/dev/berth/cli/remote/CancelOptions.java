package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.text.PriceText;
import dev.berth.words.Moments;
import java.util.function.Function;

/** Options, request and messages of every command that cancels something. */
public final class CancelOptions {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private boolean dryRun;

    public void declare(Syntax syntax) {
        syntax.flag("--dry-run", "Change nothing; show what the cancellation would cost", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    public CancelOptions(Environment environment) {
        this.remote = new Remote(environment);
    }

    public int cancel(String collection, String id) {
        return cancel(collection, id, answer -> words(id, answer));
    }

    /** The same with other words for the answer. */
    public int cancel(String collection, String id, Function<JsonNode, String> words) {
        String path = collection + "/" + Remote.encoded(id) + (dryRun ? "?dryRun=true" : "");
        return remote.show(() -> remote.service().change("DELETE", path, null, idempotencyKey.value()), words);
    }

    public boolean isDryRun() {
        return dryRun;
    }

    /** Cancels all occurrences of a series that have not ended; the service quotes no price for that beforehand. */
    public int cancelSeries(String id, Function<JsonNode, String> words) {
        if (dryRun) {
            throw new BadInput("--dry-run is not available for a series; use it for one of its reservations");
        }
        return remote.show(
                () -> remote.service().change("DELETE", "/series/" + Remote.encoded(id), null, idempotencyKey.value()),
                words);
    }

    /** Takes out something that has no price. */
    public int cancelFree(String collection, String id, Function<JsonNode, String> words) {
        if (dryRun) {
            throw new BadInput("--dry-run is not available for %s, which costs nothing".formatted(id));
        }
        return cancel(collection, id, words);
    }

    public Moments moments() {
        return remote.moments();
    }

    private String words(String id, JsonNode answer) {
        return "%s %s. %s".formatted(dryRun ? "Would cancel" : "Cancelled", id, PriceText.quote(answer.path("quote")));
    }
}
