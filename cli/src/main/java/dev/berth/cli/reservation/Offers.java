package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.time.Spans;
import dev.berth.service.wire.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth offers}. */
@Command(name = "offers", description = "What could I get? Offers can be booked by their ids; --hold keeps the first.")
public final class Offers implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final JobOptions job = new JobOptions();

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "What you call the job.")
    private @Nullable String name;

    @Option(names = "--hold", paramLabel = "DURATION", description = "Keep the first offer for so long.")
    private @Nullable String hold;

    @Option(names = "--most", paramLabel = "N", description = "How many offers; 3 unless told.")
    private @Nullable Integer most;

    @Option(names = "--order", paramLabel = "ORDER", description = "Best first by phi (departure), price or start.")
    private @Nullable String order;

    @Option(names = "--horizon", paramLabel = "DURATION", description = "How long after the deadline is of interest.")
    private @Nullable String horizon;

    public Offers(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = job.json(name, remote.moments());
        if (hold != null) {
            request.put("hold", Spans.positive("--hold", hold).toString());
        }
        ObjectNode wish = Json.object();
        if (most != null) {
            wish.put("most", most);
        }
        if (order != null) {
            wish.put("by", order);
        }
        if (horizon != null) {
            wish.put("horizon", Spans.positive("--horizon", horizon).toString());
        }
        if (!wish.isEmpty()) {
            request.set("wish", wish);
        }
        return remote.show(
                () -> nonEmpty(remote.service().change("POST", "/offers", request, idempotencyKey.value())),
                this::words);
    }

    /** Nothing to offer is a refusal. */
    private static Reply nonEmpty(Reply reply) {
        if (reply.isGood() && reply.json().path("offers").isEmpty()) {
            throw new RefusedByService(reply.json().path("refusal"));
        }
        return reply;
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        JsonNode offers = answer.path("offers");
        String why = answer.has("refusal")
                ? "Not as asked: " + AnswerText.text(answer.path("refusal"), "detail") + "\n"
                : "";
        return why + words.offers(offers) + words.bookOne(offers);
    }
}
