package dev.berth.lab.experiment.recovery;

import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.simulation.Simulation;
import java.util.Map;

/** Sums of one run; servers count by their rates, so that an hour of a slow one is worth less. */
final class RecoveryTally {
    /** Share of all server-time that is used. */
    static final String USE = "use";

    /** Share of all server-time that reservations hold and nobody uses. */
    static final String IDLE = "idle";

    /** Share of the needed work whose jobs get no reservation. */
    static final String LOST = "lost";

    /** Hours from ready to the start, over those who come. */
    static final String WAIT = "wait";

    /** Hours on the list, over those who are served. */
    static final String LISTED = "listed";

    /** Share of those who were served, of all whose wait on the list is over. */
    static final String SERVED = "served";

    private static final double HOUR = 3_600_000;

    private final Window span;
    private double used;
    private double idle;
    private double asked;
    private double booked;
    private double waited;
    private long started;
    private double listed;
    private long served;
    private long expired;

    RecoveryTally(Window span) {
        this.span = span;
    }

    void asked(double needed) {
        asked += needed;
    }

    void booked(double needed) {
        booked += needed;
    }

    void served(long after) {
        served++;
        listed += after;
    }

    void expired() {
        expired++;
    }

    void started(long after) {
        started++;
        waited += after;
    }

    /** A reservation held its servers until this time. */
    void held(Stay stay, long until) {
        long last = Math.min(stay.usedUntil(), until);
        used += stay.power() * within(stay.window().start(), last);
        idle += stay.power() * within(last, until);
    }

    private double within(long from, long to) {
        return Math.max(0, Math.min(span.end(), to) - Math.max(span.start(), from));
    }

    /** @param capacity what all servers do in a unit of time */
    Measures measures(double capacity) {
        double all = capacity * span.length();
        return new Measures(Map.of(
                USE,
                used / all,
                IDLE,
                idle / all,
                LOST,
                Simulation.share(asked - booked, asked),
                WAIT,
                Simulation.share(waited / HOUR, (double) started),
                LISTED,
                served == 0 ? Double.NaN : listed / HOUR / served,
                SERVED,
                served + expired == 0 ? Double.NaN : (double) served / (served + expired)));
    }
}
