package dev.berth.lab.simulation;

/**
 * What the opportunistic jobs of a run did beside its reservations.
 *
 * @param utilisation share of time the servers are busy with them
 * @param workDone their work over what all servers can do
 * @param preemptions how often one makes way, for each one that ends
 */
public record OpportunisticResult(double utilisation, double workDone, double preemptions) {
    public static final OpportunisticResult NONE = new OpportunisticResult(0, 0, 0);
}
