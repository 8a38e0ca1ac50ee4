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

/** {@code berth change}. */
@Command(
        name = "change",
        description = {
            "Renegotiates one term of a reservation; --dry-run shows what it would be and cost.",
            "fix: it stays where it is. relax: --ready, --deadline. move: --by. extend: --work. shrink: --work, --servers."
        })
public final class Change implements Callable<Integer> {
    /** In what way. */
    enum Kind {
        fix,
        relax,
        move,
        extend,
        shrink
    }

    @Mixin
    private final Remote remote;

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(index = "0", paramLabel = "ID", description = "Such as r17.")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1", paramLabel = "HOW", description = "One of ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init")
    private Kind kind;

    @Option(names = "--ready", paramLabel = "TIME", description = "relax: not before this.")
    private @Nullable String ready;

    @Option(names = "--deadline", paramLabel = "TIME", description = "relax: done by this.")
    private @Nullable String deadline;

    @Option(names = "--by", paramLabel = "DURATION", description = "move: so much later, or earlier such as -30m.")
    private @Nullable String by;

    @Option(names = "--work", paramLabel = "DURATION", description = "extend, shrink: so much for each server.")
    private @Nullable String work;

    @Option(names = "--servers", paramLabel = "N", description = "shrink: so many fewer.")
    private @Nullable Integer servers;

    @Option(names = "--dry-run", description = "Change nothing; show the quote.")
    private boolean dryRun;

    public Change(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = Json.object().put("kind", kind.name()).put("dryRun", dryRun);
        if (ready != null) {
            request.put("ready", remote.moments().parse("--ready", ready).toString());
        }
        if (deadline != null) {
            request.put(
                    "deadline", remote.moments().parse("--deadline", deadline).toString());
        }
        if (by != null) {
            request.put("by", Spans.parse("--by", by).toString());
        }
        if (work != null) {
            request.put("work", Spans.positive("--work", work).toString());
        }
        if (servers != null) {
            request.put("servers", servers);
        }
        String path = "/reservations/" + Remote.encoded(id) + "/changes";
        return remote.show(() -> remote.service().change("POST", path, request, idempotencyKey.value()), this::words);
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        return (dryRun ? "would be: " : "changed: ")
                + words.quote(answer.path("quote"))
                + words.reservation(answer.path("reservation"));
    }
}
