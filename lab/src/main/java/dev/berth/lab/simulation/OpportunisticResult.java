package dev.berth.lab.simulation;

/**
 * Result of the opportunistic jobs that ran beside the reservations of a run.
 *
 * @param utilisation share of time the servers are busy with them
 * @param workDone their work over what all servers can do
 * @param meanStintHours how long one runs at a stretch, until it ends or makes way
 */
public record OpportunisticResult(double utilisation, double workDone, double meanStintHours) {
    public static final OpportunisticResult NONE = new OpportunisticResult(0, 0, 0);
}
