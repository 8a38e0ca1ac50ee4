package dev.berth.engine.book;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Stint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Properties of hosts whose parts are booked apart, and of licences. Everything is added up anew, host by host and device by
 * device, at every moment at which something begins; nothing here uses a calendar.
 */
final class SliceProperties {
    private final String where;

    SliceProperties(String where) {
        this.where = where;
    }

    /** Something that takes parts of a host for a window. */
    private record Taking(Window window, Taken taken, long bits, Object who) {
        /** Whether it has its parts in fact; a reservation that starts now has not started before time passes. */
        boolean isAtWork(long now) {
            return window.start() <= now && !(who instanceof Reservation reservation && !reservation.isRunning());
        }
    }

    void check(Pool pool, Book book, Command command) {
        Map<Integer, List<Taking>> byHost = new HashMap<>();
        for (Reservation reservation : book.reservations()) {
            Placement placement = reservation.placement();
            if (placement.pool().equals(pool.id())) {
                partsStayTogether(pool, reservation);
                for (int i = 0; i < placement.count(); i++) {
                    Window window = placement.window();
                    if (window.end() > book.now()) {
                        byHost.computeIfAbsent(placement.servers().get(i), host -> new ArrayList<>())
                                .add(new Taking(
                                        window.from(book.now()),
                                        placement.taken(),
                                        placement.taken().devices().bits(i),
                                        reservation));
                    }
                }
            }
        }
        for (Outage outage : Outage.union(
                book.outages(pool.id()).stream().filter(Outage::isWhole).toList())) {
            add(outage, book, byHost);
        }
        book.outages(pool.id()).stream()
                .filter(outage -> !outage.isWhole())
                .forEach(outage -> add(outage, book, byHost));
        byHost.forEach((host, takings) -> fits(pool, host, takings, "neverMoreThanThereIs", command));
        book.runningOpportunists().stream()
                .filter(stint -> stint.pool().equals(pool.id()))
                .forEach(stint -> opportunistsAreAlone(stint, byHost, book.now(), command));
    }

    /** An opportunistic job has its hosts as a whole, and nothing else runs there or is out now. */
    private void opportunistsAreAlone(Stint stint, Map<Integer, List<Taking>> byHost, long now, Command command) {
        stint.servers().forEach(host -> {
            List<Taking> takings = byHost.computeIfAbsent(host, unused -> new ArrayList<>());
            check(
                    takings.stream().noneMatch(taking -> taking.isAtWork(now)),
                    "neverMoreThanThereIs",
                    () -> command + ", " + stint + " on host " + host + ": " + takings);
            takings.add(new Taking(new Window(now, now + 1), Taken.WHOLE, 0, stint));
        });
    }

    private static void add(Outage outage, Book book, Map<Integer, List<Taking>> byHost) {
        if (outage.window().end() > book.now()) {
            byHost.computeIfAbsent(outage.server(), host -> new ArrayList<>())
                    .add(new Taking(
                            outage.window().from(book.now()),
                            outage.taken(),
                            outage.taken().devices().bits(0),
                            outage));
        }
    }

    /** A reservation starts on the hosts of its placement; those who run and the outages of that moment leave it what it takes. */
    void whoStartsHasItsParts(Event.Started event, Book book) {
        Reservation starting = book.reservation(event.reservation()).orElseThrow();
        Placement placement = starting.placement();
        Pool pool = book.pools().stream()
                .filter(each -> each.id().equals(placement.pool()))
                .findFirst()
                .orElseThrow();
        if (!pool.hasParts()) {
            return;
        }
        check(event.servers().equals(placement.servers()), "whoStartsHasItsParts", () -> starting);
        partsStayTogether(pool, starting);
        long start = placement.window().start();
        Window moment = new Window(start, start + 1);
        Map<Integer, List<Taking>> byHost = new HashMap<>();
        for (Reservation each : book.reservations()) {
            if (each.placement().pool().equals(pool.id()) && (each.isRunning() || each.equals(starting))) {
                Taken taken = each.placement().taken();
                for (int i = 0; i < each.placement().count(); i++) {
                    byHost.computeIfAbsent(each.placement().servers().get(i), host -> new ArrayList<>())
                            .add(new Taking(moment, taken, taken.devices().bits(i), each));
                }
            }
        }
        for (Outage outage : book.outages(pool.id())) {
            if (outage.window().overlaps(moment)) {
                byHost.computeIfAbsent(outage.server(), host -> new ArrayList<>())
                        .add(new Taking(
                                moment, outage.taken(), outage.taken().devices().bits(0), outage));
            }
        }
        placement.servers().forEach(host -> fits(pool, host, byHost.get(host), "whoStartsHasItsParts", event));
    }

