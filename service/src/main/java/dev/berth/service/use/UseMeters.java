package dev.berth.service.use;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.guard.Doubts;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.project.Memberships;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UseFact;
import dev.berth.service.report.UseSums;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.site.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Use of all reservations that run, as guards and runners measure it, and what their pools do about those that are idle. In memory
 * only: after a restart all times are counted anew, so that nothing is given back too early.
 */
public final class UseMeters {
    /** How often sums become durable. */
    private static final long PERIOD = Duration.ofHours(1).toMillis();

    /** Sketches of reservations that are over. */
    private static final int MOST_OVER = 2_000;

    private final IdleRules rules;
    private final UnixUsers users;
    private final LongSupplier timer;
    private final TreeMap<ReservationId, UseMeter> meters = new TreeMap<>();
    private final Doubts doubts = new Doubts();
    private final LinkedHashMap<ReservationId, UseSketch> over = new LinkedHashMap<>();

    /**
     * Measures the reservations of a site.
     *
     * @param timer milliseconds since any fixed moment, of a clock that nobody can set
     */
    public UseMeters(IdleRules rules, UnixUsers users, LongSupplier timer) {
        this.rules = rules;
        this.users = users;
        this.timer = timer;
    }

    /**
     * Measured use of a reservation.
     *
     * @param sums those that are not durable yet
     * @param idle present if it is idle
     */
    public record Measured(Optional<UseSketch> sketch, UseSums sums, Optional<IdleState> idle) {}

    /** Takes in the reading of a guard; returns what follows for the reservations on its host. */
    public synchronized List<IdleState> take(View view, HostReading reading) {
        Observation observation = Observation.of(reading);
        Map<Reservation, List<ServerLoad>> all = new HostLoads(view, observation, users, rules).all();
        all.forEach((reservation, loads) -> take(view, reservation, observation, loads));
        return states(view, all.keySet().stream().map(Reservation::id).toList(), reading.longestGap());
    }

    /**
     * Measurements of a runner, of its own command.
     *
     * @param host as the site calls it
     * @param cores in thousandths of a core
     */
    public record OwnReading(
            Run run, String host, List<HostReading.Card> cards, long cores, long mebibytes, Duration every) {}

    /** Takes in what a runner has measured of its own command; returns what follows. */
    public synchronized Optional<IdleState> take(View view, Reservation reservation, OwnReading reading) {
        Observation observation = Observation.of(
                reading.run().runner(),
                reading.host(),
                reading.cards(),
                new HostReading.UserLoad(users.of(reading.run().user()), reading.cores(), reading.mebibytes()),
                reading.every());
        take(view, reservation, observation, new HostLoads(view, observation, users, rules).of(reservation));
        return states(view, List.of(reservation.id()), observation.longestGap()).stream()
                .findAny();
    }

    /** Until when a reservation is kept if somebody asks for that now. */
    public long keptUntil(long now, Reservation reservation, Optional<Long> wanted) {
        long usual =
                rules.of(reservation.placement().pool()).map(IdleRule::keep).orElse(IdleRule.USUAL_KEEP);
        return Math.min(reservation.window().end(), now + wanted.orElse(usual));
    }

    private void take(View view, Reservation reservation, Observation observation, List<ServerLoad> loads) {
        Optional<String> project = Memberships.project(view, reservation.job());
        meters.computeIfAbsent(reservation.id(), any -> new UseMeter(reservation, project))
                .take(reservation, project, observation, loads, view.now(), timer.getAsLong());
    }

    /** Idle pieces of a reservation, and for how long they have been. */
    private record Idle(
            UseMeter meter, IdleRule rule, boolean isWhole, Set<IdlePiece> pieces, long idleFor, long sinceBegun) {
        Idle only(Set<IdlePiece> some, long time) {
            return new Idle(meter, rule, isWhole, some, time, sinceBegun);
        }

        ReservationId id() {
            return meter.reservation().id();
        }

        PoolId pool() {
            return meter.reservation().placement().pool();
        }

        Doubts.Unused unused(long now) {
            return new Doubts.Unused(id(), pool(), now - idleFor, rule.after());
        }
    }

