package dev.berth.lab.experiment.netto;

/**
 * Results of offering other times to refused jobs.
 *
 * @param taken how many jobs were accepted at another time than they asked for
 * @param meanPhi mean distance of these times from the requested ones, as a share of the job's duration (netto 3.2: the
 *     mean of |phi|); NaN if there were none
 */
record Offers(long taken, double meanPhi) {
    static final Offers NONE = new Offers(0, Double.NaN);
}
