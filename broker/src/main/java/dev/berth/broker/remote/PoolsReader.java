package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.wire.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the pools of a site, and how many of their servers are free now: those of the slots that have begun. */
final class PoolsReader {
    /** Slots are sent by their start, so those that have begun come first. */
    static final int MOST_SLOTS = 1_000;

    private static final int MOST_POOLS = 1_000;
    private static final Pattern UNIT = Pattern.compile("[a-z][a-z0-9-]{0,19}");

    private PoolsReader() {}

    static List<PoolNow> read(JsonNode pools, JsonNode slots) {
        Map<String, Long> free = free(slots);
        List<PoolNow> read = new ArrayList<>();
        Fields fields = Fields.of(pools);
        for (Fields each : fields.optionalObjects("pools", MOST_POOLS)) {
            String name = each.requiredText("name", 100);
            each.require("servers");
            int servers = each.whole("servers", 0, Pool.MOST_SERVERS, 0);
            String unit = each.text("unit", 20);
            each.require("rate");
            Rate rate = each.parsed("rate", "must be a rate", Rate::of);
            if (rate != null) {
                read.add(new PoolNow(
                        name,
                        servers,
                        unit != null && UNIT.matcher(unit).matches() ? unit : "server",
                        rate,
                        free == null
                                ? Optional.empty()
                                : Optional.of((int) Math.min(servers, free.getOrDefault(name, 0L)))));
            }
        }
        fields.check();
        return read;
    }

    /** Servers that are free now, by pool; null if there are more slots than were sent, and one of those may have begun. */
    private static @Nullable Map<String, Long> free(JsonNode slots) {
        Map<String, Long> free = new HashMap<>();
        Fields fields = Fields.of(slots);
        fields.require("advertised");
        Long now = fields.instant("advertised");
        boolean lastHasBegun = false;
        for (Fields each : fields.optionalObjects("slots", MOST_SLOTS)) {
            String pool = each.requiredText("pool", 100);
            int servers = each.whole("servers", 1, Pool.MOST_SERVERS, 1);
            each.require("start");
            Long start = each.instant("start");
            lastHasBegun = start != null && now != null && start <= now;
            if (lastHasBegun) {
                free.merge(pool, (long) servers, Long::sum);
            }
        }
        fields.check();
        return lastHasBegun && slots.has("more") ? null : free;
    }
}
