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

    private final Map<String, Charges> byUser = new HashMap<>();
    private final Map<String, DatedAmounts> summed = new HashMap<>();
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
        Charges charges = byUser.computeIfAbsent(user, unknown -> new Charges());
        // What no quota looks at any more need not be kept.
        Map<Long, DatedAmounts> dropped = charges.removeBefore(time - LONGEST_WINDOW);
        DatedAmounts before = charges.get(charge.reservation());
        charges.put(charge.reservation(), DatedAmounts.to(charge.amount(), before, time));
        DatedAmounts sum = summed.get(user);
        Map.Entry<Long, DatedAmounts> oldest = charges.size() > most ? charges.removeOldest() : null;
        if (oldest != null) {
            summed.put(user, sum(oldest.getValue(), sum, time - LONGEST_WINDOW));
        }
        return () -> {
            if (sum == null) {
                summed.remove(user);
            } else {
                summed.put(user, sum);
            }
            if (oldest != null) {
                charges.put(oldest.getKey(), oldest.getValue());
            }
            charges.put(charge.reservation(), before);
            charges.putAll(dropped);
        };
    }

    /**
     * A sum by day, and one reservation more. It counts up to the end of the day, and is never given back: a quota is
     * never exceeded by what is forgotten.
     */
    private static DatedAmounts sum(DatedAmounts parts, @Nullable DatedAmounts sum, long since) {
        DatedAmounts all = sum == null ? null : sum.after(since);
        for (DatedAmounts part : parts.oldestFirst()) {
            long day = Math.ceilDiv(part.time(), DAY) * DAY;
            all = all == null ? new DatedAmounts(day, part.amount(), null) : all.plus(day, part.amount());
        }
        return Objects.requireNonNull(all);
    }

    /** Amount charged for a reservation of a user, regardless of when; 0 if it does not count. */
    long charged(String user, long reservation) {
        Charges charges = byUser.get(user);
        DatedAmounts parts = charges == null ? null : charges.get(reservation);
        return parts == null ? 0 : parts.since(Long.MIN_VALUE);
    }

    /** Amount that a user has booked after a time. */
    public long since(String user, long time) {
        Charges charges = byUser.get(user);
        DatedAmounts forgotten = summed.get(user);
        return DatedAmounts.sum(
                forgotten == null ? 0 : forgotten.since(time), charges == null ? 0 : charges.since(time));
    }

    @Override
    public Stream<byte[]> capture() {
        List<Dated> charges = new ArrayList<>();
        new TreeMap<>(byUser).forEach((user, known) -> {
            DatedAmounts sum = summed.get(user);
            if (sum != null) {
                add(charges, user, SUMMED, sum);
            }
            known.all().forEach((reservation, parts) -> add(charges, user, reservation, parts));
        });
        return Pieces.of(charges, 500, some -> Codec.write(All.class, new All(some)));
    }

    private static void add(List<Dated> charges, String user, long reservation, DatedAmounts parts) {
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
        Charges charges = byUser.computeIfAbsent(charge.user(), user -> new Charges());
        if (charge.reservation() == SUMMED) {
            summed.compute(charge.user(), (user, earlier) -> new DatedAmounts(dated.time(), charge.amount(), earlier));
        } else {
            charges.put(
                    charge.reservation(),
                    new DatedAmounts(dated.time(), charge.amount(), charges.get(charge.reservation())));
        }
    }
}
