package dev.berth.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.runs.Run;
import dev.berth.wire.IdKind;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;

/** Runs, as their owners see them. */
public final class RunJson {
    private RunJson() {}

    /** A run on its own. */
    public static ObjectNode line(Run run) {
        ObjectNode node = Json.object()
                .put("reservation", IdKind.RESERVATION.id(run.reservation()))
                .put("user", run.user());
        node.setAll(inside(run));
        return node;
    }

    /** A run as a part of its reservation. */
    static ObjectNode inside(Run run) {
        ObjectNode node = Json.object()
                .put("state", run.ending().map(ending -> Names.of(ending.how())).orElse("running"))
                .put("host", run.host())
                .put("command", run.command())
                .put("since", Times.instant(run.began()));
        run.ending().ifPresent(ending -> {
            node.put("ended", Times.instant(ending.at()));
            ending.code().ifPresent(code -> node.put("exitCode", code));
        });
        return node;
    }
}
