package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.job.JobOptions;
import dev.berth.cli.job.PlainWords;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth offers}. */
public final class OffersCommand implements ShellCommand {
    private final Remote remote;

    private final JobOptions job = new JobOptions();

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private final PlainWords words = new PlainWords();

    private @Nullable String hold;

    private @Nullable Integer most;

    private @Nullable String order;

    private @Nullable String horizon;

    public OffersCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows what could be reserved for a job, without reserving it. An offer can be booked by its id until it expires; --hold reserves the first one for a while.");
        syntax.parameter("NAME|WORDS", PlainWords.ABOUT, words::add).optional().repeatable();
        job.declare(syntax);
        job.declarePreference(syntax);
        syntax.text("--name", "NAME", "Name of a job that is described in plain words", words::setName);
        syntax.text("--hold", "DURATION", "Hold the first offer for this time", value -> hold = value);
        syntax.integer("--most", "N", "Number of offers. Default: 3", value -> most = value);
        syntax.text(
                "--order",
                "ORDER",
                "Order of the offers: phi (least departure from the request), price or start",
                value -> order = value);
        syntax.text(
                "--horizon",
                "DURATION",
                "How long after the deadline to look for alternatives",
                value -> horizon = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = words.job(job, remote);
        if (request.has("recurrence")) {
            throw new BadInput("Offers are for a single time; leave out how often");
        }
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
                ? "Not possible as requested: " + AnswerText.text(answer.path("refusal"), "detail") + "\n"
                : "";
        return why + words.offers(offers) + words.faster(offers.path(0), "To see that, add") + words.bookOne(offers);
    }
}
