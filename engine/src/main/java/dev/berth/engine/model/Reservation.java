package dev.berth.engine.model;

/** A committed placement. Its servers are tentative while it waits and settled once it runs. */
public record Reservation(ReservationId id, Job job, Placement placement, State state) {
    /** What an open reservation can be; one that has ended is no longer in the book. */
    public enum State {
        WAITING,
        RUNNING
    }

    public Window window() {
        return placement.window();
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    public Reservation withPlacement(Placement other) {
        return new Reservation(id, job, other, state);
    }

    public Reservation withServers(ServerSet named) {
        return withPlacement(placement.withServers(named));
    }

    public Reservation started(ServerSet settled) {
        return new Reservation(id, job, placement.withServers(settled), State.RUNNING);
    }
}