    private List<IdleState> states(View view, List<ReservationId> some, long within) {
        long now = view.now();
        List<Idle> idle = meters.values().stream()
                .flatMap(meter -> idle(view, meter).stream())
                .toList();
        doubts.keep(idle.stream().map(Idle::id).collect(Collectors.toSet()));
        idle.stream()
                .map(Idle::pool)
                .distinct()
                .forEach(pool -> doubts.look(
                        idle.stream()
                                .filter(each -> each.pool().equals(pool))
                                .map(each -> each.unused(now))
                                .toList(),
                        (int) meters.values().stream()
                                .filter(meter ->
                                        meter.reservation().placement().pool().equals(pool))
                                .count(),
                        within));
        Set<ReservationId> idleNow = idle.stream().map(Idle::id).collect(Collectors.toSet());
        some.stream()
                .filter(id -> !idleNow.contains(id))
                .flatMap(id -> Optional.ofNullable(meters.get(id)).stream())
                .forEach(UseMeter::forgetWarning);
        return idle.stream()
                .filter(each -> some.contains(each.id()))
                .map(each -> state(each, now))
                .toList();
    }

    private Optional<Idle> idle(View view, UseMeter meter) {
        Reservation reservation = meter.reservation();
        Optional<IdleRule> rule = rules.of(reservation.placement().pool());
        if (rule.isEmpty()
                || view.reservation(reservation.id())
                        .filter(Reservation::isRunning)
                        .isEmpty()) {
            return Optional.empty();
        }
        long now = view.now();
        if (view.facts(MeasuredUses.class).keptUntil(reservation.id()) > now) {
            meter.countAnew();
            return Optional.empty();
        }
        long time = timer.getAsLong();
        long most = sinceBegun(view, reservation.id());
        long whole = Math.min(most, meter.idleFor(now, time));
        Placement placement = reservation.placement();
        if (rule.get().then() == IdleRule.Then.SHRINK && whole < rule.get().after() / 2) {
            Set<IdlePiece> free =
                    IdlePieces.releasable(placement, meter.free(rule.get().after() / 2, now, time));
            if (!free.isEmpty()) {
                long freeFor = Math.min(most, meter.freeFor(free, now, time));
                return Optional.of(new Idle(meter, rule.get(), false, free, freeFor, most));
            }
        }
        return whole < 0
                ? Optional.empty()
                : Optional.of(new Idle(meter, rule.get(), true, IdlePieces.servers(placement), whole, most));
    }

    /** The time since a command has begun: that is a use, whether it computes yet or not. */
    private static long sinceBegun(View view, ReservationId id) {
        return view.facts(Runs.class)
                .of(id)
                .filter(Run::isRunning)
                .map(run -> view.now() - run.began())
                .orElse(Long.MAX_VALUE);
    }

    private IdleState state(Idle idle, long now) {
        long patience = doubts.patience(idle.unused(now));
        Optional<IdleState> told = idle.meter().told().filter(state -> isStillTrue(idle, state, now));
        if (idle.rule().then() == IdleRule.Then.WARN) {
            boolean isDue = told.isEmpty() && idle.idleFor() >= patience;
            return state(idle, isDue ? IdleState.Step.TELL : IdleState.Step.NONE, now, 0);
        }
        if (told.isEmpty()) {
            // Its owner has half of the time to answer, whenever the first half was over.
            long until = now + Math.max(patience / 2, patience - idle.idleFor());
            boolean isDue = idle.idleFor() >= patience / 2
                    && until < idle.meter().reservation().window().end();
            return state(idle, isDue ? IdleState.Step.TELL : IdleState.Step.NONE, now, isDue ? until : 0);
        }
        long until = told.get().until();
        Idle due = due(idle, told.get(), patience, now);
        // The owner has had half of the time to answer, by the clock and by what was seen: a clock can jump.
        boolean isDue = now >= until
                && !due.pieces().isEmpty()
                && due.idleFor() - told.get().idleFor() >= patience / 2;
        return isDue ? state(due, IdleState.Step.GIVE_BACK, now, until) : state(idle, IdleState.Step.NONE, now, until);
    }

    /** Whoever was told of some servers does not know of the others, or that their time was counted anew. */
    private boolean isStillTrue(Idle idle, IdleState told, long now) {
        if (idle.isWhole()) {
            return told.isWhole() && told.pieces().containsAll(idle.pieces()) && idle.idleFor() >= told.idleFor();
        }
        if (told.isWhole()) {
            return false;
        }
        long free = idle.meter().freeFor(told.pieces(), now, timer.getAsLong());
        return Math.min(free, idle.sinceBegun()) >= told.idleFor();
    }

