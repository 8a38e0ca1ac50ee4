package dev.berth.lab.experiment.netto;

/**
 * Measures of a run of netto's evaluation. Shares of the work are of all work that was submitted.
 *
 * @param impossible share of the work that no empty machine could take
 * @param rejected share of the work refused for want of room
 * @param utilisation share of the processors' time in which jobs run
 * @param meanWaitHours from ready to start, over the accepted jobs
 * @param offers results of offering other times to refused jobs
 * @param sales results of prices and budgets
 */
record NettoRun(
        double impossible, double rejected, double utilisation, double meanWaitHours, Offers offers, Sales sales) {
    double loss() {
        return impossible + rejected + sales.tooExpensive();
    }
}
