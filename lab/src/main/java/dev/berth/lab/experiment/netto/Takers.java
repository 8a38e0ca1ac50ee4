package dev.berth.lab.experiment.netto;

/**
 * Those who take another time than they asked for, if they are refused and offered one.
 *
 * @param threshold how far off it may be, in per cent of the duration; 0 for nobody takes one
 * @param onlyFlexible whether it is only those whose intervals are flexible in other settings
 */
record Takers(int threshold, boolean onlyFlexible) {
    static final Takers NOBODY = new Takers(0, false);

    static Takers all(int threshold) {
        return new Takers(threshold, false);
    }

    boolean include(Submission submission) {
        return threshold > 0 && (submission.flexible() || !onlyFlexible);
    }
}
