package dev.berth.service.report;

import dev.berth.engine.model.Reservation;
import dev.berth.service.project.Memberships;
import dev.berth.site.PartTime;
import dev.berth.site.View;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Usage report: booked, used, refused and paid amounts of whole days (UTC), by user, project or pool. Reservations that are over
 * come from the ledger, open ones from the book. The price of a reservation counts on the day it starts; holds do not count.
 *
 * @param since from when on the ledger counts; empty if nothing has ended yet
 * @param to the first day that is not in it
 * @param measured what guards and runners have measured, as far as it is durable; empty where nothing was measured
 */
public record UsageReport(
        By by,
        LocalDate from,
        LocalDate to,
        Optional<Long> since,
        TreeMap<String, UsedAmounts> rows,
        TreeMap<String, UseSums> measured) {
    /** Grouping of the rows. */
    public enum By {
        USER,
        PROJECT,
        POOL;

        private String name(Key key) {
            return switch (this) {
                case USER -> key.user();
                case PROJECT -> key.project();
                case POOL -> key.pool();
            };
        }
    }

    /** Reads it off a site on which nothing runs but reservations. */
    public static UsageReport of(View view, By by, LocalDate from, LocalDate to, Predicate<String> whose) {
        return of(view, by, from, to, List.of(), whose);
    }

    /**
     * Reads it off a site.
     *
     * @param running what is used now beside reservations: by opportunistic jobs
     * @param whose the users whose usage is told
     */
    public static UsageReport of(
            View view, By by, LocalDate from, LocalDate to, List<Spent> running, Predicate<String> whose) {
        TreeMap<String, UsedAmounts> rows = new TreeMap<>();
        UsageLedger.Rows add = (key, amounts) -> {
            if (whose.test(key.user()) && !amounts.equals(UsedAmounts.NONE)) {
                rows.merge(by.name(key), amounts, UsedAmounts::plus);
            }
        };
        UsageLedger ledger = view.facts(UsageLedger.class);
        ledger.between(from.toEpochDay(), to.toEpochDay(), add);
        long start = from.toEpochDay() * UsageLedger.DAY;
        long end = to.toEpochDay() * UsageLedger.DAY;
        for (Reservation open : view.reservations()) {
            if (open.state() != Reservation.State.HELD
                    && open.window().start() < end
                    && open.window().end() > start) {
                Spent spent = spent(view, open);
                add.row(spent.key(), spent.within(start, end));
            }
        }
        running.forEach(spent -> add.row(spent.key(), spent.within(start, end)));
        TreeMap<String, UseSums> measured = new TreeMap<>();
        view.facts(MeasuredUses.class).between(from.toEpochDay(), to.toEpochDay(), (key, sums) -> {
            if (whose.test(key.user())) {
                measured.merge(by.name(key), sums, UseSums::plus);
            }
        });
        measured.keySet().forEach(name -> rows.putIfAbsent(name, UsedAmounts.NONE));
        return new UsageReport(by, from, to, ledger.since(), rows, measured);
    }

    private static Spent spent(View view, Reservation open) {
        Optional<String> project = Memberships.project(view, open.job());
        long usedUntil = open.isRunning() ? view.now() : open.window().start();
        return Spent.of(PartTime.of(view), open, project, open.window().end(), usedUntil, UsageLedger.cost(open));
    }

    public UsedAmounts total() {
        return rows.values().stream().reduce(UsedAmounts.NONE, UsedAmounts::plus);
    }

    /** Measured use in all. */
    public UseSums measuredInAll() {
        return measured.values().stream().reduce(UseSums.NONE, UseSums::plus);
    }
}
