package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import java.util.List;

/**
 * Room for wide jobs: a job that takes more than a quarter of the largest pool it may have is admitted as {@link Replan} does, by
 * moving others within their agreements; nothing moves for any other job. Narrow jobs find holes, and where they are spread evenly no
 * hole is left for wide ones, however long those can wait. In a pool of few servers most jobs would be wide, so it has none. Berth's own.
 */
public final class RoomForWide implements AdmissionPolicy {
    /** A job is wide if it takes more than this part of a pool. */
    private static final int PARTS = 4;

    /** Pools of fewer servers have no wide jobs. */
    private static final int FEWEST = 8;

    private final AdmissionContext context;
    private final Replan replan;

    public RoomForWide(AdmissionContext context) {
        this.context = context;
        this.replan = new Replan(context);
    }

    @Override
    public Admission admit(Attempt attempt) {
        return isWide(attempt.job()) ? replan.admit(attempt) : attempt.inFreePlace();
    }

    private boolean isWide(Job job) {
        int largest = 0;
        for (Roster roster : context.rosters().values()) {
            if (job.requirements().match(roster.pool())) {
                largest = Math.max(largest, roster.pool().servers());
            }
        }
        return largest >= FEWEST && (long) PARTS * job.shape().fewest() > largest;
    }

    @Override
    public void added(Reservation reservation) {
        replan.added(reservation);
    }

    @Override
    public void removed(Reservation reservation) {
        replan.removed(reservation);
    }

    @Override
    public void moved(List<Reservation> before, List<Reservation> after) {
        replan.moved(before, after);
    }

    @Override
    public void replaced(Reservation before, Reservation after) {
        replan.replaced(before, after);
    }
}
