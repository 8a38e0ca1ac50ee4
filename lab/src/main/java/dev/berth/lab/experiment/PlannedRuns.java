package dev.berth.lab.experiment;

import java.util.Optional;

/**
 * Number of independent runs of an experiment, by scale, fixed before the first run: the paper's where it states one. To
 * run until an interval decides would bias the verdict, because an interval that is looked at often enough excludes zero
 * at some time by luck.
 *
 * @param paper at scale paper
 * @param reason why these, in words for the report
 * @param deciding fewest runs that decided half of the claims that those at scale paper decide on SDSC-SP2; 0 if that was not measured
 */
public record PlannedRuns(int smoke, int quick, int paper, String reason, int deciding) {
    /** Without a measurement of how many runs decide. */
    public PlannedRuns(int smoke, int quick, int paper, String reason) {
        this(smoke, quick, paper, reason, 0);
    }

    /** The same runs, of which so many were seen to decide half of the claims. */
    public PlannedRuns deciding(int runs) {
        return new PlannedRuns(smoke, quick, paper, reason, runs);
    }

    /** Sentence of the report about the number of runs. */
    String words(Options options) {
        return options.runs() == null
                ? reason
                : "set with --runs; planned are %d at scale quick and %d at scale paper: %s"
                        .formatted(quick, paper, reason);
    }

    /** Warning for fewer runs than decide much, to be given before the first; none at scale smoke, of which nobody expects a verdict. */
    public Optional<String> tooFew(Options options) {
        int runs = options.runs(this);
        boolean isSmoke = options.scale() == Scale.SMOKE && options.runs() == null;
        return isSmoke || runs >= deciding
                ? Optional.empty()
                : Optional.of(
                        "%d runs will probably leave most claims undecided. On SDSC-SP2 it took %d to decide half of what the %d of scale paper decide: --runs %d"
                                .formatted(runs, deciding, paper, deciding));
    }
}
