package dev.berth.slurm;

import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** A cluster in memory that follows the rules that were measured on Slurm. It complains of whatever must never be asked. */
final class FakeCluster implements Cluster {
    final TreeMap<String, ClusterNode> nodes = new TreeMap<>();
    final TreeMap<String, Kept> kept = new TreeMap<>();
    final List<ClusterJob> jobs = new ArrayList<>();
    final TreeMap<String, Long> licences = new TreeMap<>();
    final List<Action> done = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    /** Reservations that were ended, cut or moved under a job, by what was asked. */
    private final Map<Action, String> harm = new LinkedHashMap<>();

    private final LongSupplier clock;
    Optional<String> silent = Optional.empty();
    /** Hook that runs between a census and the next attempt to delete a reservation. */
    Runnable beforeNextDelete = () -> {};
    /** Reservations that it takes and forgets, as a controller does that crashes. */
    int forgetful;

    FakeCluster(LongSupplier clock, String... names) {
        this.clock = clock;
        for (String name : names) {
            set(name, ClusterNode.Condition.UP);
        }
    }

    void set(String name, ClusterNode.Condition condition) {
        Set<String> features = name.startsWith("g") ? Set.of("gpu", "cpu") : Set.of("cpu");
        nodes.put(name, new ClusterNode(name, List.of("batch", "all"), features, 4, 4_000, "", condition, ""));
    }

    void foreign(String name, Window window, String... on) {
        kept.put(name, new Kept(name, new TreeSet<>(Set.of(on)), window, Set.of("root"), false));
    }

    ClusterJob job(String id, String user, long end, Optional<String> reservation, String... on) {
        ClusterJob job = new ClusterJob(id, user, new TreeSet<>(Set.of(on)), end, reservation);
        jobs.add(job);
        return job;
    }

    /** Removes reservations that have ended, and jobs that have ended or whose reservation is gone. */
    private void pass() {
        kept.values().removeIf(each -> each.window().end() <= clock.getAsLong());
        jobs.removeIf(job -> job.end() <= clock.getAsLong()
                || job.reservation().filter(name -> !kept.containsKey(name)).isPresent());
    }

    @Override
    public Census observe() throws ClusterSilent {
        pass();
        if (silent.isPresent()) {
            throw new ClusterSilent(silent.get());
        }
        return Census.of(
                clock.getAsLong(),
                List.copyOf(nodes.values()),
                List.copyOf(kept.values()),
                jobs,
                PartsHeld.UNASKED,
                licences);
    }

    @Override
    public ActionOutcome carryOut(Action action) {
        pass();
        if (silent.isPresent()) {
            return new ActionOutcome.Unknown(silent.get());
        }
        if (!action.name().startsWith("berth-lab-r")) {
            faults.add("asked to touch a reservation of others: " + action);
        }
        Kept before = kept.get(action.name());
        boolean runs = jobs.stream()
                .anyMatch(job -> job.isRunning() && job.reservation().equals(Optional.of(action.name())));
        ActionOutcome outcome = switch (action) {
            case Action.Create create -> create(create);
            case Action.Update update -> update(update);
            case Action.Delete delete -> delete(delete.name());
            case Action.End end -> end(end);
        };
        if (outcome instanceof ActionOutcome.Done) {
            done.add(action);
            Kept after = kept.get(action.name());
            if (runs
                    && before != null
                    && (after == null
                            || after.window().end() < before.window().end()
                            || !after.nodes().containsAll(before.nodes()))) {
                harm.put(action, action.name());
            }
            if (forgetful > 0 && !(action instanceof Action.Delete)) {
                forgetful--;
                kept.remove(action.name());
            }
        }
        return outcome;
    }

