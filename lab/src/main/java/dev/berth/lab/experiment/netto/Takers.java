package dev.berth.lab.experiment.netto;

/**
 * Users who take another time than they asked for, if they are refused and offered one.
 *
 * @param threshold how far off it may be, in per cent of the duration; 0 for nobody takes one
 */
record Takers(int threshold) {
    static final Takers NOBODY = new Takers(0);
}
