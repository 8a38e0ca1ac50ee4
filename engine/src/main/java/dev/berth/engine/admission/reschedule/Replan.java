package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.model.Refusal;

/**
 * A job goes where there is room; if there is none, one or two others move within their agreements to make some, and if
 * that is not enough all that waits is scheduled anew, the least flexible first. Berth's own.
 */
public final class Replan implements AdmissionPolicy {
    private final MakingRoom makingRoom;
    private final Rescheduling leastFlexibleFirst;

    public Replan(AdmissionContext context) {
        this.makingRoom = new MakingRoom(context);
        this.leastFlexibleFirst = new Rescheduling(Order.LFF, context);
    }

    @Override
    public Admission admit(Attempt attempt) {
        Outcome direct = attempt.inFreePlace();
        if (!lacksCapacity(direct)) {
            return direct;
        }
        Admission planned = attempt.byPlan(makingRoom.plan(attempt.job(), attempt.now()));
        if (planned == null) {
            planned = attempt.byPlan(leastFlexibleFirst.plan(attempt.id(), attempt.job(), attempt.now()));
        }
        return planned != null ? planned : direct;
    }

    private static boolean lacksCapacity(Outcome outcome) {
        return outcome instanceof Outcome.Unplaced unplaced && unplaced.refusal() instanceof Refusal.NoCapacity;
    }
}
