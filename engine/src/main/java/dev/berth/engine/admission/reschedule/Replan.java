package dev.berth.engine.admission.reschedule;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import java.util.List;

/**
 * A job goes where there is room; if there is none, others move within their agreements to make some. Berth's own.
 *
 * @see MakingRoom for who moves
 */
public final class Replan implements AdmissionPolicy {
    private final MakingRoom makingRoom;

    public Replan(AdmissionContext context) {
        this.makingRoom = new MakingRoom(context);
    }

    @Override
    public Admission admit(Attempt attempt) {
        Outcome direct = attempt.inFreePlace();
        if (!lacksCapacity(direct)) {
            return direct;
        }
        Admission planned = attempt.byPlan(makingRoom.plan(attempt.job(), attempt.now()));
        return planned != null ? planned : direct;
    }

    @Override
    public void added(Reservation reservation) {
        makingRoom.added(reservation);
    }

    @Override
    public void removed(Reservation reservation) {
        makingRoom.removed(reservation);
    }

    @Override
    public void moved(List<Reservation> before, List<Reservation> after) {
        before.forEach(makingRoom::removed);
        after.forEach(makingRoom::added);
    }

    @Override
    public void replaced(Reservation before, Reservation after) {
        makingRoom.removed(before);
        makingRoom.added(after);
    }

    private static boolean lacksCapacity(Outcome outcome) {
        return outcome instanceof Outcome.Unplaced unplaced && unplaced.refusal() instanceof Refusal.NoCapacity;
    }
}
