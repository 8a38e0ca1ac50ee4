package dev.berth.site;

/** A clock that can be wrong, and what has really elapsed. */
final class FakeTime implements TimeSource {
    private long wall;
    private long truth;

    FakeTime(long start) {
        wall = start;
        truth = start;
    }

    /** Time elapses and the clock goes with it. */
    void pass(long millis) {
        run(millis, millis);
    }

    /** The clock goes at a speed of its own; by 0 it stands still. */
    synchronized void run(long elapsed, long clock) {
        truth += elapsed;
        wall += clock;
    }

    synchronized void jump(long millis) {
        wall += millis;
    }

    /** Somebody sets the clock right. */
    synchronized void correct() {
        wall = truth;
    }

    synchronized long wall() {
        return wall;
    }

    synchronized long truth() {
        return truth;
    }

    @Override
    public synchronized Reading read() {
        return new Reading(wall, truth - 5_000);
    }
}
