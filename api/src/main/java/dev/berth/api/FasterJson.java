package dev.berth.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.service.booking.Faster;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Times;

/** Says of a job that came to a slow pool where it would be faster. */
public final class FasterJson {
    private FasterJson() {}

    /** Adds the field to an answer about the job, if there is anything to say. */
    public static ObjectNode add(ObjectNode node, View view, Job job, PoolId chosen) {
        Faster.of(view, job, chosen).ifPresent(faster -> node.set("faster", of(faster)));
        return node;
    }

    public static ObjectNode of(Faster faster) {
        Reservation there = faster.there();
        return Json.object()
                .put("pool", faster.pool().id().name())
                .put("rate", faster.pool().rate().toString())
                .put("insteadOf", faster.insteadOf().toString())
                .put("start", Times.instant(there.window().start()))
                .put("end", Times.instant(there.window().end()))
                .put("price", there.agreement().price().toString());
    }
}
