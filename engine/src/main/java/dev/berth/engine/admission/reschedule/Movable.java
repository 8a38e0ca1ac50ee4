package dev.berth.engine.admission.reschedule;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;

/** What a waiting reservation is placed by when it moves. */
final class Movable {
    private Movable() {}

    /** The job whose times the reservation must keep wherever it goes: every new place in this package is found by it. */
    static Job jobOf(Reservation reservation) {
        return reservation.job();
    }
}
