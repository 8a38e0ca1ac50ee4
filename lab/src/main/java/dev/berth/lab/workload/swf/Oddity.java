package dev.berth.lab.workload.swf;

/** Problem with a job of a log. A skipped job counts once, for the first reason in this order that applies. */
public enum Oddity {
    MALFORMED(true, "not a job: fewer than 5 fields, or a field that is no number"),
    NO_SUBMIT(true, "no submit time"),
    NO_RUN_TIME(true, "a run time of 0 or unknown"),
    NO_PROCESSORS(true, "processors neither requested nor allocated"),
    TOO_WIDE(true, "more processors than the machine has"),

    SHORT_LINE(false, "fewer than 18 fields; the missing ones taken as unknown"),
    SUBMIT_BACKWARDS(false, "submitted before the job above; moved to that job's submit"),
    NO_REQUESTED_PROCESSORS(false, "no requested processors; the allocated ones taken"),
    NO_REQUESTED_TIME(false, "no requested time; the run time taken"),
    REQUEST_BELOW_RUN_TIME(false, "requested time below the run time; both kept");

    private final boolean skips;
    private final String words;

    Oddity(boolean skips, String words) {
        this.skips = skips;
        this.words = words;
    }

    /** Whether such a job is left out; if not it is mended as the words say. */
    public boolean skips() {
        return skips;
    }

    public String words() {
        return words;
    }
}
