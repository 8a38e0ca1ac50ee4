package dev.berth.lab.experiment.netto;

/**
 * Results of offering other times to refused jobs.
 *
 * @param taken how many jobs were accepted at another time than they asked for; a mean over the draws of an interval
 * @param meanPhi mean distance of these times from the requested ones, as a share of the job's duration (netto 3.2: the
 *     mean of |phi|); NaN if there were none
 */
record OfferResults(double taken, double meanPhi) {
    static final OfferResults NONE = new OfferResults(0, Double.NaN);
}
