package dev.berth.lab.experiment.netto;

/**
 * What a run of netto's evaluation measures. Shares of the work are of all that was asked for.
 *
 * @param impossible share of the work that no empty machine could take
 * @param rejected share of the work refused for want of room
 * @param utilisation share of the processors' time in which jobs run
 * @param meanWaitHours from ready to start, over what was accepted
 * @param offers what came of other times offered to refused jobs
 * @param sales what came of prices and budgets
 */
record NettoRun(
        double impossible, double rejected, double utilisation, double meanWaitHours, Offers offers, Sales sales) {
    double loss() {
        return impossible + rejected + sales.tooExpensive();
    }
}
