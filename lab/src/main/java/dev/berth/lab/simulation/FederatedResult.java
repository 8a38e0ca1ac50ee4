package dev.berth.lab.simulation;

/**
 * Result of one run over several sites, without the warm-up. Shares are shares of the work.
 *
 * @param impossible work that could not meet its deadline on empty sites
 * @param rejected work refused for want of capacity
 * @param promisedWait from ready to the promised start, in hours: the mean over the accepted jobs
 * @param realWait from ready to the real start, in hours: the mean over the jobs ready within the measured span
 * @param price of an hour of accepted work
 */
public record FederatedResult(double impossible, double rejected, double promisedWait, double realWait, double price) {
    public double loss() {
        return impossible + rejected;
    }
}
