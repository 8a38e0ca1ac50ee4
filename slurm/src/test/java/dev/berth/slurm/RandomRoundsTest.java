package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to the book, to the cluster and between them: two rounds after the last change the cluster keeps what the book
 * promises, and on the way it never keeps two of ours on a node at once, never loses what others reserved, and never ends, cuts or
 * moves a reservation under a job that runs in it, unless its owner has ended it.
 */
class RandomRoundsTest {
    private static final long MINUTE = 60_000;
    private static final String[] NODES = {"c1", "c2", "c3", "c4", "c5", "g1", "g2"};

    private final TestSite site = new TestSite();
    private final FakeCluster cluster =
            new FakeCluster(() -> site.site().clock().millis(), NODES);
    private final SlurmSettings slurm = SlurmSettings.of("batch");
    private final TreeMap<String, Kept> foreign = new TreeMap<>();
    private final List<ReservationId> known = new ArrayList<>();
    /** The names of those that were cancelled or finished. */
    private final Set<String> ended = new HashSet<>();

    private Reconciler reconciler = newReconciler();
    private int jobs;

    private Reconciler newReconciler() {
        return new Reconciler(site.site(), cluster, "Lab", UnixUsers.SAME, slurm);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theClusterKeepsWhatTheBookPromises(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        reconciler.round();
        int compared = 0;
        for (int step = 1; step <= 250; step++) {
            String where = "seed %d, step %d".formatted(seed, step);
            happen(random);
            if (random.nextInt(3) > 0) {
                reconciler.round();
            }
            check(where);
            if (step % 25 == 0) {
                cluster.silent = Optional.empty();
                cluster.forgetful = 0;
                settle();
                compared += compare(where);
            }
        }
        assertThat(compared).as("reservations compared, seed %d", seed).isGreaterThan(20);
        site.close();
    }

    /** Two rounds, and those before them in which what was made to end ends, and nodes are believed to be back. */
    private void settle() {
        for (String name : NODES) {
            if (cluster.nodes.get(name).condition() == ClusterNode.Condition.DOWN) {
                cluster.set(name, ClusterNode.Condition.UP);
            }
        }
        cluster.jobs.removeIf(job -> job.reservation().isEmpty());
        reconciler.round();
        site.pass(MINUTE);
        reconciler.round();
        site.pass(2_000);
        reconciler.round();
        reconciler.round();
    }

    private void happen(SplittableRandom random) {
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> book(random);
            case 4 -> some(random).ifPresent(id -> end(id, new Command.Cancel(id)));
            case 5 ->
                some(random)
                        .ifPresent(id -> site.submit(
                                new Command.Adjust(id, new Adjustment.Move((random.nextInt(21) - 10) * MINUTE))));
            case 6 -> some(random).ifPresent(id -> end(id, new Command.Finish(id)));
            case 7 -> site.pass(random.nextInt(1, 8) * MINUTE + random.nextInt(1_000));
            case 8 -> node(random);
            case 9 -> foreign(random);
            case 10 -> job(random);
            case 11 -> byHand(random);
            case 12 -> cluster.silent = cluster.silent.isPresent() ? Optional.empty() : Optional.of("no answer");
            default -> {
                cluster.forgetful = random.nextInt(3);
                // The service is killed: what it had in memory is gone.
                reconciler = newReconciler();
            }
        }
    }

    private void book(SplittableRandom random) {
        long now = site.read(view -> view.now());
        long start = now + random.nextLong(20 * MINUTE);
        long length = MINUTE + random.nextLong(20 * MINUTE);
        Job job = TestSite.job(
                random.nextBoolean() ? "ana" : "ben", new Window(start, start + length), random.nextInt(1, 4));
        if (random.nextBoolean()) {
            job = job.within(job.ready(), job.deadline() + 20 * MINUTE);
        }
        if (random.nextInt(8) == 0) {
            job = job.within(now, job.deadline()).whenFree();
        }
        if (site.submit(new Command.Reserve(job)) instanceof Decision.Accepted accepted) {
            known.add(accepted.reservation().id());
        }
    }

    private boolean isEndedByAPerson(String name) {
        return ended.contains(name);
    }

    private void end(ReservationId id, Command command) {
        if (site.submit(command) instanceof Decision.Accepted) {
            ended.add("berth-lab-" + id);
        }
    }

    private Optional<ReservationId> some(SplittableRandom random) {
        known.removeIf(id -> site.open(id).isEmpty());
        return known.isEmpty() ? Optional.empty() : Optional.of(known.get(random.nextInt(known.size())));
    }

    private void node(SplittableRandom random) {
        ClusterNode.Condition[] conditions = ClusterNode.Condition.values();
        cluster.set(NODES[random.nextInt(NODES.length)], conditions[random.nextInt(conditions.length)]);
    }

    /** Somebody else's reservation comes or goes, where nothing of ours is. */
    private void foreign(SplittableRandom random) {
        long now = site.read(view -> view.now());
        String name = "maint-" + random.nextInt(3);
        foreign.remove(name);
        cluster.kept.remove(name);
        String node = NODES[random.nextInt(NODES.length)];
        Window window = new Window(now + random.nextLong(10 * MINUTE), now + 20 * MINUTE);
        boolean free = cluster.kept.values().stream()
                .noneMatch(each -> each.nodes().contains(node) && each.window().overlaps(window));
        if (free && random.nextBoolean()) {
            cluster.foreign(name, window, node);
            foreign.put(name, cluster.kept.get(name));
        }
    }

