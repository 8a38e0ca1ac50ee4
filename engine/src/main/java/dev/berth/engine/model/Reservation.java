package dev.berth.engine.model;

/** A committed placement with its agreement. Its servers are tentative until it is bound or runs. */
public record Reservation(ReservationId id, Job job, Placement placement, State state, Agreement agreement) {
    /** State of an open reservation; one that has ended is no longer in the book. */
    public enum State {
        /** An offer whose servers are kept until it is confirmed or expires. */
        HELD,
        WAITING,
        /** Waits on servers that are settled already. */
        BOUND,
        RUNNING
    }

    /** Waiting reservation for a job in a book without a tariff. */
    public static Reservation waiting(ReservationId id, Job job, Placement placement, long now) {
        return new Reservation(id, job, placement, State.WAITING, Agreement.free(now));
    }

    public Window window() {
        return placement.window();
    }

    /** Whether it may move within its agreement: what is held stays until it is confirmed, and what is bound stays. */
    public boolean isWaiting() {
        return state == State.WAITING;
    }

    public boolean isBound() {
        return state == State.BOUND;
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Whether the agreement leaves its window no room to move. */
    public boolean isFixed() {
        return job.ready() == window().start() && job.deadline() == window().end();
    }

    /**
     * Its job for those who move it while it waits: not before the start that was promised, unless it may start when servers
     * are free, and then not before its owner can know.
     */
    public Job movable(long now) {
        Long notice = job.terms().notice();
        long promised = window().start();
        long from = notice == null ? promised : Math.min(promised, Math.max(job.ready(), now + notice));
        return from <= job.ready() ? job : job.within(from, job.deadline());
    }

    public Reservation withJob(Job other) {
        return new Reservation(id, other, placement, state, agreement);
    }

    public Reservation withPlacement(Placement other) {
        return new Reservation(id, job, other, state, agreement);
    }

    public Reservation withServers(ServerSet named) {
        return withPlacement(placement.withServers(named));
    }

    public Reservation withAgreement(Agreement other) {
        return new Reservation(id, job, placement, state, other);
    }

    public Reservation in(State other) {
        return new Reservation(id, job, placement, other, agreement);
    }

    public Reservation bound(ServerSet settled) {
        return withServers(settled).in(State.BOUND);
    }

    public Reservation started(ServerSet settled) {
        return new Reservation(id, job, placement.withServers(settled), State.RUNNING, agreement);
    }
}
