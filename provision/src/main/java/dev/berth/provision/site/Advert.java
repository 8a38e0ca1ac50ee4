package dev.berth.provision.site;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.Collection;
import java.util.List;

/**
 * How free windows are advertised (singh, section 4): those without an end up to the horizon, divisible and extensible;
 * those before a reservation as a whole, for what a part would leave over is of little use to anybody.
 *
 * @param now from when the horizon counts
 * @param day the horizon is a whole number of these from now
 * @param until up to where it is known what is free; what goes on to there is sold in parts, and no further unless it goes
 *     on for ever
 * @param wholeGaps false if a site would rather sell what is before a reservation in parts
 */
public record Advert(long now, long day, long until, UnitCost unitCost, Money fixedCost, boolean wholeGaps) {
    /** One for each window, in their order. */
    public List<Slot> slots(Collection<FreeWindow> windows) {
        long horizon = horizon(windows);
        return windows.stream()
                .map(window -> {
                    boolean open = window.end() == until;
                    boolean endless = window.end() == Window.FOREVER;
                    long duration = (endless ? horizon : window.end()) - window.start();
                    return new Slot(
                            window.start(),
                            window.servers(),
                            duration,
                            unitCost,
                            fixedCost,
                            open || !wholeGaps,
                            endless);
                })
                .toList();
    }

    /** Strictly after all reservations, whole days from now. */
    long horizon(Collection<FreeWindow> windows) {
        long last = now;
        for (FreeWindow window : windows) {
            if (window.end() == Window.FOREVER) {
                last = Math.max(last, window.start());
            }
        }
        return now + ((last - now) / day + 1) * day;
    }
}
