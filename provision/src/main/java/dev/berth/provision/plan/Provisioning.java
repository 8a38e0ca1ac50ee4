package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;

/** The question: which slots for this workflow (singh, Eq 6)? With what every answer needs, worked out once. */
public final class Provisioning {
    private final ParallelWorkflow application;
    private final SlotAvailability availability;
    private final long now;
    private final long[][] times;
    private final int[] byRank;

    /**
     * A workflow, and what there is to choose from.
     *
     * @param now when the workflow is handed in; its makespan counts from here
     */
    public Provisioning(ParallelWorkflow application, SlotAvailability availability, long now) {
        this(application, availability, now, Map.of());
    }

    /**
     * The same for tasks some of which run for other times than work over rate.
     *
     * @param told how long a task runs at each site, by their names; tasks that are not in it run for work over rate
     * @throws BadWorkflow if a task is told its times and a site is left out
     */
    public Provisioning(
            ParallelWorkflow application,
            SlotAvailability availability,
            long now,
            Map<String, Map<String, Long>> told) {
        if (now < 0 || now >= Window.FOREVER) {
            throw new BadValue("now", now, "must be a time from 0 to " + (Window.FOREVER - 1));
        }
        this.application = application;
        this.availability = availability;
        this.now = now;
        Workflow workflow = application.workflow();
        times = new long[availability.sites().size()][workflow.size()];
        for (int site = 0; site < times.length; site++) {
            SlotSite where = availability.sites().get(site);
            for (int task = 0; task < workflow.size(); task++) {
                Map<String, Long> own = told.get(workflow.task(task).id());
                times[site][task] =
                        own == null ? byRate(workflow.task(task), where.rate()) : own(workflow.task(task), own, where);
            }
        }
        byRank = sortedByRank();
    }

    private static long byRate(Task task, Rate rate) {
        return task.work() == 0 ? 0 : rate.duration(new Work(task.work()));
    }

    private static long own(Task task, Map<String, Long> told, SlotSite where) {
        Long time = told.get(where.id());
        if (time == null) {
            throw new BadWorkflow(
                    "task " + task.id(),
                    "it has no seconds at %s, only at %s; add them, or leave %s out"
                            .formatted(
                                    where.id(),
                                    String.join(
                                            ", ",
                                            told.keySet().stream().sorted().toList()),
                                    where.id()));
        }
        return time;
    }

    /**
     * Figure 2: rank(i) = w(i) + max over the successors j of c(i,j) + rank(j), with w the mean run time over the sites and
     * c the mean transfer time between two different ones. All ranks are multiplied by the number of pairs of sites, so
     * that they are whole numbers. Of equal ranks the first in topological order comes first.
     */
    private int[] sortedByRank() {
        Workflow workflow = application.workflow();
        int[] order = workflow.order();
        long others = Math.max(1, times.length - 1);
        long[] rank = new long[workflow.size()];
        int[] position = new int[workflow.size()];
        for (int k = order.length - 1; k >= 0; k--) {
            int task = order[k];
            position[task] = k;
            long after = 0;
            for (int e = 0; e < workflow.outDegree(task); e++) {
                int edge = workflow.outEdge(task, e);
                after = Math.max(after, availability.transfers(workflow.data(edge)) + rank[workflow.to(edge)]);
            }
            long here = 0;
            for (long[] site : times) {
                here += site[task];
            }
            rank[task] = here * others + after;
        }
        return IntStream.range(0, rank.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(task -> -rank[task]).thenComparingInt(task -> position[task]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public ParallelWorkflow application() {
        return application;
    }

    public Workflow workflow() {
        return application.workflow();
    }

    public SlotAvailability availability() {
        return availability;
    }

    public long now() {
        return now;
    }

    /** How long a task runs at a site. */
    public long time(int task, int site) {
        return times[site][task];
    }

    /** All tasks by non-increasing rank; each comes after those it needs. */
    public int[] byRank() {
        return byRank.clone();
    }

    /** No plan is cheaper in server time: every task where it runs shortest (Eq 10, if there is one site). */
    public long leastServerTime() {
        long sum = 0;
        for (int task = 0; task < application.size(); task++) {
            int one = task;
            long shortest =
                    Arrays.stream(times).mapToLong(site -> site[one]).min().orElse(0);
            sum = Math.addExact(sum, Math.multiplyExact(shortest, application.servers(task)));
        }
        return sum;
    }
}
