package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.time.Spans;
import dev.berth.service.wire.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth overrun}. */
@Command(
        name = "overrun",
        description =
                "Says that a running reservation needs longer than was reserved; --dry-run shows what would come of it.")
public final class Overrun implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(paramLabel = "ID", description = "Such as r17.")
    private String id = "";

    @Option(
            names = "--more",
            paramLabel = "DURATION",
            required = true,
            description = "What each of its servers has to do beside.")
    private String more = "";

    @Option(
            names = "--policy",
            paramLabel = "HOW",
            description =
                    "kill, extend-if-free (unless told), push, which moves others within their agreements, or migrate.")
    private @Nullable String policy;

    @Option(names = "--dry-run", description = "Change nothing; show the quote.")
    private boolean dryRun;

    public Overrun(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = Json.object()
                .put("more", Spans.positive("--more", more).toString())
                .put("dryRun", dryRun);
        if (policy != null) {
            request.put("policy", policy);
        }
        String path = "/reservations/" + Remote.encoded(id) + "/overrun";
        return remote.show(() -> remote.service().change("POST", path, request, idempotencyKey.value()), this::words);
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        String quote = (dryRun ? "would be: " : "granted: ") + words.quote(answer.path("quote"));
        return answer.has("reservation") ? quote + words.reservation(answer.path("reservation")) : quote;
    }
}
