package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import org.jspecify.annotations.Nullable;

/** {@code berth book}. */
public final class Book implements Command {
    private final Remote remote;

    private final JobOptions job = new JobOptions();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private @Nullable String name;

    private @Nullable String offer;

    private @Nullable String rule;

    private boolean bestPossible;

    private boolean queued;

    public Book(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Makes a reservation: for a job, or from an offer. If that is impossible, shows the reason and the best alternatives.");
        syntax.parameter("NAME", "Name of the job", value -> name = value).optional();
        job.declare(syntax);
        syntax.text("--offer", "ID", "Book this offer; no other job option may be given", value -> offer = value);
        syntax.text(
                "--repeat",
                "RULE",
                "Create a recurring reservation by an RRULE, such as FREQ=WEEKLY;BYDAY=TU;COUNT=10, in the time zone of --zone",
                value -> rule = value);
        syntax.flag(
                "--best-possible",
                "With --repeat: book the occurrences that fit. Default: all or none",
                () -> bestPossible = true);
        syntax.flag(
                "--queued",
                "Queue the request; it is decided by priority at the end of the round",
                () -> queued = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth book render --work 2h --deadline \"tomorrow 18:00\"",
                "berth book course --stay 2h --servers 4 --ready 09:00 --deadline 11:00",
                "berth book --offer o-4711");
    }

    @Override
    public int run() {
        ObjectNode request = request();
        return remote.show(
                () -> remote.service().change("POST", "/reservations", request, idempotencyKey.value()), this::words);
    }

    private ObjectNode request() {
        if (offer != null) {
            if (name != null || !job.isEmpty() || rule != null || queued) {
                throw new BadInput("--offer must be given alone: the offer already contains the job");
            }
            return JsonTree.object().put("offer", offer);
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
            return "%s\nSee the decision with: berth show %s%n"
                    .formatted(words.request(answer), AnswerText.text(answer, "id"));
        }
        if (!answer.has("occurrences")) {
            return "booked\n" + words.reservation(answer);
        }
        return new SeriesText(remote.moments()).text("booked as series ", answer);
    }
}
