package dev.berth.service.workflow;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.Past;
import dev.berth.site.View;
import java.util.List;
import java.util.Optional;

/** Where a task of a booked plan stands now, from what was told of it and from its reservation. */
public record TaskStanding(State state, long start, long end) {
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

    /** Where a task of a plan stands. */
    public static TaskStanding of(View view, BookedPlan plan, int task) {
        TaskSlot slot = plan.slots().get(task);
        boolean isOnWholeServer =
                plan.terms().wholeServers() && slot.told() == TaskSlot.Told.NOTHING && slot.reservation() > 0;
        return isOnWholeServer ? onWholeServer(view, slot) : of(view, slot);
    }

    /** Its server is there for all tasks on it: when it runs is said by its slot, and it may take longer. */
    private static TaskStanding onWholeServer(View view, TaskSlot slot) {
        TaskStanding server = of(view, slot);
        return switch (server.state()) {
            case RUNNING -> {
                long usual = Math.max(slot.start() + slot.time(), view.now());
                yield view.now() < slot.start()
                        ? at(State.WAITING, slot)
                        : new TaskStanding(State.RUNNING, slot.start(), Math.min(usual, server.end()));
            }
            case FINISHED -> at(slot.start() < server.end() ? State.ENDED : State.CANCELLED, slot);
            default -> at(server.state(), slot);
        };
    }

    public static TaskStanding of(View view, TaskSlot slot) {
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

    private static TaskStanding at(State state, TaskSlot slot) {
        return new TaskStanding(state, slot.start(), slot.end());
    }

    private static TaskStanding reserved(View view, TaskSlot slot) {
        ReservationId id = new ReservationId(slot.reservation());
        Optional<Reservation> open = view.reservation(id);
        if (open.isPresent()) {
            Reservation reservation = open.get();
            return new TaskStanding(
                    reservation.isRunning() ? State.RUNNING : State.WAITING,
                    reservation.window().start(),
                    reservation.window().end());
        }
        if (view.degraded(id).isPresent()) {
            return at(State.DEGRADED, slot);
        }
        return view.past(id)
                .map(TaskStanding::past)
                .orElseGet(() -> at(slot.end() <= view.now() ? State.ENDED : State.CANCELLED, slot));
    }

    private static TaskStanding past(Past past) {
        long start = past.reservation().window().start();
        long end = past.reservation().window().end();
        return switch (past.cause()) {
            case ENDED -> new TaskStanding(State.ENDED, start, end);
            case FINISHED_EARLY -> new TaskStanding(State.FINISHED, start, past.closed());
            case NO_SHOW, CANCELLED, EXPIRED, DISPLACED -> new TaskStanding(State.CANCELLED, start, end);
        };
    }

    /** Whether its reservation is still open, so that there is something to give back. */
    public boolean isOpen() {
        return state == State.WAITING || state == State.RUNNING || state == State.DEGRADED;
    }
}
