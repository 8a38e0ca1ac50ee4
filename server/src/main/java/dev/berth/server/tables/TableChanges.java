package dev.berth.server.tables;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.journal.Entry;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.report.Key;
import dev.berth.service.report.Spent;
import dev.berth.service.report.UsageLedger;
import dev.berth.service.report.UsedAmounts;
import dev.berth.site.Committed;
import dev.berth.site.PartTime;
import dev.berth.site.ServerTimeClaim;
import dev.berth.wire.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Changes of the tables by some entries of a journal. They follow from the rows that were there and the entries alone, so it
 * does not matter how many entries are taken together.
 */
final class TableChanges {
    static final long HOUR = 3_600_000;

    final Map<Long, ReservationRow> reservations = new TreeMap<>();
    final Map<String, String> projects = new HashMap<>();
    /** Pools whose servers have parts; no pool changes them. */
    final Map<PoolId, Pool> pools = new HashMap<>();

    final Map<Hour, UsedAmounts> hours = new TreeMap<>();
    final Map<Day, UsedAmounts> days = new TreeMap<>();
    final List<Refused> refusals = new ArrayList<>();
    final List<Growth> growths = new ArrayList<>();
    /** Time of the book. */
    long now;
    /** Place of the next row within its entry. */
    private int place;

    private final PartTime time = new PartTime(pool -> Optional.ofNullable(pools.get(pool)));

    record Hour(String pool, long start) implements Comparable<Hour> {
        @Override
        public int compareTo(Hour other) {
            int byPool = pool.compareTo(other.pool);
            return byPool != 0 ? byPool : Long.compare(start, other.start);
        }
    }

    record Day(long day, Key key) implements Comparable<Day> {
        @Override
        public int compareTo(Day other) {
            int byDay = Long.compare(day, other.day);
            return byDay != 0 ? byDay : key.compareTo(other.key);
        }
    }

    /** Requests that were refused, the {@code place}-th of an entry. */
    record Refused(
            long entry, int place, long time, String user, String project, String reason, long requests, long asked) {}

    record Growth(long entry, int place, String pool, long since, int servers) {}

    TableChanges(long now) {
        this.now = now;
    }

    /** Whose reservation an event makes or changes. */
    static Optional<String> user(Event event) {
        return event instanceof Event.Queued queued
                ? Optional.of(queued.request().job().user())
                : event.reservations().stream().map(each -> each.job().user()).findFirst();
    }

    /** Reads an entry, with the facts that concern the tables. */
    static Committed read(Entry entry) {
        return Committed.of(entry, Map.of(Accounts.KIND, Account.class, UsageLedger.KIND, Spent.class));
    }

    void add(Committed committed) {
        place = 0;
        for (Event event : committed.events()) {
            apply(committed.number(), event);
        }
        for (Committed.Fact fact : committed.facts()) {
            switch (fact.value()) {
                case Account account ->
                    projects.put(account.name(), account.project().orElse(""));
                case Spent spent -> add(committed, spent);
                default -> throw new IllegalArgumentException("not a fact of the tables: " + fact.kind());
            }
        }
    }

    private void apply(long entry, Event event) {
        switch (event) {
            case Event.TimeAdvanced e -> now = e.to();
            case Event.PoolAdded e -> {
                if (e.pool().hasParts()) {
                    pools.put(e.pool().id(), e.pool());
                }
                grow(entry, e.pool().id().name(), e.pool().servers());
            }
            case Event.ServersAdded e -> grow(entry, e.pool().name(), e.count());
            case Event.Queued e -> put(ReservationRow.of(e.request()));
            case Event.Held e -> put(ReservationRow.of(e.reservation(), time).heldUntil(e.until()));
            case Event.Degraded e ->
                put(ReservationRow.of(e.reservation(), time).in(ReservationRow.DEGRADED));
            case Event.Confirmed e -> enter(e.reservation(), Names.of(Reservation.State.WAITING));
            case Event.Bound e -> enter(e.reservation(), Names.of(Reservation.State.BOUND));
            case Event.Started e -> enter(e.reservation(), ReservationRow.RUNNING);
            case Event.TurnedAway e -> turnAway(entry, e);
            case Event.Closed e -> close(e);
            case Event.Reserved e -> put(e.reservations());
            case Event.Changed e -> put(e.reservations());
            case Event.StartsEarly e -> put(e.reservations());
            case Event.Recovered e -> put(e.reservations());
            case Event.Moved e -> put(e.reservations());
            case Event.RoundsSet e -> {}
            case Event.LicencesSet e -> {}
            case Event.PolicySet e -> {}
            case Event.Deferred e -> {}
            case Event.TariffSet e -> {}
            case Event.Renamed e -> {}
            case Event.Repacked e -> {}
            case Event.Shunned e -> {}
            case Event.OutagePlanned e -> {}
            case Event.OutageEnded e -> {}
            case Event.Opportunistic e -> {}
            case Event.Waitlist e -> {}
        }
    }

