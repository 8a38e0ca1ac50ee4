package dev.berth.lab.experiment.netto;

import java.util.List;
import java.util.function.ToDoubleFunction;

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
        double impossible,
        double rejected,
        double utilisation,
        double meanWaitHours,
        OfferResults offers,
        Sales sales) {
    /** The mean over several draws for one interval. */
    static NettoRun mean(List<NettoRun> draws) {
        if (draws.size() == 1) {
            return draws.getFirst();
        }
        double taken = mean(draws, draw -> draw.offers.taken());
        double phis = mean(draws, draw -> draw.offers.taken() == 0 ? 0 : draw.offers.taken() * draw.offers.meanPhi());
        return new NettoRun(
                mean(draws, NettoRun::impossible),
                mean(draws, NettoRun::rejected),
                mean(draws, NettoRun::utilisation),
                mean(draws, NettoRun::meanWaitHours),
                taken == 0 ? OfferResults.NONE : new OfferResults(taken, phis / taken),
                new Sales(mean(draws, draw -> draw.sales.revenue()), mean(draws, draw -> draw.sales.tooExpensive())));
    }

    private static double mean(List<NettoRun> draws, ToDoubleFunction<NettoRun> quantity) {
        return draws.stream().mapToDouble(quantity).sum() / draws.size();
    }

    double loss() {
        return impossible + rejected + sales.tooExpensive();
    }
}
