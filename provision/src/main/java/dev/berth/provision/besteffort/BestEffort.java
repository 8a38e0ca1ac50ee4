package dev.berth.provision.besteffort;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Work;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.site.Granted;
import dev.berth.provision.site.JobQueue;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Workflow;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A workflow without reservations (singh, section 5): each task joins the site's queue when those it needs have ended, among
 * the jobs of others. At one time the jobs of others come first, then tasks by their index. A task without work ends as it
 * is ready.
 */
public final class BestEffort {
    /**
     * Result of a run.
     *
     * @param makespan from the first submission to the end of the last task
     * @param serverTime of all tasks; only the time that a task uses is paid for (Eq 10)
     * @param waited from submission to start, summed over the tasks
     */
    public record Result(long makespan, long serverTime, long waited) {
        public Money cost(UnitCost unitCost) {
            return unitCost.of(serverTime);
        }
    }

    private record Ready(long time, int task) {}

    private final ParallelWorkflow application;
    private final JobQueue site;
    private final IntToLongFunction time;
    private final Iterator<QueuedJob> others;
    private @Nullable QueuedJob next;
    private final PriorityQueue<Ready> ready =
            new PriorityQueue<>(Comparator.comparingLong(Ready::time).thenComparingInt(Ready::task));
    private long serverTime;
    private long waited;

    private BestEffort(
            ParallelWorkflow application, JobQueue site, IntToLongFunction time, Iterator<QueuedJob> others) {
        this.application = application;
        this.site = site;
        this.time = time;
        this.others = others;
        this.next = others.hasNext() ? others.next() : null;
    }

    /**
     * Runs a workflow that is handed in now.
     *
     * @param site goes on in time until the workflow is done
     * @param others by submission, from now on; no more of them are asked for than come before the end
     */
    public static Result run(ParallelWorkflow application, SiteScheduler site, Rate rate, Iterator<QueuedJob> others) {
        return tryRun(application, site, task -> runTime(application, task, rate), others)
                .orElseThrow(() -> new BadValue(
                        "servers", application.widest(), "must be at most those of the site, " + site.servers()));
    }

    private static long runTime(ParallelWorkflow application, int task, Rate rate) {
        long work = application.workflow().task(task).work();
        return work == 0 ? 0 : rate.duration(new Work(work));
    }

    /**
     * The same at any queue; empty if a task never finds room there.
     *
     * @param time that a task runs for; 0 for one without work
     */
    static Optional<Result> tryRun(
            ParallelWorkflow application, JobQueue site, IntToLongFunction time, Iterator<QueuedJob> others) {
        return new BestEffort(application, site, time, others).run();
    }

    private Optional<Result> run() {
        Workflow workflow = application.workflow();
        int[] missing = new int[workflow.size()];
        long[] allEnded = new long[workflow.size()];
        for (int task = 0; task < missing.length; task++) {
            missing[task] = workflow.inDegree(task);
            if (missing[task] == 0) {
                ready.add(new Ready(site.now(), task));
            }
        }
        long begin = site.now();
        long last = begin;
        for (Ready now = ready.poll(); now != null; now = ready.poll()) {
            Cancelled.check();
            letOthersIn(now.time);
            OptionalLong submitted = submit(now.task);
            if (submitted.isEmpty()) {
                return Optional.empty();
            }
            long end = submitted.getAsLong();
            last = Math.max(last, end);
            // The window is known, but the children are told only when it ends.
            for (int k = 0; k < workflow.outDegree(now.task); k++) {
                int child = workflow.to(workflow.outEdge(now.task, k));
                allEnded[child] = Math.max(allEnded[child], end);
                if (--missing[child] == 0) {
                    ready.add(new Ready(allEnded[child], child));
                }
            }
        }
        return Optional.of(new Result(last - begin, serverTime, waited));
    }

    private void letOthersIn(long time) {
        for (QueuedJob job = next; job != null && job.submit() <= time; job = next) {
            site.advance(Math.max(site.now(), job.submit()));
            site.queue(job.servers(), job.runTime());
            next = others.hasNext() ? others.next() : null;
        }
        site.advance(time);
    }

    /** The end of the task; empty if it finds no room. */
    private OptionalLong submit(int task) {
        long length = time.applyAsLong(task);
        if (length == 0) {
            return OptionalLong.of(site.now());
        }
        Optional<Granted> queued = site.queue(application.servers(task), length);
        queued.ifPresent(granted -> {
            serverTime += granted.window().length() * application.servers(task);
            waited += granted.start() - site.now();
        });
        return queued.map(granted -> OptionalLong.of(granted.end())).orElse(OptionalLong.empty());
    }
}