    /** All that a reservation takes of one of its servers is on one host, and there are as many hosts as servers. */
    private void partsStayTogether(Pool pool, Reservation reservation) {
        Placement placement = reservation.placement();
        Slice slice = placement.taken().slice();
        check(
                placement.servers().size() == placement.count()
                        && placement.servers().stream().allMatch(host -> host < pool.servers())
                        && slice.equals(reservation.job().requirements().slice())
                        && placement
                                .taken()
                                .licences()
                                .equals(reservation.job().requirements().licences()),
                "partsStayTogether",
                () -> reservation);
        for (int i = 0; i < placement.count(); i++) {
            int devices = 0;
            for (Part part : pool.parts().all()) {
                if (part.numbered()) {
                    List<Integer> numbers = placement.taken().devices().numbers(i, pool.parts(), part);
                    Share share = slice.share();
                    long wanted = share != null && share.part().equals(part.name())
                            ? 1
                            : slice.amounts().get(part.name());
                    check(numbers.size() == wanted, "partsStayTogether", () -> reservation);
                    devices += numbers.size();
                }
            }
            check(
                    Long.bitCount(placement.taken().devices().bits(i)) == devices,
                    "partsStayTogether",
                    () -> reservation);
        }
    }

    private void fits(Pool pool, int host, List<Taking> takings, String property, Object by) {
        Set<Long> instants = new TreeSet<>();
        takings.forEach(taking -> instants.add(taking.window.start()));
        for (long instant : instants) {
            List<Taking> now = takings.stream()
                    .filter(taking -> taking.window.start() <= instant && instant < taking.window.end())
                    .toList();
            // What is kept for somebody may be out of service as well, and nobody has it then.
            boolean out = now.stream().anyMatch(taking -> taking.who instanceof Outage outage && outage.isWhole());
            boolean used = now.stream().anyMatch(taking -> taking.who instanceof Reservation);
            check(!out || !used, property, () -> by + ", host " + host + ": " + now);
            if (out) {
                continue;
            }
            long whole = now.stream()
                    .filter(taking -> taking.taken.slice().isWhole())
                    .count();
            check(whole == 0 || now.size() == 1, property, () -> by + ", host " + host + ": " + now);
            for (Part part : pool.parts().all()) {
                if (part.numbered()) {
                    devices(pool, part, now, property, by);
                } else {
                    long sum = now.stream()
                            .mapToLong(taking -> taking.taken.slice().amounts().get(part.name()))
                            .sum();
                    check(sum <= part.count(), property, () -> by + ", host " + host + ": " + now);
                }
            }
        }
    }

    private void devices(Pool pool, Part part, List<Taking> now, String property, Object by) {
        int first = pool.parts().firstDevice(part);
        for (int device = first; device < first + part.count(); device++) {
            int thousandths = 0;
            int owners = 0;
            for (Taking taking : now) {
                if ((taking.bits >>> device & 1) == 1) {
                    Share share = taking.taken.slice().share();
                    thousandths +=
                            share != null && share.part().equals(part.name()) ? part.thousandths(share) : Share.WHOLE;
                    owners++;
                }
            }
            int number = device;
            check(
                    thousandths <= Share.WHOLE && (owners <= 1 || part.shared()),
                    property,
                    () -> by + ", device " + number + ": " + now);
        }
    }

    /** At no moment are more licences promised than there are. */
    void licences(Book book, Command command) {
        for (Reservation at : book.reservations()) {
            Map<String, Long> sums = new HashMap<>();
            long instant = Math.max(book.now(), at.window().start());
            for (Reservation each : book.reservations()) {
                if (each.window().start() <= instant && instant < each.window().end()) {
                    Amounts licences = each.placement().taken().licences();
                    licences.forEach((name, number) -> sums.merge(name, number, Long::sum));
                }
            }
            sums.forEach((name, sum) -> check(
                    sum <= book.licences().get(name), "neverMoreThanThereIs", () -> command + ", licence " + name));
            for (LicenceHold held : book.heldLicences().holds()) {
                if (held.window().start() <= instant && instant < held.window().end()) {
                    sums.merge(held.licence(), held.number(), Long::sum);
                }
            }
            sums.forEach((name, sum) -> check(
                    book.freeLicences(name, new Window(instant, instant + 1))
                            <= book.licences().get(name) - sum,
                    "whatIsHeldIsNotFree",
                    () -> command + ", licence " + name));
        }
    }

    private void check(boolean holds, String property, Supplier<?> what) {
        if (!holds) {
            throw new AssertionError(property + ": " + where + ", " + what.get());
        }
    }
}
