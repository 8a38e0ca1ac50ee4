package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.View;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When reservations that start as soon as there is room will start, if nothing is booked, given up or finished early until then. The
 * promised time stays the latest; the forecast is what people who wait look at.
 */
public final class Forecast {
    private Forecast() {}

    /** The expected starts that are before the promised ones, as far as they are found with the work that one question may cause. */
    public static Map<ReservationId, Long> of(View view, Collection<Reservation> some) {
        OptionalLong last = some.stream()
                .filter(each -> mayStartEarly(view, each))
                .mapToLong(each -> each.window().start())
                .max();
        Map<ReservationId, Long> starts = new TreeMap<>();
        if (last.isPresent()
                && view.whatIf(List.of(new Command.Advance(last.getAsLong()))).getFirst()
                        instanceof Decision.Accepted accepted) {
            for (Event event : accepted.events()) {
                if (event instanceof Event.StartsEarly early) {
                    starts.putIfAbsent(
                            early.reservation().id(),
                            early.reservation().window().start());
                }
            }
        }
        return starts;
    }

    private static boolean mayStartEarly(View view, Reservation reservation) {
        return reservation.state() == Reservation.State.WAITING
                && reservation.job().terms().notice() != null
                && reservation.window().start() > view.now();
    }
}