    private static IdleState state(Idle idle, IdleState.Step step, long now, long until) {
        return new IdleState(
                idle.id(),
                idle.rule(),
                step,
                now - idle.idleFor(),
                idle.idleFor(),
                until,
                idle.isWhole(),
                idle.pieces());
    }

    /** The pieces that may be given back: their owner knows of all of them, and all have been idle for long enough. */
    private Idle due(Idle idle, IdleState told, long patience, long now) {
        if (idle.isWhole()) {
            return idle.idleFor() >= patience ? idle : idle.only(Set.of(), 0);
        }
        long time = timer.getAsLong();
        Set<IdlePiece> known = new HashSet<>(idle.meter().free(patience, now, time));
        known.retainAll(told.pieces());
        Set<IdlePiece> due = IdlePieces.releasable(idle.meter().reservation().placement(), known);
        return idle.only(due, Math.min(idle.sinceBegun(), idle.meter().freeFor(due, now, time)));
    }

    /** Whether a state still holds: nothing was measured since that speaks against it, and its owner has not asked to keep it. */
    synchronized boolean stillHolds(View view, IdleState state) {
        UseMeter meter = meters.get(state.reservation());
        if (meter == null || idle(view, meter).isEmpty()) {
            return false;
        }
        long now = view.now();
        long time = timer.getAsLong();
        long idleFor = state.isWhole() ? meter.idleFor(now, time) : meter.freeFor(state.pieces(), now, time);
        return Math.min(idleFor, sinceBegun(view, state.reservation())) >= state.idleFor();
    }

    /** The owner was told. */
    synchronized void told(IdleState state) {
        Optional.ofNullable(meters.get(state.reservation())).ifPresent(meter -> meter.told(state));
    }

    /** Some pieces were given back, and the time of the others counts on. */
    synchronized void givenBack(IdleState state) {
        Optional.ofNullable(meters.get(state.reservation())).ifPresent(UseMeter::forgetWarning);
    }

    /** Somebody needs it: its time is counted anew. */
    public synchronized void kept(ReservationId id) {
        Optional.ofNullable(meters.get(id)).ifPresent(UseMeter::countAnew);
    }

    /** Measured use of a reservation, as far as this instance knows. */
    public synchronized Measured measured(View view, ReservationId id) {
        UseMeter meter = meters.get(id);
        if (meter == null) {
            return new Measured(Optional.ofNullable(over.get(id)), UseSums.NONE, Optional.empty());
        }
        return new Measured(
                Optional.of(meter.sketch()), meter.sums(), idle(view, meter).map(idle -> state(idle, view.now())));
    }

    /** Sums that are to be made durable now: of what is over, and of all that was measured for long enough. */
    synchronized List<UseFact.Measured> due(View view) {
        List<UseFact.Measured> due = new ArrayList<>();
        for (UseMeter meter : List.copyOf(meters.values())) {
            boolean isOver = view.reservation(meter.reservation().id())
                    .filter(Reservation::isRunning)
                    .isEmpty();
            boolean isOld = meter.sums().measured() > 0 && view.now() - meter.from() >= PERIOD;
            if (isOver && meter.sums().measured() == 0) {
                forget(meter);
            } else if (isOver || isOld) {
                meter.fact().ifPresent(due::add);
            }
        }
        return due;
    }

    /** All sums that are not durable yet. */
    synchronized List<UseFact.Measured> all() {
        return meters.values().stream().flatMap(meter -> meter.fact().stream()).toList();
    }

    private void forget(UseMeter meter) {
        ReservationId id = meter.reservation().id();
        meters.remove(id);
        over.put(id, meter.sketch());
        if (over.size() > MOST_OVER) {
            over.pollFirstEntry();
        }
    }

    synchronized void recorded(List<UseFact.Measured> facts, long now) {
        facts.forEach(fact -> Optional.ofNullable(meters.get(new ReservationId(fact.reservation())))
                .ifPresent(meter -> meter.recorded(fact, now)));
    }

    /** Guards and runners report to another instance from now on: what was known here is of no use any more. */
    synchronized void forget() {
        meters.clear();
        over.clear();
    }
}
