package dev.berth.slurm;

import dev.berth.engine.model.Window;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.ReservationName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Actions after which the cluster keeps what is wanted, in an order in which each can be done: reservations that are deleted
 * make room for those that shrink, move, are created and grow. Where some would have to change places, one of them is
 * removed and made again.
 *
 * <p>No reservation is ended, shortened or moved under a job that runs in it, unless its owner has given {@link Consent}: it
 * stays as it is until the job has ended.
 *
 * @param actions in order
 * @param waiting reservations that are wanted and cannot be had now, with the reason
 * @param staying reservations that the cluster keeps although they are no longer wanted, because a job runs in them, with
 *     the reason
 */
record Difference(List<Action> actions, SortedMap<String, String> waiting, SortedMap<String, String> staying) {
    private static final long SECOND = 1_000;

    Difference {
        actions = List.copyOf(actions);
        waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
        staying = Collections.unmodifiableSortedMap(new TreeMap<>(staying));
    }

    static Difference of(
            SortedMap<String, Wanted> wanted,
            Census census,
            ReservationName names,
            Consent consent,
            Set<String> busy,
            long now) {
        return new Plan(wanted, census, names, consent, now).difference(busy);
    }

    /** Whether the cluster keeps just what is wanted; what has begun has begun, whenever. */
    static boolean isSame(Kept kept, Wanted wanted, long now) {
        return isRight(kept, wanted)
                && kept.window().end() == wanted.window().end()
                && (kept.window().start() == wanted.window().start()
                        || (kept.window().start() <= now && wanted.window().start() <= now));
    }

    private static boolean isRight(Kept kept, Wanted wanted) {
        return kept.nodes().equals(wanted.nodes())
                && kept.parts().equals(wanted.parts())
                && kept.users().equals(wanted.users())
                && kept.licences().equals(wanted.licences())
                && kept.magnetic();
    }

    private static final class Plan {
        private final SortedMap<String, Wanted> wanted;
        private final Census census;
        private final ReservationName names;
        private final Consent consent;
        private final long now;

        /** Reservations that the cluster will keep once the actions planned so far are done, by name and by node. */
        private final SortedMap<String, Kept> kept = new TreeMap<>();

        private final Map<String, Set<Kept>> onNode = new HashMap<>();

        /** Jobs outside the reservations that the cluster keeps, by node. */
        private final Map<String, List<ClusterJob>> strangers = new HashMap<>();

        /** Jobs inside them, by node. */
        private final Map<String, List<ClusterJob>> guests = new HashMap<>();

        /** The number of a job that runs in a reservation, by its name. */
        private final Map<String, String> inUse = new HashMap<>();

        /** Reservations to create or to change, in the order in which they are tried. */
        private final List<Wanted> open = new ArrayList<>();

        /** Reservations that are removed to make room, and made again last. */
        private final Set<String> again = new HashSet<>();

        private final List<Action> actions = new ArrayList<>();
        private final SortedMap<String, String> waiting = new TreeMap<>();
        private final SortedMap<String, String> staying = new TreeMap<>();

        Plan(SortedMap<String, Wanted> wanted, Census census, ReservationName names, Consent consent, long now) {
            this.wanted = wanted;
            this.census = census;
            this.names = names;
            this.consent = consent;
            this.now = now;
            census.kept().values().forEach(this::keep);
            for (ClusterJob job : census.jobs()) {
                Optional<String> in =
                        job.reservation().filter(name -> census.kept().containsKey(name));
                Map<String, List<ClusterJob>> kind = in.isPresent() ? guests : strangers;
                for (String node : job.nodes()) {
                    kind.computeIfAbsent(node, any -> new ArrayList<>()).add(job);
                }
                if (job.isRunning()) {
                    in.ifPresent(name -> inUse.putIfAbsent(name, job.id()));
                }
            }
        }

        private void keep(Kept each) {
            drop(each.name());
            kept.put(each.name(), each);
            each.nodes()
                    .forEach(node -> onNode.computeIfAbsent(node, any -> new LinkedHashSet<>())
                            .add(each));
        }

        private void drop(String name) {
            Kept former = kept.remove(name);
            if (former != null) {
                former.nodes()
                        .forEach(node -> onNode.getOrDefault(node, Set.of()).remove(former));
            }
        }

