package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.job.PartOptions;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PriceText;
import dev.berth.engine.model.Rate;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code berth change}. */
public final class Change implements ShellCommand {
    /** Kind of change. */
    enum Kind {
        fix,
        relax,
        move,
        extend,
        shrink,
        parts
    }

    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private Kind kind = Kind.fix;

    private @Nullable String ready;

    private @Nullable String deadline;

    private @Nullable String by;

    private @Nullable String to;

    private @Nullable String work;

    private @Nullable String time;

    private @Nullable Integer servers;

    private final PartOptions parts = new PartOptions();

    private boolean noLicences;

    private boolean dryRun;

    public Change(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Changes one term of a reservation: fix keeps its time from being moved; relax takes a new --ready or --deadline; move takes --by or --to; extend takes --for, --work or --servers; shrink takes --for, --work, --servers or --to; parts takes other parts of each server (all of them; the others are given back) or licences, or gives all licences back (--no-licences). --dry-run shows the result and its price.");
        syntax.parameter("ID", "Reservation, such as r17", value -> id = value);
        syntax.choice("HOW", "fix, relax, move, extend, shrink or parts", Kind.class, value -> kind = value);
        syntax.text("--ready", "TIME", "relax: new earliest start", value -> ready = value);
        syntax.text("--deadline", "TIME", "relax: new deadline", value -> deadline = value);
        syntax.text("--to", "VALUE", "move: new start; shrink: number of servers to keep", value -> to = value);
        syntax.text(
                "--by",
                "DURATION",
                "move: how much later to start; earlier if negative, such as -30m",
                value -> by = value);
        syntax.text(
                "--for",
                "DURATION",
                "extend, shrink: time on the servers to add or remove, whatever their rate",
                value -> time = value);
        syntax.text(
                "--work",
                "DURATION",
                "extend, shrink: work to add or remove, as time on a server of rate 1; of a --stay the same as --for",
                value -> work = value);
        syntax.integer(
                "--servers", "N", "extend, shrink: number of servers to add or remove", value -> servers = value);
        parts.declare(syntax);
        syntax.flag("--no-licences", "parts: give all licences back", () -> noLicences = true);
        syntax.flag("--dry-run", "Change nothing; show the result and its price", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth change r17 extend --for 30m",
                "berth change r17 move --by 1h --dry-run",
                "berth change r17 parts --gpus 4 --memory 128g",
                "berth change r17 parts --no-licences");
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
        if (time != null) {
            request.put("work", onTheServers(Spans.positive("--for", time)).toString());
        }
        if (servers != null) {
            request.put("servers", servers);
        }
        parts.addTo(request);
        if (noLicences) {
            giveLicencesBack(request);
        }
        if (to != null) {
            addTarget(request, to);
        }
        String path = "/reservations/" + Remote.encoded(id) + "/changes";
        return remote.show(() -> remote.service().change("POST", path, request, idempotencyKey.value()), this::words);
    }

    private void giveLicencesBack(ObjectNode request) {
        if (kind != Kind.parts) {
            throw new BadInput("--no-licences is for parts: berth change %s parts --no-licences".formatted(id));
        }
        if (request.has("licences")) {
            throw new BadInput("Give either --licence or --no-licences");
        }
        request.put("noLicences", true);
    }

    /** The API takes work: of what was booked as work, that which its servers do in this time. */
    private Duration onTheServers(Duration length) {
        if (work != null) {
            throw new BadInput("Give either --for or --work");
        }
        JsonNode now = now();
        if (!now.has("work")) {
            return length;
        }
        String pool = AnswerText.text(now, "pool");
        for (JsonNode each : remote.service().send("GET", "/pools").expected().path("pools")) {
            if (AnswerText.text(each, "name").equals(pool)) {
                long done = Rate.of(AnswerText.text(each, "rate")).done(length.toMillis());
                return Duration.ofMillis(Math.max(1, done));
            }
        }
        return length;
    }

    private JsonNode now() {
        return remote.service()
                .send("GET", "/reservations/" + Remote.encoded(id))
                .expected();
    }

    /** The API takes differences; --to says where they lead. */
    private void addTarget(ObjectNode request, String target) {
        if (by != null || servers != null || (kind != Kind.move && kind != Kind.shrink)) {
            throw new BadInput("--to is for move and shrink, and replaces --by and --servers");
        }
        JsonNode now = now();
        if (kind == Kind.move) {
            Instant start = Instant.parse(AnswerText.text(now, "start"));
            request.put(
                    "by",
                    Duration.between(start, remote.moments().parse("--to", target))
                            .toString());
            return;
        }
        int has = now.path("servers").asInt();
        if (!target.matches("[0-9]{1,9}") || Integer.parseInt(target) < 1 || Integer.parseInt(target) >= has) {
            throw new BadInput("--to: \"%s\" is not a number of servers below the present %d".formatted(target, has));
        }
        request.put("servers", has - Integer.parseInt(target));
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        return (dryRun ? "Would be changed. " : "Changed. ")
                + PriceText.quote(answer.path("quote"))
                + words.reservation(answer.path("reservation"));
    }
}
