package dev.berth.service.use;

import dev.berth.engine.model.Reservation;
import dev.berth.service.report.UseFact;
import dev.berth.service.report.UseSums;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Use of one reservation as it is measured now: its sketch, the sums that are not durable yet, and for how long it has been idle. */
final class UseMeter {
    private final UseSketch sketch = new UseSketch();
    private final IdleCount<Integer> idle = new IdleCount<>();
    /** The same of its pieces, where memory that is held counts as use. */
    private final IdleCount<IdlePiece> free = new IdleCount<>();
    /** When each server was measured last, and what each observer said of it then. */
    private final Map<Integer, Verdicts> servers = new HashMap<>();

    private UseSums sums = UseSums.NONE;
    private long from;
    private Reservation reservation;
    private Optional<String> project;
    /** Latest warning of its owner that still holds. */
    private Optional<IdleState> told = Optional.empty();

    private record Verdict(boolean isUsed, long gap, long at) {}

    private static final class Verdicts {
        private final Map<String, Verdict> byObserver = new HashMap<>();
        private long measured;

        private boolean isUsed(long now) {
            byObserver.values().removeIf(each -> now < each.at() || now - each.at() > each.gap());
            return byObserver.values().stream().anyMatch(Verdict::isUsed);
        }
    }

    UseMeter(Reservation reservation, Optional<String> project) {
        this.reservation = reservation;
        this.project = project;
    }

    Reservation reservation() {
        return reservation;
    }

    /** Takes in what an observer has measured of some of its servers. */
    void take(
            Reservation now,
            Optional<String> booked,
            Observation observation,
            List<ServerLoad> loads,
            long time,
            long timer) {
        reservation = now;
        project = booked;
        long gap = observation.longestGap();
        Map<Integer, Boolean> seen = new HashMap<>();
        Map<IdlePiece, Boolean> held = new HashMap<>();
        for (ServerLoad each : loads) {
            held.putAll(each.held());
            if (each.isKnown()) {
                seen.put(each.server(), each.isUsed());
                count(observation.observer(), gap, each, time);
            }
        }
        idle.take(observation.observer(), seen, gap, time, timer);
        free.take(observation.observer(), held, gap, time, timer);
        List<ServerLoad> known = loads.stream().filter(ServerLoad::isKnown).toList();
        if (!known.isEmpty()) {
            sketch.add(
                    time,
                    known.size(),
                    new Loads(
                            average(known, each -> each.loads().cards()),
                            average(known, each -> each.loads().cardMemory()),
                            average(known, each -> each.loads().cores()),
                            average(known, each -> each.loads().memory())));
        }
    }

    private void count(String observer, long gap, ServerLoad load, long time) {
        Verdicts verdicts = servers.computeIfAbsent(load.server(), any -> new Verdicts());
        verdicts.byObserver.put(observer, new Verdict(load.isUsed(), gap, time));
        long passed = time - verdicts.measured;
        boolean isUsed = verdicts.isUsed(time);
        if (verdicts.measured > 0 && passed > 0 && passed <= gap) {
            from = sums.measured() == 0 ? verdicts.measured : from;
            sums = sums.plus(new UseSums(
                    passed, isUsed ? passed : 0, passed * load.loads().busy() / Loads.ALL));
        }
        verdicts.measured = time;
    }

    private static int average(List<ServerLoad> loads, ToIntFunction<ServerLoad> measure) {
        double average = loads.stream()
                .mapToInt(measure)
                .filter(each -> each != Loads.UNKNOWN)
                .average()
                .orElse(Loads.UNKNOWN);
        return (int) Math.round(average);
    }

    /** For how long all of its servers have been idle; -1 if one of them is in use, or not known. */
    long idleFor(long time, long timer) {
        return idle.idleFor(reservation.placement().servers().stream().boxed(), time, timer);
    }

    /** For how long these pieces of it have been idle, with nothing left on them; -1 if one of them is in use, held or not known. */
    long freeFor(Set<IdlePiece> some, long time, long timer) {
        return free.idleFor(some.stream(), time, timer);
    }

    /** Its pieces that have been idle for this time, with nothing left on them. */
    Set<IdlePiece> free(long atLeast, long time, long timer) {
        return free.idle(atLeast, time, timer);
    }

    /** Its time is counted from now on: somebody needs it, or nobody knows what was used. */
    void countAnew() {
        idle.clear();
        free.clear();
        forgetWarning();
    }

    UseSketch sketch() {
        return sketch;
    }

    /** Sums that are not durable yet. */
    UseSums sums() {
        return sums;
    }

    /** Sums to be recorded; empty if nothing was measured since. */
    Optional<UseFact.Measured> fact() {
        return sums.measured() == 0
                ? Optional.empty()
                : Optional.of(new UseFact.Measured(
                        reservation.id().number(),
                        reservation.job().user(),
                        project,
                        reservation.placement().pool().name(),
                        from,
                        sums.measured(),
                        sums.used(),
                        sums.load()));
    }

    /** Forgets sums that are durable by now; what was measured meanwhile stays. */
    void recorded(UseFact.Measured fact, long now) {
        sums = new UseSums(sums.measured() - fact.measured(), sums.used() - fact.used(), sums.load() - fact.load());
        from = now;
    }

    /** When the first of what is not durable was measured. */
    long from() {
        return from;
    }

    Optional<IdleState> told() {
        return told;
    }

    void told(IdleState state) {
        told = Optional.of(state);
    }

    void forgetWarning() {
        told = Optional.empty();
    }
}