        Difference difference(Set<String> busy) {
            for (Kept each : census.kept().values()) {
                if (names.read(each.name()).isPresent() && !wanted.containsKey(each.name())) {
                    remove(each);
                }
            }
            List<Wanted> changes = new ArrayList<>();
            for (Wanted each : wanted.values()) {
                Kept present = kept.get(each.name());
                if (present == null) {
                    changes.add(each);
                } else if (!isSame(present, each, now)) {
                    change(present, each, changes);
                }
            }
            for (Wanted each : List.copyOf(changes)) {
                if (busy.contains(each.name()) && !each.parts().isEmpty()) {
                    makeRoom(each, changes);
                }
            }
            changes.sort(Comparator.comparingInt(this::turn)
                    .thenComparingLong(each -> each.window().start())
                    .thenComparing(Wanted::reservation));
            open.addAll(changes);
            settle();
            return new Difference(actions, waiting, staying);
        }

        /**
         * Removes a reservation that is no longer wanted. One that has ended goes by itself; one in which a job runs goes
         * only with the consent of its owner.
         */
        private void remove(Kept each) {
            if (each.window().end() <= now + SECOND) {
                return;
            }
            String job = inUse.get(each.name());
            if (job == null) {
                actions.add(new Action.Delete(each.name()));
                drop(each.name());
            } else if (names.read(each.name()).filter(consent::mayEnd).isPresent()) {
                long at = Math.ceilDiv(now, SECOND) * SECOND + SECOND;
                actions.add(new Action.End(each.name(), at));
            } else {
                staying.put(each.name(), "job %s runs in it; it stays until that has ended".formatted(job));
            }
        }

        private void change(Kept present, Wanted each, List<Wanted> changes) {
            if (present.window().end() <= now) {
                waiting.put(
                        each.name(), "it ended in the cluster, which still shows it; it is made again once it is gone");
                return;
            }
            boolean begun = present.isActive(now);
            boolean sameNodes = present.nodes().equals(each.nodes());
            boolean isStuck = begun
                    ? !sameNodes || each.window().start() > now
                    : hasParts(present, each)
                            && (!sameNodes
                                    || present.window().start() != each.window().start());
            if (!isStuck && present.parts().equals(each.parts())) {
                changes.add(each);
                return;
            }
            // It has begun elsewhere, and nodes are never taken from under what runs; or it has parts, which the
            // cluster does not change.
            String job = inUse.get(each.name());
            if (job == null) {
                remove(present);
                changes.add(each);
            } else {
                waiting.put(
                        each.name(),
                        "job %s runs in it on %s; it is made on %s once that job has ended"
                                .formatted(job, NodeRanges.folded(present.nodes()), NodeRanges.folded(each.nodes())));
            }
        }

        /**
         * Removes reservations of parts of the same nodes that overlap one and start later, to make them again after it. Slurm gives each its
         * cores from the start to the end; in the order of their starts all that the book has counted get some, in another order they may not.
         */
        private void makeRoom(Wanted each, List<Wanted> changes) {
            for (Wanted later : wanted.values()) {
                Kept present = kept.get(later.name());
                if (present != null
                        && later.window().start() > each.window().start()
                        && !present.isActive(now)
                        && !present.parts().isEmpty()
                        && conflict(each, present)) {
                    remove(present);
                    again.add(later.name());
                    if (!changes.contains(later)) {
                        changes.add(later);
                    }
                }
            }
        }

        private static boolean hasParts(Kept present, Wanted each) {
            return !present.parts().isEmpty() || !each.parts().isEmpty();
        }

        /** First those that only shrink, then those that move, those that come, and those that grow. */
        private int turn(Wanted each) {
            if (again.contains(each.name())) {
                return 4;
            }
            Kept present = kept.get(each.name());
            if (present == null) {
                return 2;
            }
            boolean inside = each.window().start() >= Math.min(present.window().start(), now)
                    && each.window().end() <= present.window().end();
            boolean fewer = present.nodes().containsAll(each.nodes());
            if (inside && fewer) {
                return 0;
            }
            return present.nodes().equals(each.nodes()) ? 3 : 1;
        }

        /** Plans whatever can be done beside what is kept, over and over; if nothing can, breaks up a ring. */
        private void settle() {
            boolean progress = true;
            while (!open.isEmpty() && progress) {
                progress = open.removeIf(this::tryOut);
                if (!progress) {
                    progress = breakRing();
                }
            }
            open.forEach(each -> waiting.put(each.name(), obstacle(each)));
        }

