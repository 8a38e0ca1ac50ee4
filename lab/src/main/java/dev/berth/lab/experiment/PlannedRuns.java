package dev.berth.lab.experiment;

/**
 * Number of independent runs of an experiment, by scale, fixed before the first run: the paper's where it states one. To
 * run until an interval decides would bias the verdict, because an interval that is looked at often enough excludes zero
 * at some time by luck.
 *
 * @param paper at scale paper
 * @param reason why these, in words for the report
 */
public record PlannedRuns(int smoke, int quick, int paper, String reason) {
    /** Sentence of the report about the number of runs. */
    String words(Options options) {
        return options.runs() == null
                ? reason
                : "set with --runs; planned are %d at scale quick and %d at scale paper: %s"
                        .formatted(quick, paper, reason);
    }
}
