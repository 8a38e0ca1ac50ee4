package dev.berth.lab.backfill;

import dev.berth.provision.backfill.Backfilling;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;

/** Runs batch jobs through a queue, each submitted in its time and running for its own run time. */
public final class BatchReplay {
    private record End(long time, int job) {}

    private final Backfilling queue;
    private final List<BatchJob> jobs;
    private final long[] starts;
    private final PriorityQueue<End> ends =
            new PriorityQueue<>(Comparator.comparingLong(End::time).thenComparingInt(End::job));

    private BatchReplay(Backfilling queue, List<BatchJob> jobs) {
        this.queue = queue;
        this.jobs = jobs;
        this.starts = new long[jobs.size()];
    }

    /**
     * When each job starts.
     *
     * @param jobs in the order of submission
     * @param started told how many jobs have started
     */
    public static long[] starts(Backfilling queue, List<BatchJob> jobs, IntConsumer started) {
        return new BatchReplay(queue, jobs).run(started);
    }

    private long[] run(IntConsumer started) {
        int submitted = 0;
        int begun = 0;
        while (begun < starts.length) {
            long now = Math.min(
                    submitted < jobs.size() ? jobs.get(submitted).submit() : Long.MAX_VALUE,
                    Math.min(queue.nextStart(), nextEnd()));
            for (; nextEnd() == now; ends.remove()) {
                queue.end(ends.element().job, now);
            }
            for (; submitted < jobs.size() && jobs.get(submitted).submit() == now; submitted++) {
                BatchJob job = jobs.get(submitted);
                queue.submit(submitted, job.servers(), job.estimate(), now);
            }
            for (int job : queue.start(now)) {
                starts[job] = now;
                ends.add(new End(now + jobs.get(job).runTime(), job));
                begun++;
            }
            started.accept(begun);
        }
        return starts;
    }

    private long nextEnd() {
        End next = ends.peek();
        return next == null ? Long.MAX_VALUE : next.time;
    }
}
