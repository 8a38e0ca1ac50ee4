package dev.berth.service.quota;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.account.Quota;
import dev.berth.site.FactKeeper;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much was booked under each quota, and when. A quota is named by its {@link QuotaScope}. The one place through which capacity is charged: it sees what
 * every transaction has done to reservations, and {@link Limits} says what follows.
 */
public final class Usage implements FactKeeper<Usage.Charge> {
    public static final String KIND = "usage";

    /** No quota looks further back. */
    public static final long LONGEST_WINDOW = 400L * 24 * 3_600_000;

    /** The number of reservations of a user that are kept one by one; older ones are summed up by day. */
    private static final int MOST = 10_000;

    private static final long DAY = 24L * 3_600_000;
    /** Number that stands, in a snapshot, for the reservations that are only kept as a sum. */
    private static final long SUMMED = 0;

    private final Map<String, TreeMap<Long, Parts>> byUser = new HashMap<>();
    private final Map<String, Parts> summed = new HashMap<>();
    private final int most;
    private final Optional<Quota> usual;

    /** @param usual the quota of users who have none of their own */
    public Usage(Optional<Quota> usual) {
        this(MOST, usual);
    }

    Usage(int most) {
        this(most, Optional.empty());
    }

    private Usage(int most, Optional<Quota> usual) {
        this.most = most;
        this.usual = usual;
    }

    /** The quota of users who have none of their own. */
    Optional<Quota> usual() {
        return usual;
    }

    /**
     * Charge of a reservation against a quota from now on, as a fact.
     *
     * @param user the key of the scope, which is the user for the quota of an account
     * @param amount in server-milliseconds, all of it; 0 if it was given back
     */
    public record Charge(String user, long reservation, long amount) {}

    record Dated(long time, Charge charge) {}

    /** A reservation that has grown has one for each of its parts, the oldest first. */
    record All(List<Dated> charges) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Charge> type() {
        return Charge.class;
    }

    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        Limits.settle(transaction, this, touched);
    }

    @Override
    public Undo apply(Charge charge, long time, String actor) {
        String user = charge.user();
        TreeMap<Long, Parts> charges = byUser.computeIfAbsent(user, unknown -> new TreeMap<>());
        Map<Long, Parts> dropped = dropBefore(charges, time - LONGEST_WINDOW);
        Parts before = charges.get(charge.reservation());
        put(charges, charge.reservation(), Parts.to(charge.amount(), before, time));
        Parts sum = summed.get(user);
        Map.Entry<Long, Parts> oldest = charges.size() > most ? charges.pollFirstEntry() : null;
        if (oldest != null) {
            summed.put(user, sum(oldest.getValue(), sum, time - LONGEST_WINDOW));
        }
        return () -> {
            put(summed, user, sum);
            if (oldest != null) {
                charges.put(oldest.getKey(), oldest.getValue());
            }
            put(charges, charge.reservation(), before);
            charges.putAll(dropped);
        };
    }

    /** The oldest have the lowest numbers; what no quota looks at any more need not be kept. */
    private static Map<Long, Parts> dropBefore(NavigableMap<Long, Parts> charges, long time) {
        Map<Long, Parts> dropped = new HashMap<>();
        while (!charges.isEmpty() && charges.firstEntry().getValue().time() < time) {
            Map.Entry<Long, Parts> first = charges.pollFirstEntry();
            dropped.put(first.getKey(), first.getValue());
        }
        return dropped;
    }

    /**
     * A sum by day, and one reservation more. It counts up to the end of the day, and is never given back: a quota is
     * never exceeded by what is forgotten.
     */
    private static Parts sum(Parts parts, @Nullable Parts sum, long since) {
        Parts all = sum == null ? null : sum.after(since);
        for (Parts part : parts.oldestFirst()) {
            long day = Math.ceilDiv(part.time(), DAY) * DAY;
            all = all == null ? new Parts(day, part.amount(), null) : all.plus(day, part.amount());
        }
        return Objects.requireNonNull(all);
    }

    private static <K> void put(Map<K, Parts> charges, K key, @Nullable Parts parts) {
        if (parts == null) {
            charges.remove(key);
        } else {
            charges.put(key, parts);
        }
    }

    /** Amount charged for a reservation of a user, regardless of when; 0 if it does not count. */
    long charged(String user, long reservation) {
        TreeMap<Long, Parts> charges = byUser.get(user);
        Parts parts = charges == null ? null : charges.get(reservation);
        return parts == null ? 0 : parts.since(Long.MIN_VALUE);
    }

    /** Amount that a user has booked after a time. */
    public long since(String user, long time) {
        TreeMap<Long, Parts> charges = byUser.get(user);
        Parts forgotten = summed.get(user);
        long sum = forgotten == null ? 0 : forgotten.since(time);
        if (charges != null) {
            for (Parts parts : charges.values()) {
                sum = Parts.sum(sum, parts.since(time));
            }
        }
        return sum;
    }

    @Override
    public Stream<byte[]> capture() {
        List<Dated> charges = new ArrayList<>();
        new TreeMap<>(byUser).forEach((user, known) -> {
            Parts sum = summed.get(user);
            if (sum != null) {
                add(charges, user, SUMMED, sum);
            }
            known.forEach((reservation, parts) -> add(charges, user, reservation, parts));
        });
        return Pieces.of(charges, 500, some -> Codec.write(All.class, new All(some)));
    }

    private static void add(List<Dated> charges, String user, long reservation, Parts parts) {
        parts.oldestFirst()
                .forEach(part -> charges.add(new Dated(part.time(), new Charge(user, reservation, part.amount()))));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byUser.clear();
        summed.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).charges().forEach(this::restore));
    }

    private void restore(Dated dated) {
        Charge charge = dated.charge();
        TreeMap<Long, Parts> charges = byUser.computeIfAbsent(charge.user(), user -> new TreeMap<>());
        if (charge.reservation() == SUMMED) {
            summed.compute(charge.user(), (user, earlier) -> new Parts(dated.time(), charge.amount(), earlier));
        } else {
            charges.compute(
                    charge.reservation(), (reservation, earlier) -> new Parts(dated.time(), charge.amount(), earlier));
        }
    }
}
