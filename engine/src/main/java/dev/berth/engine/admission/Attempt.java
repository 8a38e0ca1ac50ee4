package dev.berth.engine.admission;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;
import org.jspecify.annotations.Nullable;

/** A job that is to be admitted, and the two ways to do so. */
public interface Attempt {
    /** Number that the job's reservation will have. */
    ReservationId id();

    Job job();

    long now();

    /** Admission into a free place: nothing that is booked moves in time. */
    Outcome inFreePlace();

    /**
     * Admission by a plan. The plan must keep every promise: that is not checked again.
     *
     * @return null if there is no plan, if it is too expensive for the job's budget, or if somebody finds no servers because of
     *     a planned outage
     */
    @Nullable
    Admission byPlan(@Nullable MovePlan plan);
}
