package dev.berth.lab.simulation;

import java.util.List;

/**
 * Result of one run, without the warm-up. Rates are shares of the work, or of the servers' time.
 *
 * @param impossible work that could not meet its deadline on an empty site
 * @param rejected work refused for want of capacity
 * @param utilisation share of time the servers are busy with reservations
 * @param meanWaitHours from ready to the promised start, over the accepted jobs
 * @param fluidLoss the loss that no schedule can beat: see {@link Simulation}
 * @param cpuSeconds processor time of the whole run; measured, so never the same twice
 * @param workDone work of reservations over what all servers can do
 * @param opportunistic result of the opportunistic jobs, if there were any
 * @param fulfilment how promises were kept, if that was measured
 * @param groups how the servers of each pool were used, in the order of the pools, if that was measured
 */
public record SimulationResult(
        double impossible,
        double rejected,
        double utilisation,
        double meanWaitHours,
        double fluidLoss,
        double cpuSeconds,
        double workDone,
        OpportunisticResult opportunistic,
        Fulfilment fulfilment,
        List<GroupUse> groups) {
    public double loss() {
        return impossible + rejected;
    }
}
