package dev.berth.lab.experiment.netto;

/**
 * What came of other times offered to refused jobs.
 *
 * @param taken how many jobs were accepted at another time than they asked for
 * @param meanPhi how far off these were in the mean, as a share of the job's duration (netto 3.2: the mean of |phi|); not
 *     a number if there were none
 */
record Offers(long taken, double meanPhi) {
    static final Offers NONE = new Offers(0, Double.NaN);
}
