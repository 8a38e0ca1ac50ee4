package dev.berth.provision.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import java.util.ArrayList;
import java.util.List;

/**
 * Free windows of the servers of a pool of a book, as slots: between reservations, outages and the horizon. Which server a
 * reservation gets may still change, but never how many are free, so slots that are advertised can be booked.
 */
public final class BookSlots {
    private BookSlots() {}

    /**
     * The slots of a pool, by start, at the price of its tariff; free of charge if it has none.
     *
     * @param day the horizon is a whole number of these from now
     */
    public static List<Slot> of(Book book, Pool pool, long day, Money fixedCost) {
        List<List<Window>> busy = new ArrayList<>();
        for (int server = 0; server < pool.servers(); server++) {
            busy.add(new ArrayList<>());
        }
        var servers = book.handout(pool.id());
        for (Reservation reservation : book.reservations()) {
            var named = servers.get(reservation.id());
            if (named != null && reservation.placement().pool().equals(pool.id())) {
                named.forEach(server -> busy.get(server).add(reservation.window()));
            }
        }
        for (Outage outage : book.outages(pool.id())) {
            busy.get(outage.server()).add(outage.window());
        }
        UnitCost unitCost = UnitCost.at(book.tariff(pool.id()), pool.rate(), book.now());
        return new Advert(book.now(), day, Window.FOREVER, unitCost, fixedCost, true)
                .slots(FreeWindows.leftBy(busy, book.now()).windows());
    }
}
