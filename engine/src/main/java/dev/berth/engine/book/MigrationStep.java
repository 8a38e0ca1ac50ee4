package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides where work continues from a checkpoint that is taken when its window ends (castillo VI). The rest is a
 * reservation of its own: the same job and as many servers, ready at the checkpoint, due when it will be done.
 */
final class MigrationStep {
    private final State state;

    MigrationStep(State state) {
        this.state = state;
    }

    Decision decide(Reservation running, Shape rest) {
        long checkpoint = running.window().end();
        Job job = running.job().shaped(rest).within(checkpoint, Window.FOREVER - 1);
        Outcome.Placed best = firstToEnd(job);
        if (best == null) {
            return new Refused(state.placing.explain(job, state.now));
        }
        List<Event> events = new ArrayList<>(AdmissionStep.repacked(best));
        best.renamed().forEach((id, servers) -> events.add(new Event.Renamed(id, servers)));
        Reservation placed = best.reservation();
        events.add(new Event.Reserved(
                placed.withJob(job.within(checkpoint, placed.window().end()))));
        return new Accepted(List.copyOf(events));
    }

    /** Where it ends first; where that is the same, the pool for which fewer wait. */
    private Outcome.@Nullable Placed firstToEnd(Job job) {
        ReservationId id = new ReservationId(state.nextNumber);
        Outcome.Placed best = null;
        int waitingForBest = 0;
        for (Roster roster : state.rosters.values()) {
            if (!job.requirements().match(roster.pool())) {
                continue;
            }
            Outcome.Placed placed = state.placing.earliest(
                    id, job, job.servers(), state.now, roster.pool().id());
            if (placed == null) {
                continue;
            }
            int waiting = roster.waiting().size();
            long sooner = best == null ? 1 : end(best) - end(placed);
            if (sooner > 0 || (sooner == 0 && waiting < waitingForBest)) {
                best = placed;
                waitingForBest = waiting;
            }
        }
        return best;
    }

    private static long end(Outcome.Placed placed) {
        return placed.reservation().window().end();
    }
}
