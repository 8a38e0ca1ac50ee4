package dev.berth.lab.simulation;

/**
 * What came of one run over several sites, the warm-up left out. Shares are those of the work.
 *
 * @param impossible work that could not meet its deadline on empty sites
 * @param rejected work refused for want of capacity
 * @param promisedWait from ready to the promised start, in hours: the mean over what was accepted
 * @param realWait from ready to the real start, in hours: the mean over what is ready within the measured span
 * @param price what an hour of accepted work costs
 */
public record FederatedResult(double impossible, double rejected, double promisedWait, double realWait, double price) {
    public double loss() {
        return impossible + rejected;
    }
}
