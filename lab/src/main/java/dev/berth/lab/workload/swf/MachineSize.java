package dev.berth.lab.workload.swf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Doubt about the size of the machine that the header of a log tells. Some headers count cores that jobs never got, and how
 * long jobs wait in a replay depends on this one line more than on any policy.
 */
public final class MachineSize {
    /** A machine is hardly ever full to the last processor; a tenth that was never used belongs to something else. */
    private static final double USED = 0.9;

    /** Share of the time that is not looked at: at single moments the times of most logs overlap where jobs could not. */
    private static final double ODD = 0.001;

    private MachineSize() {}

    /**
     * Says what is strange about a size, in a sentence; empty if nothing is, or if the log does not say when its jobs ran.
     *
     * @param processors of the machine, as a header says
     * @param option by which the user sets another
     */
    public static Optional<String> doubt(int processors, List<SwfJob> jobs, String option) {
        if (jobs.isEmpty() || jobs.stream().anyMatch(job -> job.waited() < 0)) {
            return Optional.empty();
        }
        long inUse = inUse(jobs);
        if (inUse >= USED * processors) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "The header says that the machine has %,d processors; by the times of the log more than %,d were hardly ever in use at once. If the machine was smaller, say so with %s.",
                processors,
                inUse,
                option));
    }

    /** Processors in use by the waits and run times of the log, at most, but for a thousandth of the time. */
    private static long inUse(List<SwfJob> jobs) {
        List<Change> changes = new ArrayList<>(2 * jobs.size());
        for (SwfJob job : jobs) {
            long processors = job.allocatedProcessors() > 0 ? job.allocatedProcessors() : job.requestedProcessors();
            long start = job.submit() + job.waited();
            changes.add(new Change(start, processors));
            changes.add(new Change(start + job.runTime(), -processors));
        }
        changes.sort(Comparator.comparingLong(Change::at));
        long end = changes.getLast().at();
        NavigableMap<Long, Long> times = new TreeMap<>(Comparator.reverseOrder());
        long used = 0;
        for (int i = 0; i + 1 < changes.size(); i++) {
            used += changes.get(i).more();
            times.merge(used, changes.get(i + 1).at() - changes.get(i).at(), Long::sum);
        }
        double left = (end - changes.getFirst().at()) * ODD;
        for (Map.Entry<Long, Long> level : times.entrySet()) {
            left -= level.getValue();
            if (left < 0) {
                return level.getKey();
            }
        }
        return 0;
    }

    private record Change(long at, long more) {}
}
