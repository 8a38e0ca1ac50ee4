package dev.berth.service.runs;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.booking.Bookings;
import dev.berth.site.Past;
import dev.berth.site.View;
import dev.berth.wire.Grace;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The runs whose servers the book has given to others before their runners said that the command is over. Its processes may
 * still live, so the next command on these servers waits: until that report, but no longer than a command can take that is kept
 * by its runner, or by the watchdog of a runner that was killed.
 */
final class Handover {
    /** Wait for a command that ran to the end of its window, in milliseconds; KILL is sent a moment before that end. */
    private static final long AT_THE_END = 5_000;

    /** Wait for a command that lost its servers early: its grace, and {@link #AT_THE_END} to hear of the loss. */
    private static final long TAKEN_BACK = Grace.SECONDS * 1_000 + AT_THE_END;

    private static final Window NOW = new Window(0, 1);

    private final Map<Long, Run> lost = new HashMap<>();

    /** Takes in what is known of a run at a time. */
    Undo set(Run run, long time) {
        lost.values().removeIf(other -> time - lostAt(other) > TAKEN_BACK);
        @Nullable Run before = put(run.reservation(), isLost(run) ? run : null);
        return () -> put(run.reservation(), before);
    }

    private @Nullable Run put(long reservation, @Nullable Run run) {
        return run == null ? lost.remove(reservation) : lost.put(reservation, run);
    }

    void restore(Collection<Run> all) {
        lost.clear();
        all.stream().filter(Handover::isLost).forEach(run -> lost.put(run.reservation(), run));
    }

    private static boolean isLost(Run run) {
        return run.ending().filter(ending -> ending.how() == Run.How.LOST).isPresent();
    }

    private static long lostAt(Run run) {
        return run.ending().map(Run.Ending::at).orElse(0L);
    }

    /**
     * Checks that no earlier command can still use the servers of a reservation.
     *
     * @throws dev.berth.wire.problem.Rejected if one may; that is over in a moment
     */
    void check(View view, Reservation next) {
        for (Run run : lost.values()) {
            if (run.reservation() != next.id().number() && mayUse(view, run, next.placement())) {
                throw Problem.of(
                                Code.SERVERS_IN_USE,
                                "The command that had servers of %s before has not ended yet; try again in a second"
                                        .formatted(next.id()))
                        .toException();
            }
        }
    }

    /** The same for servers that an opportunistic job gets. */
    void check(View view, PoolId pool, ServerSet servers) {
        for (Run run : lost.values()) {
            if (mayUse(view, run, new Placement(pool, servers.size(), NOW, servers))) {
                throw Problem.of(
                                Code.SERVERS_IN_USE,
                                "The command of %s, which had these servers before, has not ended yet; try again in a second"
                                        .formatted(new ReservationId(run.reservation())))
                        .toException();
            }
        }
    }

    private static boolean mayUse(View view, Run run, Placement next) {
        ReservationId id = new ReservationId(run.reservation());
        Optional<Past> past = view.past(id);
        long patience =
                past.filter(closed -> closed.cause() == Event.Cause.ENDED).isPresent() ? AT_THE_END : TAKEN_BACK;
        return view.now() - lostAt(run) < patience
                && past.map(Past::reservation)
                        .or(() -> Bookings.find(view, id))
                        .filter(before ->
                                before.placement().pool().equals(next.pool()) && overlap(before.placement(), next))
                        .isPresent();
    }

    /** Whether two placements have a server in common and, if both take slices of it, a device. */
    private static boolean overlap(Placement one, Placement other) {
        boolean areSlices =
                !one.taken().slice().isWhole() && !other.taken().slice().isWhole();
        int[] ones = one.servers().stream().toArray();
        int[] others = other.servers().stream().toArray();
        for (int i = 0; i < ones.length; i++) {
            for (int j = 0; j < others.length; j++) {
                boolean isSame = ones[i] == others[j];
                long common =
                        one.taken().devices().bits(i) & other.taken().devices().bits(j);
                if (isSame && (!areSlices || common != 0)) {
                    return true;
                }
            }
        }
        return false;
    }
}
