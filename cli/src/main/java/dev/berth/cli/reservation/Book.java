package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.service.wire.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth book}. */
@Command(name = "book", description = "Books an offer, or a job directly; --repeat books it again and again.")
public final class Book implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final JobOptions job = new JobOptions();

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "What you call the job.")
    private @Nullable String name;

    @Option(names = "--offer", paramLabel = "ID", description = "An offer by its id; alone, for all else is in it.")
    private @Nullable String offer;

    @Option(
            names = "--repeat",
            paramLabel = "RULE",
            description = "An RRULE such as FREQ=WEEKLY;BYDAY=TU;COUNT=10, in the time zone of --zone.")
    private @Nullable String rule;

    @Option(names = "--best-possible", description = "With --repeat: book what fits, not all or nothing.")
    private boolean bestPossible;

    @Option(
            names = "--queued",
            description = "Let it be decided when the round ends, by priority, with all that is queued by then.")
    private boolean queued;

    public Book(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = request();
        return remote.show(
                () -> remote.service().change("POST", "/reservations", request, idempotencyKey.value()), this::words);
    }

    private ObjectNode request() {
        if (offer != null) {
            if (name != null || !job.isEmpty() || rule != null || queued) {
                throw new BadInput("--offer: it goes alone; what the job is, is in the offer");
            }
            return Json.object().put("offer", offer);
        }
        ObjectNode request = job.json(name, remote.moments());
        if (rule != null) {
            request.putObject("recurrence")
                    .put("rule", rule)
                    .put("zone", remote.moments().zone().getId())
                    .put("mode", bestPossible ? "best-possible" : "all-or-nothing");
        }
        if (queued) {
            request.put("queued", true);
        }
        return request;
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        if (AnswerText.text(answer, "state").equals("queued")) {
            return "%s\nSee what comes of it: berth show %s%n"
                    .formatted(words.request(answer), AnswerText.text(answer, "id"));
        }
        if (!answer.has("occurrences")) {
            return "booked\n" + words.reservation(answer);
        }
        Columns columns = new Columns("READY", "STATE", "ID", "POOL", "START", "END", "PRICE");
        for (JsonNode occurrence : answer.path("occurrences")) {
            JsonNode one = occurrence.path("reservation");
            columns.row(
                    words.time(occurrence, "ready"),
                    AnswerText.text(occurrence, "state"),
                    AnswerText.text(one, "id"),
                    AnswerText.text(one, "pool"),
                    words.time(one, "start"),
                    words.time(one, "end"),
                    AnswerText.text(one, "price"));
        }
        return "booked as series " + AnswerText.text(answer, "series") + "\n" + columns;
    }
}
