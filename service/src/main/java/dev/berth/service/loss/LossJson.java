package dev.berth.service.loss;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.booking.PoolUnits;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.Times;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A loss as its owner and operators are told of it. */
public final class LossJson {
    private LossJson() {}

    /** Looks up the loss of a reservation; what is returned adds it, if there was one, without the site. */
    public static Consumer<ObjectNode> found(View view, ReservationId id) {
        Optional<Loss> known = view.facts(Losses.class).of(id);
        Optional<Phrase> tried = known.flatMap(loss -> tried(loss, view));
        return node -> known.ifPresent(loss -> node.set("loss", of(loss, tried)));
    }

    private static ObjectNode of(Loss loss, Optional<Phrase> tried) {
        ObjectNode node =
                Json.object().put("outcome", Names.of(loss.outcome())).put("since", Times.instant(loss.since()));
        node.set("why", PhraseJson.of(loss.reason()));
        ArrayNode servers = node.putArray("servers");
        loss.servers().forEach(servers::add);
        tried.ifPresent(reason -> node.set("tried", PhraseJson.of(reason)));
        if (!loss.by().isEmpty()) {
            node.put("by", loss.by());
        }
        return node.put("startsOver", loss.ran()).put("changed", Times.instant(loss.changed()));
    }

    /** While the reservation is degraded the book still knows the numbers; later there is the sentence that was kept. */
    private static Optional<Phrase> tried(Loss loss, View view) {
        return loss.obstacle()
                .map(kept -> loss.outcome() == Loss.Outcome.DEGRADED
                        ? view.degraded(new ReservationId(loss.reservation()))
                                .map(degraded -> reason(view, degraded))
                                .orElse(kept)
                        : kept);
    }

    /** The sentence that says why a degraded reservation has no other place. */
    public static Phrase reason(View view, Degraded degraded) {
        return RefusalSentence.of(
                degraded.reason(),
                PoolUnits.called(view, degraded.reason(), degraded.reservation().job()));
    }

    /** The time until which a reservation without servers can be kept: later not even an empty pool meets the deadline, and the book gives it up. */
    public static OptionalLong latestStart(View view, Job job) {
        return view.pools().stream()
                .filter(job.requirements()::match)
                .filter(pool -> job.shape().quickest(pool.servers()) > 0)
                .mapToLong(pool ->
                        job.deadline() - job.shape().duration(job.shape().quickest(pool.servers()), pool.rate()))
                .max();
    }
}
