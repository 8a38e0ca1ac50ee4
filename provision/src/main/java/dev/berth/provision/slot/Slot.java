package dev.berth.provision.slot;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;

/**
 * Advertised availability: a number of servers for a duration, at a price (singh, Eq 1: s, n, d, c, f, b, e).
 *
 * @param unitCost what a server costs, singh's c
 * @param fixedCost what every allocation from the slot costs beside, singh's f
 * @param divisible whether a part may be allocated, singh's b
 * @param extensible whether an allocation may go on beyond the end, singh's e; only of a divisible slot (Table 1)
 */
public record Slot(
        long start,
        int servers,
        long duration,
        UnitCost unitCost,
        Money fixedCost,
        boolean divisible,
        boolean extensible) {
    public Slot {
        if (start < 0 || start >= Window.FOREVER) {
            throw new BadValue("start", start, "must be from 0 to " + (Window.FOREVER - 1));
        }
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw new BadValue("servers", servers, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        if (duration < 1 || duration > Window.FOREVER - start) {
            throw new BadValue("duration", duration, "must be 1 or more, and end by " + Window.FOREVER);
        }
        if (fixedCost.millionths() < 0) {
            throw new BadValue("fixedCost", fixedCost, "must not be negative");
        }
        if (extensible && !divisible) {
            throw new BadValue("extensible", true, "needs a divisible slot");
        }
    }

    /** To be had as a whole or not at all. */
    public static Slot whole(long start, int servers, long duration) {
        return new Slot(start, servers, duration, UnitCost.ONE, Money.ZERO, false, false);
    }

    /** To be had in parts, and beyond its end, as those at a site's horizon. */
    public static Slot open(long start, int servers, long duration) {
        return new Slot(start, servers, duration, UnitCost.ONE, Money.ZERO, true, true);
    }

    /**
     * Rest of it from a time on.
     *
     * @param least how long it is at least if it can be extended, and its advertised end has passed
     */
    public Slot from(long time, long least) {
        if (time <= start) {
            return this;
        }
        long left = end() > time ? end() - time : least;
        return new Slot(time, servers, left, unitCost, fixedCost, divisible, extensible);
    }

    /** The advertised end. */
    public long end() {
        return start + duration;
    }

    /** When what is allocated must have ended: the end, or never if the slot can be extended. */
    public long latestEnd() {
        return extensible ? Window.FOREVER : end();
    }

    /**
     * Cost of allocations from the start of this slot on (Eq 4): the unit cost of their server time and a fixed cost each.
     *
     * @param serverTime of all of them together; rounded once
     */
    public Money cost(long serverTime, int allocations) {
        return unitCost.of(serverTime, start).plus(new Money(Math.multiplyExact(fixedCost.millionths(), allocations)));
    }
}
