package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a pool while a plan is tried. A host is copied when the plan changes it first, and only the steps of a period: that is
 * less than to move all its other steps, and to move them back. The pool stays as it is.
 */
final class TrialHosts {
    private final HostPool pool;
    private final Window period;
    private final @Nullable HostTimeline[] copies;
    private final List<Integer> changed = new ArrayList<>();
    private final List<HostTimeline> spare = new ArrayList<>();

    /** @param period nothing is asked or changed outside it */
    TrialHosts(HostPool pool, Window period) {
        this.pool = pool;
        this.period = period;
        this.copies = new @Nullable HostTimeline[pool.hosts()];
    }

    /** A host as it would be. */
    HostTimeline at(int host) {
        HostTimeline copy = copies[host];
        return copy == null ? pool.host(host) : copy;
    }

    /** A host of its own for trials. */
    HostTimeline scratch() {
        return new HostTimeline(pool.layout);
    }

    /** The host that the pool's rule takes for one server, out of those that are allowed; -1 if none has room. */
    int cheapest(Need need, Window window, IntPredicate among) {
        return pool.cheapest(this::at, need, window, among);
    }

    /** Takes capacity of a host over a window, or gives it back. */
    void change(int host, Window window, Need need, long bits, int sign) {
        HostTimeline copy = copies[host];
        if (copy == null) {
            copy = spare.isEmpty() ? scratch() : spare.removeLast();
            copy.copy(pool.host(host), period);
            copies[host] = copy;
            changed.add(host);
        }
        copy.add(window, need, bits, sign);
    }

    /** Forgets what was changed. */
    void reset() {
        for (int host : changed) {
            HostTimeline copy = copies[host];
            if (copy != null) {
                spare.add(copy);
            }
            copies[host] = null;
        }
        changed.clear();
    }
}
