package dev.berth.engine.admission;

import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.List;
import java.util.Map;

/** Answer of an {@link AdmissionPolicy}: how the job gets into the book, or why it does not. */
public sealed interface Admission {
    /**
     * Others move for the job.
     *
     * @param reservation the reservation to be
     * @param moved the waiting reservations that go elsewhere, with their new placements
     * @param renamed the servers that are named for some, the new one among them, once all are in their places
     */
    record Planned(Reservation reservation, List<Reservation> moved, Map<ReservationId, ServerSet> renamed)
            implements Admission {}

    /** Nothing moves in time: where the job goes then, or why it goes nowhere. */
    sealed interface Outcome extends Admission {
        /**
         * The reservation to be, and other tentative servers for some that wait.
         *
         * @param repacked waiting reservations that go to other hosts or devices at their own times
         */
        record Placed(Reservation reservation, Map<ReservationId, ServerSet> renamed, List<Reservation> repacked)
                implements Outcome {
            public Placed(Reservation reservation, Map<ReservationId, ServerSet> renamed) {
                this(reservation, renamed, List.of());
            }

            /** Whether it changes nobody else's servers. */
            public boolean isBeside() {
                return renamed.isEmpty() && repacked.isEmpty();
            }
        }

        record Unplaced(Refusal refusal) implements Outcome {}
    }
}
