package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaiterSearch;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides who waits, and who of those gets what has come free: the first in the order of the list for whom there is room, by
 * the rules of a booking. A later entry that needs less may so be served before an earlier one that still finds no room.
 */
final class WaitlistStep {
    /** Cost of one that is tried, beside the search for its place, in steps. */
    private static final int TRY = 2;

    private final State state;
    private final Function<Job, Decision> reserve;
    private final Holding hold;
    private final EarlyStartStep early;
    private final AdvanceStep advance;

    /** Decides to hold a job until a time. */
    @FunctionalInterface
    interface Holding {
        Decision hold(Job job, long until);
    }

    WaitlistStep(
            State state, Function<Job, Decision> reserve, Holding hold, EarlyStartStep early, AdvanceStep advance) {
        this.state = state;
        this.reserve = reserve;
        this.hold = hold;
        this.early = early;
        this.advance = advance;
    }

    Decision await(Command.Await command) {
        Job job = command.job();
        if (command.until() <= state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, command.until()));
        }
        Decision decision = reserve.apply(job);
        if (!(decision instanceof Refused refused) || !mayPass(refused.refusal())) {
            return decision;
        }
        WaiterId id = new WaiterId(state.waitlist.nextNumber());
        Waiter waiter = new Waiter(id, job, command.until(), command.hold(), state.now);
        long latest = waiter.latest();
        if (latest < state.now) {
            // Room may come, but never early enough for its owner to be asked.
            return decision;
        }
        return accepted(new WaitlistTurn.Joined(
                latest >= command.until() ? waiter : new Waiter(id, job, latest + 1, command.hold(), state.now)));
    }

    /** Whether there may be room later: everything else stays as it is however long somebody waits. */
    private static boolean mayPass(Refusal refusal) {
        return refusal instanceof Refusal.NoCapacity || refusal instanceof Refusal.OverBudget;
    }

    Decision leave(WaiterId id) {
        return state.waitlist.get(id) == null
                ? new Refused(new Refusal.UnknownWaiter(id))
                : accepted(new WaitlistTurn.Left(id, WaitlistTurn.Why.WITHDRAWN));
    }

    Decision passOver(WaiterId id) {
        return state.waitlist.get(id) == null
                ? new Refused(new Refusal.UnknownWaiter(id))
                : accepted(new WaitlistTurn.LookedTo(id));
    }

    private static Decision accepted(WaitlistTurn turn) {
        return new Accepted(List.of(new Event.Waitlist(turn)));
    }

    Decision serve() {
        if (state.waitlist.freed().isNothing()) {
            return new Accepted(List.of());
        }
        boolean isFresh = state.effort.spent() == 0;
        Trial trial = new Trial(state);
        try {
            startEarly(trial);
            return serve(trial, isFresh && trial.isEmpty());
        } finally {
            trial.undo();
        }
    }

    /** Reservations that may start early have a promise already, and come first. */
    private void startEarly(Trial trial) {
        early.begin();
        if (early.isDue() && advance.to(state.now) instanceof Accepted accepted) {
            accepted.events().forEach(trial::add);
        }
    }

    /** @param isFresh whether nothing of the effort was used for anything else */
    private Decision serve(Trial trial, boolean isFresh) {
        WaiterSearch search =
                new WaiterSearch(state.waitlist, state.now, this::freedFor, this::affords, state.effort::spend);
        Waiter last = null;
        for (Waiter waiter = search.next(); waiter != null; waiter = search.next()) {
            state.effort.spend(TRY);
            switch (place(waiter)) {
                case Accepted placed -> {
                    trial.add(new Event.Waitlist(new WaitlistTurn.Served(
                            waiter.id(), placed.reservation().id())));
                    placed.events().forEach(trial::add);
                    return new Accepted(trial.events(), placed.quote());
                }
                case Refused refused -> {
                    boolean mayHaveBeenGivenUp = state.effort.isSpent();
                    if (mayHaveBeenGivenUp && (last != null || !isFresh)) {
                        return lookedTo(last, trial);
                    }
                    if (refused.refusal() instanceof Refusal.NoCapacity) {
                        search.missed();
                    }
                }
                case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
            }
            last = waiter;
        }
        trial.add(new Event.Waitlist(new WaitlistTurn.CaughtUp()));
        return new Accepted(trial.events());
    }

    /**
     * Ends a look that has spent its effort: the next one begins with the entry that was tried last, and has a whole effort for
     * it. Only an entry that a whole effort was not enough for is looked at.
     */
    private static Decision lookedTo(@Nullable Waiter last, Trial trial) {
        if (last != null) {
            trial.add(new Event.Waitlist(new WaitlistTurn.LookedTo(last.id())));
        }
        return new Accepted(trial.events());
    }

    private Decision place(Waiter waiter) {
        Job job = waiter.asOf(state.now);
        return waiter.isHeld() ? hold.hold(job, state.now + waiter.hold()) : reserve.apply(job);
    }

    /** The window around what has come free in the pools that the requirements accept. */
    private @Nullable Window freedFor(Requirements requirements) {
        Window all = null;
        for (Map.Entry<PoolId, Window> freed : state.waitlist.freed().windows().entrySet()) {
            Window window = freed.getValue();
            if (window.end() > state.now && takes(requirements, freed.getKey())) {
                all = all == null
                        ? window
                        : new Window(Math.min(all.start(), window.start()), Math.max(all.end(), window.end()));
            }
        }
        return all;
    }

    private boolean takes(Requirements requirements, PoolId id) {
        Roster roster = state.rosters.get(id);
        return roster != null && requirements.match(roster.pool());
    }

    /** Whether the budget of an entry allows a pool where something has come free; a job with a choice of servers is tried. */
    private boolean affords(Requirements requirements, Waiter waiter) {
        if (state.tariffs.isEmpty() || waiter.job().shape().isMoldable()) {
            return true;
        }
        for (PoolId id : state.waitlist.freed().windows().keySet()) {
            Pool pool = takes(requirements, id) ? state.roster(id).pool() : null;
            if (pool != null
                    && pool.servers() >= waiter.job().servers()
                    && state.prices.allow(waiter.job(), waiter.job().servers(), id)) {
                return true;
            }
        }
        return false;
    }
}
