package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PriceText;
import dev.berth.words.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth overrun}. */
public final class Overrun implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private String more = "";

    private @Nullable String policy;

    private boolean dryRun;

    public Overrun(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Asks for more time for a running reservation. --dry-run shows the result and its price.");
        syntax.parameter("ID", "Running reservation, such as r17", value -> id = value);
        syntax.text("--more", "DURATION", "Additional work of each server", value -> more = value)
                .required();
        syntax.text(
                "--policy",
                "HOW",
                "kill, extend-if-free, push (moves others within their agreements) or migrate. Default: extend-if-free",
                value -> policy = value);
        syntax.flag("--dry-run", "Change nothing; show the result and its price", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object()
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
        String quote = (dryRun ? "Would be granted. " : "Granted. ") + PriceText.quote(answer.path("quote"));
        return answer.has("reservation") ? quote + words.reservation(answer.path("reservation")) : quote;
    }
}
