package dev.berth.service.workflow;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.Past;
import dev.berth.site.View;
import java.util.List;
import java.util.Optional;

/** Where a task of a booked plan stands now, from what was told of it and from its reservation. */
public record Standing(State state, long start, long end) {
    /** State of a task. */
    public enum State {
        WAITING,
        RUNNING,
        /** Its slot is over, and nobody said that anything went wrong. */
        ENDED,
        FINISHED,
        FAILED,
        /** Its reservation has lost its servers. */
        DEGRADED,
        /** Its reservation is gone before its time. */
        CANCELLED,
        RELEASED;

        /** Whether what it makes is there, or will be by the end of its slot. */
        public boolean hasBegun() {
            return this == RUNNING || this == ENDED || this == FINISHED;
        }
    }

    public static Standing of(View view, TaskSlot slot) {
        return switch (slot.told()) {
            case FINISHED -> at(State.FINISHED, slot);
            case FAILED -> at(State.FAILED, slot);
            case RELEASED -> at(State.RELEASED, slot);
            case NOTHING ->
                slot.reservation() == 0
                        ? at(slot.end() <= view.now() ? State.ENDED : State.WAITING, slot)
                        : reserved(view, slot);
        };
    }

    /** The reservations of these slots that are still open. */
    public static List<ReservationId> open(View view, List<TaskSlot> slots) {
        return slots.stream()
                .filter(slot -> slot.reservation() > 0 && of(view, slot).isOpen())
                .map(slot -> new ReservationId(slot.reservation()))
                .toList();
    }

    private static Standing at(State state, TaskSlot slot) {
        return new Standing(state, slot.start(), slot.end());
    }

    private static Standing reserved(View view, TaskSlot slot) {
        ReservationId id = new ReservationId(slot.reservation());
        Optional<Reservation> open = view.reservation(id);
        if (open.isPresent()) {
            Reservation reservation = open.get();
            return new Standing(
                    reservation.isRunning() ? State.RUNNING : State.WAITING,
                    reservation.window().start(),
                    reservation.window().end());
        }
        if (view.degraded(id).isPresent()) {
            return at(State.DEGRADED, slot);
        }
        return view.past(id)
                .map(Standing::past)
                .orElseGet(() -> at(slot.end() <= view.now() ? State.ENDED : State.CANCELLED, slot));
    }

    private static Standing past(Past past) {
        long start = past.reservation().window().start();
        long end = past.reservation().window().end();
        return switch (past.cause()) {
            case ENDED -> new Standing(State.ENDED, start, end);
            case FINISHED_EARLY -> new Standing(State.FINISHED, start, past.closed());
            default -> new Standing(State.CANCELLED, start, end);
        };
    }

    /** Whether its reservation is still open, so that there is something to give back. */
    public boolean isOpen() {
        return state == State.WAITING || state == State.RUNNING || state == State.DEGRADED;
    }
}
