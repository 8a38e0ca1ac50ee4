package dev.berth.lab.workload.gpu;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Problem with a job of a GPU cluster's log. A job that is left out counts once, for the first reason that applies. */
public enum GpuOddity {
    NEVER_RAN(true, "no recorded begin or end"),
    ENDS_BEFORE_START(true, "an end before the begin"),
    NOTHING_ASKED(true, "neither a GPU nor a core"),
    TOO_WIDE(true, "no nodes, or more GPUs or cores on a node than any machine has"),

    ATTEMPT_WITHOUT_TIMES(false, "an attempt without times, which is left out"),
    STARTS_BEFORE_SUBMISSION(false, "begun before it was submitted; its begin taken as its submission"),
    UNEVEN(false, "GPUs or cores that do not divide by its nodes; rounded up on each");

    private final boolean skips;
    private final String words;

    GpuOddity(boolean skips, String words) {
        this.skips = skips;
        this.words = words;
    }

    /** Whether such a job is left out; if not it is mended as the words say. */
    public boolean skips() {
        return skips;
    }

    /** The counts as a person would tell them, a line for each oddity; empty if there were none. */
    static String words(Map<GpuOddity, Long> counts) {
        return Arrays.stream(values())
                .filter(counts::containsKey)
                .map(oddity -> (oddity.skips ? "skipped " : "kept ") + counts.get(oddity) + ": " + oddity.words)
                .collect(Collectors.joining("\n"));
    }
}
