package dev.berth.provision.besteffort;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Work;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.site.Granted;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Workflow;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
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
    private final SiteScheduler site;
    private final Rate rate;
    private final Iterator<QueuedJob> others;
    private @Nullable QueuedJob next;
    private final PriorityQueue<Ready> ready =
            new PriorityQueue<>(Comparator.comparingLong(Ready::time).thenComparingInt(Ready::task));
    private long serverTime;
    private long waited;

    private BestEffort(ParallelWorkflow application, SiteScheduler site, Rate rate, Iterator<QueuedJob> others) {
        this.application = application;
        this.site = site;
        this.rate = rate;
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
        return new BestEffort(application, site, rate, others).run();
    }

    private Result run() {
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
            letOthersIn(now.time);
            long end = submit(now.task);
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
        return new Result(last - begin, serverTime, waited);
    }

    private void letOthersIn(long time) {
        for (QueuedJob job = next; job != null && job.submit() <= time; job = next) {
            site.advance(Math.max(site.now(), job.submit()));
            site.submit(job.servers(), job.runTime());
            next = others.hasNext() ? others.next() : null;
        }
        site.advance(time);
    }

    private long submit(int task) {
        long work = application.workflow().task(task).work();
        if (work == 0) {
            return site.now();
        }
        Granted granted = site.submit(application.servers(task), rate.duration(new Work(work)));
        serverTime += granted.window().length() * application.servers(task);
        waited += granted.start() - site.now();
        return granted.end();
    }
}
