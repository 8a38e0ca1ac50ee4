package dev.berth.service.loss;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.site.View;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.Times;
import java.util.OptionalLong;

/** A loss as its owner and operators are told of it. */
public final class LossJson {
    private LossJson() {}

    /** Adds the loss of a reservation to it, if there was one. */
    public static ObjectNode add(ObjectNode node, View view, ReservationId id) {
        view.facts(Losses.class).of(id).ifPresent(loss -> node.set("loss", of(loss)));
        return node;
    }

    /** Adds the time until which the promise of a reservation without servers can still be kept. */
    public static ObjectNode addLatestStart(ObjectNode node, View view, Job job) {
        latestStart(view, job).ifPresent(time -> node.put("latestStart", Times.instant(time)));
        return node;
    }

    private static ObjectNode of(Loss loss) {
        ObjectNode node = Json.object()
                .put("outcome", Names.of(loss.outcome()))
                .put("since", Times.instant(loss.since()))
                .put("why", loss.why());
        ArrayNode servers = node.putArray("servers");
        loss.servers().forEach(servers::add);
        loss.tried().ifPresent(reason -> node.put("tried", reason));
        if (!loss.by().isEmpty()) {
            node.put("by", loss.by());
        }
        return node.put("startsOver", loss.ran()).put("changed", Times.instant(loss.changed()));
    }

    /** After this time not even an empty pool meets the deadline, and the book gives the reservation up. */
    private static OptionalLong latestStart(View view, Job job) {
        return view.pools().stream()
                .filter(job.requirements()::match)
                .filter(pool -> job.shape().quickest(pool.servers()) > 0)
                .mapToLong(pool ->
                        job.deadline() - job.shape().duration(job.shape().quickest(pool.servers()), pool.rate()))
                .max();
    }
}
