package dev.berth.slurm;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Early starts of reservations whose nodes are settled: those that may start when servers are free, and whose nodes the cluster has free
 * before their time. In the last minutes before a reservation nothing else fits there, so its owner may as well begin.
 *
 * <p>The cluster is asked first, because a job may have come since the census, and then refuses; the book follows. A reservation of parts
 * cannot be moved in Slurm, and one with licences has them promised for its time alone: neither starts early.
 */
final class LeadStarts {
    /** For less it is not worth a change. */
    private static final long LEAST = 2_000;

    private static final long SECOND = 1_000;

    private LeadStarts() {}

    /** Updates that move reservations of the cluster to an earlier start, none of which needs a node that another one takes. */
    static List<Action.Update> of(BookNow book, Census census, Map<String, Wanted> wanted) {
        List<Action.Update> updates = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Wanted each : wanted.values()) {
            Kept kept = census.kept().get(each.name());
            long notice = book.open(each.reservation())
                    .filter(reservation -> mayStartEarly(reservation, book.now()))
                    .map(reservation -> reservation.job().terms().leastNotice())
                    .orElse(Window.FOREVER);
            long from = census.taken() / SECOND * SECOND;
            boolean isSoon = notice < Window.FOREVER
                    && from + notice + LEAST <= each.window().start();
            if (isSoon && kept != null && isMovable(kept, each, census.taken())) {
                Window early =
                        new Window(from + notice, from + notice + each.window().length());
                if (isFree(each, early.start(), census) && each.nodes().stream().noneMatch(taken::contains)) {
                    taken.addAll(each.nodes());
                    updates.add(new Action.Update(kept, each.withWindow(early)));
                }
            }
        }
        return updates;
    }

    private static boolean mayStartEarly(Reservation reservation, long now) {
        return reservation.isBound()
                && reservation.job().terms().notice() != null
                && reservation.job().ready() <= now + reservation.job().terms().leastNotice();
    }

    private static boolean isMovable(Kept kept, Wanted each, long now) {
        return Difference.isSame(kept, each, now)
                && !kept.isActive(now)
                && kept.parts().isEmpty()
                && kept.licences().isEmpty();
    }

    /** Whether its nodes are up, and nothing is on them from a time on until it was to start. */
    private static boolean isFree(Wanted each, long from, Census census) {
        Window before = new Window(from, each.window().start());
        boolean isUp = each.nodes().stream()
                .map(node -> census.nodes().get(node))
                .allMatch(node -> node != null && node.condition() == ClusterNode.Condition.UP);
        return isUp
                && census.jobs().stream()
                        .filter(job -> job.end() > from)
                        .allMatch(job -> Collections.disjoint(job.nodes(), each.nodes()))
                && census.kept().values().stream()
                        .filter(other -> !other.name().equals(each.name())
                                && other.window().overlaps(before))
                        .allMatch(other -> Collections.disjoint(other.nodes(), each.nodes()));
    }
}