        private boolean tryOut(Wanted asked) {
            Kept present = kept.get(asked.name());
            Wanted each = present == null ? asked : spared(asked, present);
            if (!obstacle(each).isEmpty()) {
                return false;
            }
            if (present != null && isSame(present, each, now)) {
                return true;
            }
            actions.add(
                    present == null
                            ? new Action.Create(each, hasGuests(each))
                            : new Action.Update(present, each, hasGuests(each)));
            keep(new Kept(each.name(), each.nodes(), each.window(), each.users(), true, each.parts(), each.licences()));
            return true;
        }

        /** With the end that the cluster has, if it is to end earlier under a job and nobody said so in the book. */
        private Wanted spared(Wanted each, Kept present) {
            String job = inUse.get(each.name());
            long end = present.window().end();
            if (job == null
                    || each.window().end() >= end
                    || consent.mayEndAt(each.reservation(), each.window().end())) {
                return each;
            }
            waiting.put(
                    each.name(),
                    "somebody made it longer in the cluster, and job %s runs in it; it is put right once that job has ended"
                            .formatted(job));
            return each.withWindow(new Window(each.window().start(), end));
        }

        /** Whether what runs in other reservations may go on there beyond its start; it ends with those, which end before. */
        private boolean hasGuests(Wanted each) {
            return each.nodes().stream()
                    .flatMap(node -> guests.getOrDefault(node, List.of()).stream())
                    .anyMatch(job -> !job.reservation().equals(Optional.of(each.name()))
                            && job.end() > each.window().start()
                            && !isBeside(job, each));
        }

        /** Whether a job is in a reservation of other parts of the same node at the same time. */
        private boolean isBeside(ClusterJob job, Wanted each) {
            return job.reservation()
                    .map(name -> kept.get(name))
                    .filter(other -> other.window().overlaps(each.window()))
                    .isPresent();
        }

        /** Removes one that is in the way of another and has to go elsewhere itself; it is made again when its turn comes. */
        private boolean breakRing() {
            for (Wanted each : open) {
                for (Wanted other : open) {
                    Kept present = kept.get(other.name());
                    if (present != null
                            && !other.name().equals(each.name())
                            && !present.isActive(now)
                            && conflict(each, present)) {
                        actions.add(new Action.Delete(other.name()));
                        drop(other.name());
                        return true;
                    }
                }
            }
            return false;
        }

        /** Why something cannot be had now; empty if nothing is known to be in the way. */
        private String obstacle(Wanted each) {
            boolean comes = !kept.containsKey(each.name());
            for (String node : each.nodes()) {
                List<Kept> beside = new ArrayList<>();
                for (Kept other : onNode.getOrDefault(node, Set.of())) {
                    if (!other.name().equals(each.name()) && conflict(each, other)) {
                        if (each.parts().isEmpty() || other.parts().isEmpty()) {
                            return taken(other, node);
                        }
                        beside.add(other);
                    }
                }
                for (Kept first : beside) {
                    if (!fits(
                            each,
                            beside,
                            node,
                            Math.max(each.window().start(), first.window().start()))) {
                        return taken(first, node);
                    }
                }
                for (ClusterJob job : comes ? strangers.getOrDefault(node, List.of()) : List.<ClusterJob>of()) {
                    if (job.end() > Math.max(now, each.window().start())) {
                        return "job %s of %s has %s until %s".formatted(job.id(), job.user(), node, time(job.end()));
                    }
                }
            }
            return "";
        }

        private static String taken(Kept other, String node) {
            return "%s has %s%s until %s"
                    .formatted(
                            other.name(),
                            other.parts().isEmpty() ? "" : "parts of ",
                            node,
                            time(other.window().end()));
        }

        /** Whether a node has enough of each part at one moment. */
        private boolean fits(Wanted each, List<Kept> beside, String node, long moment) {
            SortedMap<String, Long> left =
                    new TreeMap<>(Optional.ofNullable(census.nodes().get(node))
                            .map(present -> NodeParts.capacity(present, census.held()))
                            .orElseGet(TreeMap::new));
            each.parts().forEach((part, amount) -> left.merge(part, -amount, Long::sum));
            beside.stream()
                    .filter(other -> other.window().start() <= moment
                            && moment < other.window().end())
                    .forEach(other -> other.parts().forEach((part, amount) -> left.merge(part, -amount, Long::sum)));
            return left.values().stream().allMatch(amount -> amount >= 0);
        }

        private boolean conflict(Wanted each, Kept other) {
            return other.window().end() > now
                    && other.window().overlaps(each.window())
                    && !Collections.disjoint(other.nodes(), each.nodes());
        }

        private static String time(long time) {
            return time >= Window.FOREVER
                    ? "further notice"
                    : Instant.ofEpochMilli(time).toString();
        }
    }
}
