package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.workload.swf.Trace;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of singh's trace simulations (section 5) with the jobs of others on it.
 *
 * @param load of one copy of its log
 * @param meanServers of a task, so that a level of the workflow is half as wide as the cluster
 * @param trace a log to run instead of synthetic jobs, or null
 */
record SinghCluster(
        String name,
        int processors,
        double load,
        int meanServers,
        @Nullable Trace trace) {
    private static final SinghCluster SDSC = new SinghCluster("SDSC", 128, 0.74, 6, null);
    private static final SinghCluster CTC = new SinghCluster("CTC", 430, 0.64, 22, null);
    /** A log of more processors than this takes the place of CTC's, one of fewer that of SDSC's. */
    private static final int BETWEEN = 200;

    private static final long DAY = 86_400;
    /** Left of a log after the last submission of a workflow. */
    private static final long TAIL = 60 * DAY;

    /** Both, or the one whose place a log takes. */
    static List<SinghCluster> of(Options options) {
        Trace trace = options.trace();
        return trace == null ? List.of(SDSC, CTC) : List.of(of(trace));
    }

    static SinghCluster sdsc(Options options) {
        Trace trace = options.trace();
        return trace == null ? SDSC : of(trace);
    }

    static SinghCluster ctc(Options options) {
        Trace trace = options.trace();
        return trace == null ? CTC : of(trace);
    }

    private static SinghCluster of(Trace trace) {
        return new SinghCluster(trace.label(), trace.processors(), 0, Math.max(1, trace.processors() / 20), trace);
    }

    /** Whether it is CTC, or what the paper says of CTC is to be checked on it: a log of a large machine. */
    boolean isLikeCtc() {
        return processors > BETWEEN;
    }

    /** A name as part of the name of a quantity. */
    static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /**
     * Jobs of others.
     *
     * @param second with which probability a job of the second copy comes too
     * @param percent of its run time that a job is queued for
     */
    SinghLoad jobs(double second, int percent, int run, int runs, long seed) {
        Trace log = trace;
        if (log == null) {
            return SinghLoad.synthetic(processors, load, second, percent, seed);
        }
        long usable = Math.max(0, log.jobs().getLast().submit() - TAIL);
        return SinghLoad.of(log, usable * run / runs, second, percent, seed);
    }
}
