package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Use of the parts of one host over time, from a timetable by server: who waits counts on the host that is tentative. */
final class HostUse {
    private final JsonNode pool;
    private final int host;
    private final Instant to;

    HostUse(JsonNode pool, int host, Instant to) {
        this.pool = pool;
        this.host = host;
        this.to = to;
    }

    /** The largest share of a part that is in use in each column of a chart, in thousandths. */
    int[] most(JsonNode part, TimeAxis axis) {
        TreeMap<Instant, Long> changes = new TreeMap<>();
        for (JsonNode window : pool.path("windows")) {
            if (isHere(window.path("serverNumbers"))) {
                add(changes, window, thousandths(window, part));
            }
        }
        for (JsonNode outage : pool.path("outages")) {
            if (outage.path("server").asInt() == host) {
                add(changes, outage, thousandths(outage, part));
            }
        }
        int[] most = new int[axis.width()];
        long all = part.path("count").asLong() * Share.WHOLE;
        long used = 0;
        for (Map.Entry<Instant, Long> change : changes.entrySet()) {
            used += change.getValue();
            Instant next = changes.higherKey(change.getKey());
            int share = Math.toIntExact(Math.min(Share.WHOLE, Math.ceilDiv(used * Share.WHOLE, all)));
            if (next != null && change.getKey().isBefore(to)) {
                int end = axis.end(change.getKey(), next);
                for (int cell = axis.cell(change.getKey()); cell < end; cell++) {
                    most[cell] = Math.max(most[cell], share);
                }
            }
        }
        return most;
    }

    private boolean isHere(JsonNode numbers) {
        for (JsonNode number : numbers) {
            if (number.asInt() == host) {
                return true;
            }
        }
        return false;
    }

    private void add(TreeMap<Instant, Long> changes, JsonNode one, long amount) {
        Instant end = one.has("end") ? Instant.parse(one.path("end").asText()) : to;
        if (amount > 0) {
            changes.merge(Instant.parse(one.path("start").asText()), amount, Long::sum);
            changes.merge(end, -amount, Long::sum);
        }
    }

    private static long thousandths(JsonNode one, JsonNode part) {
        Slice slice = PartsText.slice(one);
        if (slice.isWhole()) {
            return part.path("count").asLong() * Share.WHOLE;
        }
        String name = part.path("name").asText();
        long whole = slice.amounts().get(name) * Share.WHOLE;
        Share share = slice.share();
        if (share == null || !share.part().equals(name)) {
            return whole;
        }
        return whole
                + (share.memory() > 0
                        ? Math.ceilDiv(
                                share.memory() * Share.WHOLE,
                                part.path("memory").asLong())
                        : share.thousandths());
    }
}
