package dev.berth.provision.slot;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;

/** Allocation from a slot: exactly what Table 1 of singh permits. */
public record Allocation(Slot slot, long start, int servers, long duration) {
    public Allocation {
        if (!slot.divisible() && (start != slot.start() || servers != slot.servers() || duration != slot.duration())) {
            throw new BadValue(
                    "allocation",
                    text(start, servers, duration),
                    "must be the whole slot: " + text(slot.start(), slot.servers(), slot.duration()));
        }
        if (servers < 1 || servers > slot.servers()) {
            throw new BadValue("servers", servers, "must be from 1 to " + slot.servers());
        }
        if (start < slot.start() || start >= Window.FOREVER) {
            throw new BadValue("start", start, "must not be before the slot starts, " + slot.start());
        }
        if (duration < 1 || duration > slot.latestEnd() - start) {
            throw new BadValue(
                    "duration",
                    duration,
                    slot.extensible()
                            ? "must be greater than zero"
                            : "the slot ends at " + slot.end() + " and cannot be extended");
        }
    }

    public static Allocation whole(Slot slot) {
        return new Allocation(slot, slot.start(), slot.servers(), slot.duration());
    }

    public long end() {
        return start + duration;
    }

    /** Over all its servers. */
    public long serverTime() {
        return Math.multiplyExact(servers, duration);
    }

    public Money cost() {
        return slot.unitCost().of(serverTime(), start).plus(slot.fixedCost());
    }

    private static String text(long start, int servers, long duration) {
        return servers + " servers for " + duration + " from " + start;
    }
}
