package dev.berth.service.report;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.project.Memberships;
import dev.berth.site.Ended;
import dev.berth.site.FactKeeper;
import dev.berth.site.PartTime;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import dev.berth.wire.problem.AskedAmount;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Usage of reservations that are over, by day (UTC), user, project and pool. Open reservations are in the book, and a
 * {@link UsageReport} adds them. Days are kept for 400 days and then summed up by month, as if all of it had been on its first
 * day.
 *
 * <p>Only reservations that ended since this version of the program runs the site are counted: see {@link #since}.
 */
public final class UsageLedger implements FactKeeper<Spent> {
    public static final String KIND = "ledger";

    static final long DAY = 24L * 3_600_000;

    static final long KEPT_DAYS = 400;

    /** Longest time for which one request may ask for all servers and still count as demand. */
    static final Duration LONGEST_DEMAND = Duration.ofDays(30);

    /** Day and key to amounts. Days count from the epoch. */
    private final TreeMap<Long, TreeMap<Key, UsedAmounts>> days = new TreeMap<>();
    /** Days before this one are summed up by month. */
    private long folded = Long.MIN_VALUE;

    private @Nullable Long since;

    /** @param asked empty for nothing, and in older snapshots; so are those after it */
    record Row(
            long day,
            String user,
            String project,
            String pool,
            long booked,
            long used,
            long cost,
            long refused,
            Optional<Long> asked,
            Optional<Long> broken,
            Optional<Long> lost,
            Optional<Long> opportunistic,
            Optional<Map<String, PartUse>> parts,
            Optional<Long> grams) {
        static Row of(long day, Key key, UsedAmounts sum) {
            return new Row(
                    day,
                    key.user(),
                    key.project(),
                    key.pool(),
                    sum.booked(),
                    sum.used(),
                    sum.cost(),
                    sum.refused(),
                    counted(sum.asked()),
                    counted(sum.broken()),
                    counted(sum.lost()),
                    counted(sum.opportunistic()),
                    sum.parts().isEmpty() ? Optional.empty() : Optional.of(new TreeMap<>(sum.parts())),
                    counted(sum.grams()));
        }

        private static Optional<Long> counted(long sum) {
            return sum == 0 ? Optional.empty() : Optional.of(sum);
        }

        UsedAmounts amounts() {
            return new UsedAmounts(
                    booked,
                    used,
                    cost,
                    refused,
                    asked.orElse(0L),
                    broken.orElse(0L),
                    lost.orElse(0L),
                    opportunistic.orElse(0L),
                    parts.orElse(Map.of()),
                    grams.orElse(0L));
        }
    }

    record All(Optional<Long> since, Optional<Long> folded, List<Row> rows) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Spent> type() {
        return Spent.class;
    }

    /** When the first of what it knows was counted. */
    public Optional<Long> since() {
        return Optional.ofNullable(since);
    }

    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        for (Touched each : touched) {
            each.ended()
                    .flatMap(ended -> spent(transaction.view(), ended))
                    .ifPresent(spent -> transaction.record(KIND, spent));
            each.turnedAway().ifPresent(request -> turnedAway(transaction, request));
        }
    }

    private static void turnedAway(Transaction transaction, Touched.TurnedAway request) {
        AskedAmount asked = AskedAmount.by(request.job());
        refused(
                transaction,
                Map.of(
                        new Refusals(
                                request.job().user(),
                                asked.project(),
                                request.reason().code()),
                        new Tally(1, counted(transaction.view(), asked))));
    }

    /**
     * Amount of a refused request that counts as demand. A request for more than all servers together give in
     * {@link #LONGEST_DEMAND} could never be met, and would drown all others in the report: its amount counts as 0. Parts of
     * servers count as the largest share of a server that they are in any pool that may take them.
     */
    public static long counted(View view, AskedAmount asked) {
        PartTime time = PartTime.of(view);
        Requirements requirements = asked.requirements();
        int share = view.pools().stream()
                .filter(requirements::match)
                .mapToInt(pool -> Math.min(Tariff.ONE, time.share(requirements.slice(), pool.id())))
                .max()
                .orElse(Tariff.ONE);
        long amount = PartTime.shared(asked.serverMillis(), share);
        long servers = view.pools().stream().mapToLong(Pool::servers).sum();
        return amount <= servers * LONGEST_DEMAND.toMillis() ? amount : 0;
    }

    /** Empty for what has taken nothing and costs nothing. */
    private static Optional<Spent> spent(View view, Ended ended) {
        Reservation reservation = ended.reservation();
        boolean isOwed = reservation.state() != Reservation.State.HELD
                && ended.cause() != Event.Cause.DISPLACED
                && ended.cause() != Event.Cause.EXPIRED;
        long cost = isOwed ? cost(reservation) : 0;
        if (!reservation.isRunning() && cost == 0) {
            return Optional.empty();
        }
        long start = reservation.window().start();
        long end = reservation.isRunning() ? reservation.window().end() : start;
        long usedUntil = switch (ended.cause()) {
            case ENDED -> end;
            case FINISHED_EARLY, CANCELLED -> ended.time();
            case NO_SHOW, EXPIRED, DISPLACED -> start;
        };
        return Optional.of(Spent.of(
                PartTime.of(view), reservation, Memberships.project(view, reservation.job()), end, usedUntil, cost));
    }

    static long cost(Reservation reservation) {
        Money total =
                reservation.agreement().price().plus(reservation.agreement().fees());
        return total.millionths();
    }

    /** Records requests that were refused. */
    public static void refused(Transaction transaction, Map<Refusals, Tally> tallies) {
        new TreeMap<>(tallies)
                .forEach((refusals, tally) -> transaction.record(
                        KIND,
                        Spent.refused(refusals, project(transaction.view(), refusals), transaction.now(), tally)));
    }

    /**
     * Records that a promise is not kept, on the day on which that is known.
     *
     * @param lost the reservation with the placement it was promised
     * @param broken whether this was not counted before
     * @param over whether it has closed without servers, so that nothing of what was promised will be given
     */
    public static void notKept(Transaction transaction, Reservation lost, boolean broken, boolean over) {
        Optional<String> project = Memberships.project(transaction.view(), lost.job());
        transaction.record(
                KIND, Spent.notKept(PartTime.of(transaction.view()), lost, project, transaction.now(), broken, over));
    }

    /** Records that the command of an opportunistic job ran from a time to another. */
    public static void opportunistic(
            Transaction transaction, String user, PoolId pool, int servers, long from, long to) {
        if (to > from) {
            transaction.record(KIND, opportunistic(transaction.view(), user, pool, servers, from, to));
        }
    }

    /** The entry for the command of an opportunistic job that runs from a time to another. */
    public static Spent opportunistic(View view, String user, PoolId pool, int servers, long from, long to) {
        Optional<String> project = view.facts(Accounts.class).known(user).flatMap(Account::project);
        return Spent.opportunistic(user, project, pool.name(), servers, from, to);
    }

    /** The one that was named, if the user belongs to it; otherwise the default of the user. */
    private static Optional<String> project(View view, Refusals refusals) {
        return view.facts(Accounts.class)
                .known(refusals.user())
                .flatMap(account -> refusals.project()
                        .filter(name -> Memberships.of(view, account).contains(name))
                        .or(account::project));
    }

    @Override
    public Undo apply(Spent spent, long time, String actor) {
        UndoLog undo = new UndoLog();
        Long before = since;
        since = before == null ? (Long) time : before;
        undo.add(() -> since = before);
        undo.add(fold(firstOfMonth(Math.floorDiv(time, DAY) - KEPT_DAYS)));
        spent.byDay((amounts, day) -> undo.add(add(day, spent.key(), amounts)));
        return undo;
    }

    private Undo add(long day, Key key, UsedAmounts amounts) {
        long slot = day < folded ? firstOfMonth(day) : day;
        TreeMap<Key, UsedAmounts> row = days.computeIfAbsent(slot, empty -> new TreeMap<>());
        UsedAmounts before = row.get(key);
        row.put(key, before == null ? amounts : before.plus(amounts));
        return () -> {
            if (before != null) {
                row.put(key, before);
                return;
            }
            row.remove(key);
            if (row.isEmpty()) {
                days.remove(slot);
            }
        };
    }

    /** Sums days up by month, once a month is old enough. */
    private Undo fold(long upTo) {
        if (upTo <= folded) {
            return () -> {};
        }
        long before = folded;
        Map<Long, TreeMap<Key, UsedAmounts>> old = new HashMap<>(days.headMap(upTo));
        days.headMap(upTo).clear();
        folded = upTo;
        old.forEach((day, row) -> row.forEach((key, amounts) -> add(day, key, amounts)));
        return () -> {
            days.headMap(upTo).clear();
            days.putAll(old);
            folded = before;
        };
    }

    private static long firstOfMonth(long day) {
        return LocalDate.ofEpochDay(day).withDayOfMonth(1).toEpochDay();
    }

    /** Sees all rows of some days. */
    interface Rows {
        void row(Key key, UsedAmounts amounts);
    }

    void between(long fromDay, long toDay, Rows rows) {
        days.subMap(fromDay, toDay).values().forEach(row -> row.forEach(rows::row));
    }

    @Override
    public Stream<byte[]> capture() {
        Optional<Long> begun = since();
        Optional<Long> summed = folded == Long.MIN_VALUE ? Optional.empty() : Optional.of(folded);
        List<Row> rows = new ArrayList<>();
        days.forEach((day, row) -> row.forEach((key, sum) -> rows.add(Row.of(day, key, sum))));
        return Pieces.of(rows, 500, some -> Codec.write(All.class, new All(begun, summed, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        days.clear();
        folded = Long.MIN_VALUE;
        since = null;
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            since = all.since().orElse(null);
            folded = all.folded().orElse(Long.MIN_VALUE);
            all.rows()
                    .forEach(row -> days.computeIfAbsent(row.day(), empty -> new TreeMap<>())
                            .put(new Key(row.user(), row.project(), row.pool()), row.amounts()));
        });
    }
}