    /** A job of somebody begins where nothing forbids it, or in one of ours. */
    private void job(SplittableRandom random) {
        long now = site.read(view -> view.now());
        String node = NODES[random.nextInt(NODES.length)];
        long end = now + random.nextLong(1, 15) * MINUTE;
        Optional<Kept> active = cluster.kept.values().stream()
                .filter(each -> each.nodes().contains(node) && each.isActive(now))
                .findFirst();
        boolean taken = cluster.jobs.stream().anyMatch(job -> job.nodes().contains(node));
        boolean inTheWay = cluster.kept.values().stream()
                .anyMatch(each -> each.nodes().contains(node)
                        && each.window().overlaps(new Window(now, end))
                        && !each.equals(active.orElse(null)));
        if (!taken && !inTheWay && active.stream().noneMatch(each -> foreign.containsKey(each.name()))) {
            cluster.job(Integer.toString(++jobs), "bob", end, active.map(Kept::name), node);
        }
    }

    /** Somebody deletes or changes one of ours by hand. */
    private void byHand(SplittableRandom random) {
        List<Kept> ours = cluster.kept.values().stream()
                .filter(each -> each.name().startsWith("berth-"))
                .toList();
        if (ours.isEmpty()) {
            return;
        }
        Kept one = ours.get(random.nextInt(ours.size()));
        if (random.nextBoolean()
                && cluster.jobs.stream().noneMatch(job -> job.reservation().equals(Optional.of(one.name())))) {
            cluster.kept.remove(one.name());
        } else {
            cluster.kept.put(
                    one.name(), new Kept(one.name(), one.nodes(), one.window(), Collections.singleton("eve"), false));
        }
    }

    private void check(String where) {
        assertThat(cluster.faults).as(where).isEmpty();
        assertThat(cluster.harmed(this::isEndedByAPerson))
                .as("%s: noJobIsEndedUnlessItsOwnerEndsIt", where)
                .isEmpty();
        List<Kept> ours = cluster.kept.values().stream()
                .filter(each -> each.name().startsWith("berth-"))
                .toList();
        for (int i = 0; i < ours.size(); i++) {
            Kept one = ours.get(i);
            for (Kept other : ours.subList(i + 1, ours.size())) {
                assertThat(!one.window().overlaps(other.window()) || Collections.disjoint(one.nodes(), other.nodes()))
                        .as("%s: %s and %s", where, one, other)
                        .isTrue();
            }
        }
        long now = site.site().clock().millis();
        foreign.values().removeIf(each -> each.window().end() <= now);
        assertThat(cluster.kept).as(where).containsAllEntriesOf(foreign);
    }

    /** The book against the cluster, reckoned here anew from both. */
    private int compare(String where) {
        long now = site.read(view -> view.now());
        TreeMap<String, String> promised = new TreeMap<>();
        site.read(view -> {
            ServerNames names = ServerNames.of(view);
            for (Reservation each : view.reservations()) {
                long start = (each.window().start() + 999) / 1_000;
                long end = each.window().end() / 1_000;
                boolean due = start * 1_000 <= now + 10 * MINUTE;
                if ((each.isRunning() || (due && (each.isBound() || each.isWaiting()))) && end > start) {
                    assertThat(each.isWaiting())
                            .as("%s: %s has no nodes", where, each)
                            .isFalse();
                    TreeSet<String> nodes = new TreeSet<>();
                    names.machines(each.placement().pool(), each.placement().servers())
                            .forEach(machine -> nodes.add(machine.name()));
                    promised.put(
                            "berth-lab-r" + each.id().number(),
                            text(
                                    start * 1_000 <= now,
                                    start,
                                    end,
                                    nodes,
                                    each.job().user()));
                }
            }
            for (Degraded each : view.degraded()) {
                promiseWhatIsLeft(
                                each.reservation(),
                                view.outages(each.reservation().placement().pool()),
                                names,
                                now)
                        .ifPresent(left ->
                                promised.put("berth-lab-" + each.reservation().id(), left));
            }
            return true;
        });
        TreeMap<String, String> keeps = new TreeMap<>();
        for (Map.Entry<String, Kept> each : cluster.kept.entrySet()) {
            Kept kept = each.getValue();
            if (each.getKey().startsWith("berth-")) {
                keeps.put(
                        each.getKey(),
                        text(
                                kept.window().start() <= now,
                                kept.window().start() / 1_000,
                                kept.window().end() / 1_000,
                                kept.nodes(),
                                String.join(",", kept.users())));
            }
        }
        assertThat(keeps)
                .as("%s, after %s", where, reconciler.status().mirrored())
                .isEqualTo(promised);
        return promised.size();
    }

    /** The nodes that it kept and that nothing else takes. */
    private static Optional<String> promiseWhatIsLeft(
            Reservation lost, List<Outage> outages, ServerNames names, long now) {
        TreeSet<String> nodes = new TreeSet<>();
        for (Outage kept : outages) {
            if (("kept for " + lost.id()).equals(kept.cause())
                    && outages.stream()
                            .noneMatch(other -> other.server() == kept.server()
                                    && !other.equals(kept)
                                    && other.window().overlaps(kept.window()))) {
                names.machines(lost.placement().pool(), ServerSet.of(kept.server()))
                        .forEach(machine -> nodes.add(machine.name()));
            }
        }
        long start = (lost.window().start() + 999) / 1_000;
        long end = lost.window().end() / 1_000;
        return nodes.isEmpty() || end <= start
                ? Optional.empty()
                : Optional.of(
                        text(start * 1_000 <= now, start, end, nodes, lost.job().user()));
    }

    /** Text by which reservations are compared; the start of one that has begun does not count. */
    private static String text(boolean begun, long start, long end, Set<String> nodes, String user) {
        return "%s to %d on %s for %s".formatted(begun ? "begun" : Long.toString(start), end, nodes, user);
    }
}
