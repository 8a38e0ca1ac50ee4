package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How much accounts with a quota have booked, and when. */
public final class Usage implements FactKeeper {
    public static final String KIND = "usage";

    /** No quota looks further back. */
    public static final long LONGEST_WINDOW = 400L * 24 * 3_600_000;

    private final Map<String, TreeMap<Long, Dated>> byUser = new HashMap<>();

    /**
     * What a reservation takes from its user's quota from now on, as a fact.
     *
     * @param amount in server-milliseconds; 0 if it was given back
     */
    public record Charge(String user, long reservation, long amount) {}

    record Dated(long time, Charge charge) {}

    record All(List<Dated> charges) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        Charge charge = Codec.read(Charge.class, body);
        TreeMap<Long, Dated> charges = byUser.computeIfAbsent(charge.user(), user -> new TreeMap<>());
        List<Dated> dropped = dropBefore(charges, time - LONGEST_WINDOW);
        Dated before = charges.get(charge.reservation());
        // What is changed later still counts from when it was booked: extending must not reset the clock.
        put(charges, charge.reservation(), new Dated(before == null ? time : before.time(), charge));
        return () -> {
            put(charges, charge.reservation(), before);
            dropped.forEach(dated -> charges.put(dated.charge().reservation(), dated));
        };
    }

    /** The oldest have the lowest numbers; what no quota looks at any more need not be kept. */
    private static List<Dated> dropBefore(NavigableMap<Long, Dated> charges, long time) {
        List<Dated> dropped = new ArrayList<>();
        while (!charges.isEmpty() && charges.firstEntry().getValue().time() < time) {
            dropped.add(charges.pollFirstEntry().getValue());
        }
        return dropped;
    }

    private static void put(Map<Long, Dated> charges, long reservation, @Nullable Dated dated) {
        if (dated == null || dated.charge().amount() == 0) {
            charges.remove(reservation);
        } else {
            charges.put(reservation, dated);
        }
    }

    /** Whether a reservation of a user's counts. */
    public boolean isCharged(String user, long reservation) {
        TreeMap<Long, Dated> charges = byUser.get(user);
        return charges != null && charges.containsKey(reservation);
    }

    /** What a user has booked after a time, other than by one reservation. */
    public long since(String user, long time, long otherThan) {
        long sum = 0;
        for (Dated dated :
                byUser.getOrDefault(user, new TreeMap<>()).descendingMap().values()) {
            if (dated.time() > time && dated.charge().reservation() != otherThan) {
                sum += dated.charge().amount();
            }
        }
        return sum;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(new TreeMap<>(byUser)
                .values().stream().flatMap(charges -> charges.values().stream()).toList());
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        byUser.clear();
        Codec.read(All.class, snapshot)
                .charges()
                .forEach(dated -> byUser.computeIfAbsent(dated.charge().user(), user -> new TreeMap<>())
                        .put(dated.charge().reservation(), dated));
    }
}