    /** Actions that harmed jobs whose reservations nobody has ended. */
    List<Action> harmed(Predicate<String> ended) {
        return harm.entrySet().stream()
                .filter(each -> !ended.test(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private ActionOutcome create(Action.Create create) {
        Wanted wanted = create.wanted();
        if (kept.containsKey(wanted.name())) {
            return new ActionOutcome.Refused(ActionOutcome.Why.EXISTS, "Duplicate reservation name");
        }
        long start = Math.max(wanted.window().start(), clock.getAsLong());
        Window window = new Window(start, wanted.window().end());
        return put(wanted, window, !create.overJobs());
    }

    private ActionOutcome update(Action.Update update) {
        Kept present = kept.get(update.name());
        if (present == null) {
            return new ActionOutcome.Refused(ActionOutcome.Why.GONE, "Requested reservation is invalid");
        }
        boolean active = present.isActive(clock.getAsLong());
        if (active && !present.nodes().equals(update.to().nodes())) {
            faults.add("asked to change the nodes of an active reservation: " + update);
        }
        return put(
                update.to(),
                active
                        ? new Window(
                                present.window().start(), update.to().window().end())
                        : update.to().window(),
                !active && !update.overJobs());
    }

    private ActionOutcome put(Wanted wanted, Window window, boolean fresh) {
        for (Kept other : kept.values()) {
            if (!other.name().equals(wanted.name())
                    && other.window().overlaps(window)
                    && !Collections.disjoint(other.nodes(), wanted.nodes())) {
                return new ActionOutcome.Refused(
                        ActionOutcome.Why.OVERLAP, "Requested reservation overlaps with another reservation");
            }
        }
        for (ClusterJob job : jobs) {
            if (fresh && job.end() > window.start() && !Collections.disjoint(job.nodes(), wanted.nodes())) {
                return new ActionOutcome.Refused(ActionOutcome.Why.BUSY, "Requested nodes are busy with " + job);
            }
        }
        boolean isLicensed = wanted.licences().entrySet().stream()
                .allMatch(licence -> licence.getValue() + beside(wanted, window, licence.getKey())
                        <= licences.getOrDefault(licence.getKey(), 0L));
        Kept before = kept.get(wanted.name());
        SortedMap<String, Long> granted =
                isLicensed ? wanted.licences() : before == null ? new TreeMap<>() : before.licences();
        kept.put(
                wanted.name(),
                new Kept(
                        wanted.name(),
                        wanted.nodes(),
                        window,
                        new HashSet<>(wanted.users()),
                        true,
                        wanted.parts(),
                        granted));
        return granted.equals(wanted.licences())
                ? new ActionOutcome.Done()
                : new ActionOutcome.Refused(ActionOutcome.Why.NO_LICENCES, "Invalid license specification");
    }

    /** Sum of the licences of all others that overlap it at any time: so Slurm adds them up. */
    private long beside(Wanted wanted, Window window, String licence) {
        return kept.values().stream()
                .filter(other ->
                        !other.name().equals(wanted.name()) && other.window().overlaps(window))
                .mapToLong(other -> other.licences().getOrDefault(licence, 0L))
                .sum();
    }

    private ActionOutcome delete(String name) {
        beforeNextDelete.run();
        beforeNextDelete = () -> {};
        if (jobs.stream().anyMatch(job -> job.reservation().equals(Optional.of(name)))) {
            return new ActionOutcome.Refused(ActionOutcome.Why.IN_USE, "Requested reservation is in use");
        }
        return kept.remove(name) == null
                ? new ActionOutcome.Refused(ActionOutcome.Why.GONE, "Requested reservation is invalid")
                : new ActionOutcome.Done();
    }

    private ActionOutcome end(Action.End end) {
        Kept present = kept.get(end.name());
        if (present == null) {
            return new ActionOutcome.Refused(ActionOutcome.Why.GONE, "Requested reservation is invalid");
        }
        kept.put(
                end.name(),
                new Kept(
                        present.name(),
                        present.nodes(),
                        new Window(Math.min(present.window().start(), end.at() - 1), end.at()),
                        present.users(),
                        present.magnetic()));
        return new ActionOutcome.Done();
    }
}
