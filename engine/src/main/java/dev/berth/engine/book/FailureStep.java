package dev.berth.engine.book;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a failure of servers does to those who were to have them. Each is replanned within its terms, the most
 * urgent first; nobody else moves in time. What ran on a failed server starts over. Who finds no place is degraded; what
 * was only held is an offer that no longer stands.
 *
 * <p>A repair that is not reported when it was expected is overdue: nobody knows that the server works, so that nothing
 * may start there. The outage is extended by a quarter of the time it has lasted, which is a second failure for those who
 * counted on the server.
 */
final class FailureStep {
    /**
     * Divisor of the time that a server has been out, which gives the extension: a longer repair is extended by more,
     * and less often.
     */
    private static final int EXTENSION = 4;

    private final State state;

    FailureStep(State state) {
        this.state = state;
    }

    Decision fail(Roster roster, ServerSet servers, long repair) {
        if (repair <= state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, repair));
        }
        Refusal refusal = OutageStep.unknown(roster, servers);
        if (refusal == null && repair == Window.FOREVER) {
            refusal = outWithoutEstimate(roster, servers);
        }
        if (refusal != null) {
            return new Refused(refusal);
        }
        Window window = new Window(state.now, repair);
        return new Accepted(events(
                roster,
                servers.stream()
                        .mapToObj(server -> Outage.failure(server, window, repair))
                        .toList()));
    }

    /** There is nothing to say of a server that is out, unless it takes an estimate back or is only blocked. */
    private @Nullable Refusal outWithoutEstimate(Roster roster, ServerSet servers) {
        return roster.outages().stream()
                .filter(outage -> servers.contains(outage.server()) && !outage.isBlock())
                .filter(outage -> outage.window().start() <= state.now)
                .filter(outage -> !outage.isFailure() || outage.window().end() == Window.FOREVER)
                .findFirst()
                .map(outage -> new Refusal.OutOfService(roster.pool().id(), outage.server(), outage.window()))
                .orElse(null);
    }

    /** The first time at which a repair is expected; {@code Long.MAX_VALUE} if none is. */
    long nextRepair() {
        long next = Long.MAX_VALUE;
        for (Roster roster : state.rosters.values()) {
            for (Outage outage : roster.outages()) {
                if (outage.isFailure() && outage.window().end() < Window.FOREVER) {
                    next = Math.min(next, outage.window().end());
                }
            }
        }
        return next;
    }

    /** Extends the outages whose repair is overdue now, if there are any; all that was to happen before has happened. */
    boolean extendOverdue(Trial trial) {
        if (nextRepair() > state.now) {
            return false;
        }
        boolean any = false;
        for (Roster roster : state.rosters.values()) {
            List<Outage> longer = roster.outages().stream()
                    .filter(outage -> outage.isFailure() && outage.window().end() <= state.now)
                    .map(FailureStep::extended)
                    .toList();
            if (!longer.isEmpty()) {
                events(roster, longer).forEach(trial::add);
                any = true;
            }
        }
        return any;
    }

    private static Outage extended(Outage overdue) {
        Window window = overdue.window();
        long more = Math.max(1, window.length() / EXTENSION);
        return overdue.within(new Window(window.start(), Math.min(Window.FOREVER, window.end() + more)));
    }

    /** @param failed at most one outage for each server */
    private List<Event> events(Roster roster, List<Outage> failed) {
        return Displacement.forced(state, roster, replaced(roster, failed), failed);
    }

    /**
     * Events that adapt the servers' earlier outages: a failure is replaced by the new one, a planned outage keeps only
     * its part after the new one, and blocks stay.
     */
    private static List<Event> replaced(Roster roster, List<Outage> failed) {
        Map<Integer, Window> windows = new HashMap<>();
        failed.forEach(outage -> windows.put(outage.server(), outage.window()));
        PoolId pool = roster.pool().id();
        List<Event> events = new ArrayList<>();
        for (Outage known : roster.outages()) {
            Window window = windows.get(known.server());
            if (window == null || known.isBlock() || !(known.isFailure() || window.overlaps(known.window()))) {
                continue;
            }
            events.add(new Event.OutageEnded(pool, known));
            if (!known.isFailure() && known.window().end() > window.end()) {
                Window rest = new Window(window.end(), known.window().end());
                events.add(new Event.OutagePlanned(pool, known.within(rest)));
            }
        }
        return events;
    }
}
