package dev.berth.lab.experiment.netto;

/**
 * Results of prices and budgets.
 *
 * @param revenue the prices of the accepted jobs, for each processor-hour that there was to sell
 * @param tooExpensive share of the work that was refused because its price was above its budget
 */
record Sales(double revenue, double tooExpensive) {
    static final Sales NONE = new Sales(0, 0);
}
