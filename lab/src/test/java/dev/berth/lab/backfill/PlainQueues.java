package dev.berth.lab.backfill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Both kinds of backfilling moment by moment, on arrays of busy servers: as their definitions say, and as slow as that is.
 * Oracles for the queues that are used.
 */
final class PlainQueues {
    private final int servers;
    private final List<BatchJob> jobs;
    private final long[] starts;
    private final int[] busy;

    private PlainQueues(int servers, List<BatchJob> jobs) {
        this.servers = servers;
        this.jobs = jobs;
        this.starts = new long[jobs.size()];
        Arrays.fill(starts, Long.MAX_VALUE);
        long longest = jobs.getLast().submit();
        for (BatchJob job : jobs) {
            longest += 2 * job.estimate();
        }
        this.busy = new int[(int) longest];
    }

    /** Every job has a window from its submission on; early ends let the others move up, one after the other. */
    static long[] conservative(int servers, List<BatchJob> jobs) {
        PlainQueues plain = new PlainQueues(servers, jobs);
        for (int now = 0; now < plain.busy.length; now++) {
            if (plain.clearWhatEndsEarly(now)) {
                for (int job = 0; job < jobs.size(); job++) {
                    boolean waits = jobs.get(job).submit() < now && plain.starts[job] >= now;
                    if (waits) {
                        plain.occupy(job, plain.starts[job], -1);
                        plain.placeEarliest(job, now);
                    }
                }
            }
            for (int job = 0; job < jobs.size(); job++) {
                if (jobs.get(job).submit() == now) {
                    plain.placeEarliest(job, now);
                }
            }
        }
        return plain.starts;
    }

    private void placeEarliest(int job, long now) {
        long start = now;
        while (!fits(job, start)) {
            start++;
        }
        starts[job] = start;
        occupy(job, start, 1);
    }

    private boolean fits(int job, long start) {
        BatchJob wanted = jobs.get(job);
        for (long time = start; time < start + wanted.estimate(); time++) {
            if (busy[(int) time] + wanted.servers() > servers) {
                return false;
            }
        }
        return true;
    }

    private void occupy(int job, long start, int sign) {
        for (long time = start; time < start + jobs.get(job).estimate(); time++) {
            busy[(int) time] += sign * jobs.get(job).servers();
        }
    }

    /** Frees the rest of the estimates of jobs that end now; returns whether there was any. */
    private boolean clearWhatEndsEarly(long now) {
        boolean any = false;
        for (int job = 0; job < jobs.size(); job++) {
            BatchJob one = jobs.get(job);
            if (starts[job] != Long.MAX_VALUE && starts[job] + one.runTime() == now && one.estimate() > one.runTime()) {
                for (long time = now; time < starts[job] + one.estimate(); time++) {
                    busy[(int) time] -= one.servers();
                }
                any = true;
            }
        }
        return any;
    }

    /** A job starts if it fits now and the first one that does not could start as early as before. */
    static long[] easy(int servers, List<BatchJob> jobs) {
        PlainQueues plain = new PlainQueues(servers, jobs);
        for (int now = 0; now < plain.busy.length; now++) {
            plain.clearWhatEndsEarly(now);
            int head = -1;
            for (int job : plain.waiting(now)) {
                if (!plain.fits(job, now)) {
                    head = head < 0 ? job : head;
                    continue;
                }
                long before = head < 0 ? 0 : plain.earliest(head, now);
                plain.occupy(job, now, 1);
                if (head >= 0 && plain.earliest(head, now) > before) {
                    plain.occupy(job, now, -1);
                } else {
                    plain.starts[job] = now;
                }
            }
        }
        return plain.starts;
    }

    private List<Integer> waiting(long now) {
        List<Integer> waiting = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            if (jobs.get(job).submit() <= now && starts[job] == Long.MAX_VALUE) {
                waiting.add(job);
            }
        }
        return waiting;
    }

    private long earliest(int job, long now) {
        long start = now;
        while (!fits(job, start)) {
            start++;
        }
        return start;
    }
}
