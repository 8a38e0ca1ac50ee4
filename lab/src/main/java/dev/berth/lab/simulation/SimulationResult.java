package dev.berth.lab.simulation;

import java.util.List;

/**
 * What came of one run, the warm-up left out. Rates are shares of the work, or of the servers' time.
 *
 * @param impossible work that could not meet its deadline on an empty site
 * @param rejected work refused for want of capacity
 * @param utilisation share of time the servers are busy with reservations
 * @param meanWaitHours from ready to the promised start, over what was accepted
 * @param fluidLoss what no schedule can beat: see {@link Simulation}
 * @param cpuSeconds processor time of the whole run; measured, so never the same twice
 * @param workDone work of reservations over what all servers can do
 * @param opportunistic what opportunistic jobs did, if there were any
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
