package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Shape;
import dev.berth.words.Called;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;

/** Requests that are decided when their round ends, and those that were turned away then. */
public final class QueuedJson {
    private QueuedJson() {}

    /** A request that waits, and when the round ends in which it is decided or put off. */
    public static ObjectNode queued(Queued request, long decision) {
        Job job = request.job();
        ObjectNode node = Json.object()
                .put("id", request.id().toString())
                .put("state", "queued")
                .put("name", job.id().name())
                .put("user", job.user())
                .put("priority", request.priority().level())
                .put("deferrals", request.deferrals())
                .put("since", Times.instant(request.since()))
                .put("decision", Times.instant(decision));
        addJob(node, job);
        return node;
    }

    /** Adds what a job asks for that has no reservation yet. */
    public static void addJob(ObjectNode node, Job job) {
        node.put("servers", job.servers())
                .put("ready", Times.instant(job.ready()))
                .put("deadline", Times.instant(job.deadline()))
                .put(
                        job.shape() instanceof Shape.Stay ? "stay" : "work",
                        Times.duration(job.work().amount()));
        SliceJson.add(node, job.requirements().slice(), job.requirements().licences());
        ReservationJson.asked(node, job);
    }

    /**
     * A request that was turned away.
     *
     * @param called what the servers are called that the request was about
     */
    public static ObjectNode declined(Declined declined, Called called) {
        ObjectNode node = Json.object()
                .put("id", declined.id().toString())
                .put("state", "turned-away")
                .put("name", declined.job().name())
                .put("user", declined.user())
                .put("closed", Times.instant(declined.at()))
                .put("code", declined.code());
        return node.set("reason", PhraseJson.of(reason(declined.reason(), called)));
    }

    private static Phrase reason(Declined.Reason reason, Called called) {
        return switch (reason) {
            case Declined.Reason.Decided decided -> RefusalSentence.of(decided.refusal(), called);
            case Declined.Reason.Told told -> Phrase.text(told.sentence());
        };
    }

    public static String etag(ObjectNode request) {
        return ReservationJson.etag(Json.bytes(request));
    }
}
