package dev.berth.service.guard;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.runs.Coincidence;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reservations that became unused together with many others of their pool. A fault of the guards is then more likely than idle users: a
 * driver that was reset, or an update that went to all hosts. They are given back only after twice the limit. Once doubted, a reservation stays
 * so until it is seen in use, because guards that recover do so one after the other.
 */
public final class Doubts {
    private static final Logger LOG = LoggerFactory.getLogger(Doubts.class);

    private final Set<ReservationId> doubted = new HashSet<>();
    private final Set<PoolId> told = new HashSet<>();

    /**
     * A reservation that nobody uses.
     *
     * @param limit for how long nobody may use it; twice that of the pool if its owner has come before
     */
    public record Unused(ReservationId id, PoolId pool, long since, long limit) {
        boolean isOver(long now) {
            return now - since >= limit;
        }
    }

    /**
     * Takes in what is unused in a pool.
     *
     * @param covered how many of its reservations are looked at
     * @param within how far apart the readings of two hosts may be that tell of the same moment
     */
    public void look(Collection<Unused> unused, int covered, long within) {
        List<Unused> sorted =
                unused.stream().sorted(Comparator.comparingLong(Unused::since)).toList();
        int end = 0;
        for (int from = 0; from < sorted.size(); from++) {
            while (end < sorted.size()
                    && sorted.get(end).since() - sorted.get(from).since() <= within) {
                end++;
            }
            if (Coincidence.isUnlikely(end - from, covered)) {
                sorted.subList(from, end).forEach(each -> doubted.add(each.id()));
            }
        }
    }

    /** All others are used, over, or not looked at any more. */
    public void keep(Set<ReservationId> unused) {
        doubted.retainAll(unused);
    }

    /** For how long nobody may use it before it is given back. */
    public long patience(Unused each) {
        return doubted.contains(each.id()) ? 2 * each.limit() : each.limit();
    }

    /** Reservations held back now, by pool. */
    List<Doubted> heldBack(Collection<Unused> unused, long now) {
        Map<PoolId, List<Unused>> byPool = unused.stream()
                .filter(each -> doubted.contains(each.id()) && each.isOver(now))
                .collect(Collectors.groupingBy(Unused::pool));
        return byPool.entrySet().stream()
                .map(each -> doubted(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing(each -> each.pool().name()))
                .toList();
    }

    private static Doubted doubted(PoolId pool, List<Unused> unused) {
        return new Doubted(
                pool,
                unused.stream().map(Unused::id).collect(Collectors.toCollection(TreeSet::new)),
                unused.stream().mapToLong(Unused::since).min().orElseThrow(),
                unused.stream()
                        .mapToLong(each -> each.since() + 2 * each.limit())
                        .min()
                        .orElseThrow());
    }

    /** Logs each pool once when the brake goes on, and once when it goes off. */
    void tell(List<Doubted> held) {
        for (Doubted each : held) {
            if (told.add(each.pool())) {
                LOG.atWarn()
                        .addKeyValue("pool", each.pool())
                        .addKeyValue("reservations", each.reservations())
                        .log(
                                "Reservations became unused together, so the brake is on: they keep their servers until twice the"
                                        + " limit of the pool, unless they are used or an operator ends them");
            }
        }
        Set<PoolId> on = held.stream().map(Doubted::pool).collect(Collectors.toSet());
        told.removeIf(pool -> {
            if (!on.contains(pool)) {
                LOG.atInfo().addKeyValue("pool", pool).log("The brake on no-shows is off");
            }
            return !on.contains(pool);
        });
    }
}
