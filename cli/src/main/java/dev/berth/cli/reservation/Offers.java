package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.time.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth offers}. */
public final class Offers implements Command {
    private final Remote remote;

    private final JobOptions job = new JobOptions();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private @Nullable String name;

    private @Nullable String hold;

    private @Nullable Integer most;

    private @Nullable String order;

    private @Nullable String horizon;

    public Offers(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("What could I get? Offers can be booked by their ids; --hold keeps the first.");
        job.declare(syntax);
        syntax.parameter("NAME", "What you call the job.", value -> name = value)
                .optional();
        syntax.text("--hold", "DURATION", "Keep the first offer for so long.", value -> hold = value);
        syntax.integer("--most", "N", "How many offers; 3 unless told.", value -> most = value);
        syntax.text("--order", "ORDER", "Best first by phi (departure), price or start.", value -> order = value);
        syntax.text("--horizon", "DURATION", "How long after the deadline is of interest.", value -> horizon = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = job.json(name, remote.moments());
        if (hold != null) {
            request.put("hold", Spans.positive("--hold", hold).toString());
        }
        ObjectNode wish = JsonTree.object();
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