    private void put(List<Reservation> changed) {
        changed.forEach(reservation -> put(ReservationRow.of(reservation, time)));
    }

    private void put(ReservationRow row) {
        reservations.put(row.id(), row);
    }

    private void enter(ReservationId id, String state) {
        reservations.computeIfPresent(id.number(), (number, row) -> row.in(state));
    }

    private void grow(long entry, String pool, int servers) {
        growths.add(new Growth(entry, place++, pool, now, servers));
    }

    private void turnAway(long entry, Event.TurnedAway event) {
        ReservationRow row = reservations.get(event.request().number());
        if (row != null) {
            String project = project(row);
            put(row.closed(ReservationRow.REFUSED, now, project));
            refusals.add(new Refused(
                    entry, place++, now, row.user(), project, event.reason().code(), 1, 0));
        }
    }

    /**
     * Removes the row that the event of a turned-away request has made, if the ledger counts the request as well: it knows what
     * was asked for. In older journals it does not count it, and the row stays.
     */
    private void removeRowOfEvent(long entry, Spent spent) {
        if (spent.refused() != 1) {
            return;
        }
        String reason = spent.reason().orElse("");
        for (int i = refusals.size() - 1; i >= 0 && refusals.get(i).entry() == entry; i--) {
            Refused row = refusals.get(i);
            if (row.asked() == 0
                    && row.user().equals(spent.user())
                    && row.reason().equals(reason)) {
                refusals.remove(i);
                return;
            }
        }
    }

    /** The one it names, or else that of its user now. */
    private String project(ReservationRow row) {
        return row.project().isEmpty() ? projects.getOrDefault(row.user(), "") : row.project();
    }

    private void close(Event.Closed event) {
        ReservationRow row = reservations.get(event.reservation().number());
        if (row == null) {
            return;
        }
        long closed = row.closing(event.cause(), now);
        put(row.closed(Names.of(event.cause()), closed, project(row)));
        if (row.state().equals(ReservationRow.RUNNING)) {
            long start = row.start().orElseThrow();
            long end = Math.min(row.end().orElseThrow(), closed);
            boolean isUsed = event.cause() != Event.Cause.NO_SHOW && event.cause() != Event.Cause.DISPLACED;
            occupy(row, start, end, isUsed ? end : start);
        }
    }

    private void occupy(ReservationRow row, long start, long end, long usedUntil) {
        for (long hour = start - start % HOUR; hour < end; hour += HOUR) {
            long from = Math.max(start, hour);
            UsedAmounts amounts = new UsedAmounts(
                    amount(Math.min(end, hour + HOUR) - from, row),
                    amount(Math.min(usedUntil, hour + HOUR) - from, row),
                    0);
            hours.merge(new Hour(row.pool(), hour), amounts, UsedAmounts::plus);
        }
    }

    private static long amount(long length, ReservationRow row) {
        return length <= 0 ? 0 : PartTime.shared(ServerTimeClaim.amount(length, row.servers()), row.share());
    }

    private void add(Committed committed, Spent spent) {
        String project = spent.project().orElse("");
        if (spent.refused() > 0) {
            removeRowOfEvent(committed.number(), spent);
            refusals.add(new Refused(
                    committed.number(),
                    place++,
                    spent.start(),
                    spent.user(),
                    project,
                    spent.reason().orElse(""),
                    spent.refused(),
                    spent.asked().orElse(0L)));
        }
        spent.byDay((amounts, day) -> {
            if (!amounts.equals(UsedAmounts.NONE)) {
                days.merge(new Day(day, spent.key()), amounts, UsedAmounts::plus);
            }
        });
    }
}
