package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.time.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth change}. */
public final class Change implements Command {
    /** In what way. */
    enum Kind {
        fix,
        relax,
        move,
        extend,
        shrink
    }

    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private Kind kind = Kind.fix;

    private @Nullable String ready;

    private @Nullable String deadline;

    private @Nullable String by;

    private @Nullable String work;

    private @Nullable Integer servers;

    private boolean dryRun;

    public Change(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Changes one term of a reservation: fix keeps its time from being moved; relax takes a new --ready or --deadline; move takes --by; extend takes --work; shrink takes --work or --servers. --dry-run shows the result and its price.");
        syntax.parameter("ID", "Reservation, such as r17", value -> id = value);
        syntax.choice("HOW", "fix, relax, move, extend or shrink", Kind.class, value -> kind = value);
        syntax.text("--ready", "TIME", "relax: new earliest start", value -> ready = value);
        syntax.text("--deadline", "TIME", "relax: new deadline", value -> deadline = value);
        syntax.text(
                "--by",
                "DURATION",
                "move: how much later to start; earlier if negative, such as -30m",
                value -> by = value);
        syntax.text("--work", "DURATION", "extend, shrink: time to add or remove", value -> work = value);
        syntax.integer("--servers", "N", "shrink: number of servers to remove", value -> servers = value);
        syntax.flag("--dry-run", "Change nothing; show the result and its price", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object().put("kind", kind.name()).put("dryRun", dryRun);
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
