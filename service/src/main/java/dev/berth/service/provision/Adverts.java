package dev.berth.service.provision;

import dev.berth.site.View;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Advertisements of a site. On demand every question has a new one. Periodically all questions of a while have the same,
 * which may be out of date: what is booked in the meantime is still in it, and a plan that wants it is refused. From then
 * on there is a new one. Only in memory: another instance that leads makes its own.
 */
public final class Adverts {
    private static final long ON_DEMAND = Duration.ofMinutes(1).toMillis();

    private final AdvertSettings settings;
    private @Nullable Advertised last;

    public Adverts(AdvertSettings settings) {
        this.settings = settings;
    }

    /**
     * Slots that are advertised from a time on. To be called with the view at hand, and quick.
     *
     * @param names the pools; empty for all
     * @param now by the clock, which the book may be behind
     */
    public synchronized Advertised read(View view, List<String> names, long from, long now) {
        if (!settings.isPeriodic()) {
            return Advertised.read(view, names, from).madeAt(now);
        }
        Advertised known = last;
        if (known == null || now - known.made() >= settings.every() || !known.isOf(view)) {
            known = Advertised.read(view, List.of(), now).madeAt(now);
            last = known;
        }
        return known.only(names, from);
    }

    /** Until when an advertisement is good. */
    public long expires(Advertised advertised) {
        return advertised.made() + (settings.isPeriodic() ? settings.every() : ON_DEMAND);
    }

    /** Somebody has found that what is advertised is gone: the next question has a new advertisement. */
    public synchronized void renew() {
        last = null;
    }
}
