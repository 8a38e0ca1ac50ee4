package dev.berth.workflow.spare;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import java.util.Arrays;

/**
 * Recursive spare time allocation (zhao, section 3.3 and figure 3): what is left between the end of the last slot and
 * the deadline is shared out among all tasks, slots grow and shift, and again, until less than the threshold is left.
 *
 * <p>Readings. Figure 3 adds to its total inside the loop over the tasks; figure 6 shows that each task's total grows
 * once in a round. A task's spare time there counts from the end of its run time, its extension included: only so do
 * "two more iterations" reach the threshold in section 3.5. Variant 4 looks at spare time "as opposed to number 2", so
 * variants 2 and 3 do not: their tasks just get their shares. In variant 3 the share of a task in the first round is the
 * same as in variant 2, and only the critical path gets it; if the path got all there is, no second round would come.
 *
 * <p>Variants that look at spare time can ask for more than there is, when a gap closes that they counted on; what they
 * get is then cut to fit. The recursion also ends when no share is worth a unit of time any more, or when nothing more
 * fits. Where thousands of tasks run side by side, a round brings the end hardly nearer: after {@value #MOST_ROUNDS} rounds
 * a last one gives every task the share it had if only the critical path shared, cut to fit.
 */
final class Recursive implements SparePolicy {
    private static final int MOST_ROUNDS = 1000;

    private final String name;
    private final SpareShare share;
    private final boolean looksAtSpare;
    private final boolean criticalFirst;

    Recursive(String name, SpareShare share, boolean looksAtSpare, boolean criticalFirst) {
        this.name = name;
        this.share = share;
        this.looksAtSpare = looksAtSpare;
        this.criticalFirst = criticalFirst;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isRecursive() {
        return true;
    }

    @Override
    public Plan spread(WorkflowProblem problem, Schedule schedule, long deadline, long threshold) {
        SlotGraph graph = new SlotGraph(problem, schedule);
        long[] extension = new long[schedule.size()];
        long[] wanted = new long[schedule.size()];
        long[] start = graph.starts(extension);
        long left = deadline - graph.finish(start, extension);
        boolean[] all = new boolean[schedule.size()];
        Arrays.fill(all, true);
        boolean[] critical = LongestPath.path(graph, start);
        for (int round = 0; round <= MOST_ROUNDS; round++) {
            Cancelled.check();
            long[] shares = shares(
                    graph, left, criticalFirst && round == 0 ? critical : all, round == MOST_ROUNDS ? critical : all);
            if (Arrays.stream(shares).allMatch(part -> part == 0)) {
                break;
            }
            long[] more = looksAtSpare ? missing(graph, start, extension, wanted, shares) : shares;
            long[] longer = Fitting.extend(graph, extension, more, deadline);
            boolean cut =
                    Arrays.equals(longer, extension) && !Arrays.stream(more).allMatch(part -> part == 0);
            extension = longer;
            start = graph.starts(extension);
            left = deadline - graph.finish(start, extension);
            if (left < threshold || cut) {
                break;
            }
        }
        long[] spare = graph.spare(start, graph.finish(start, extension));
        return graph.plan(start, extension, spare, deadline, false);
    }

    /** Shares of the time left, divided among the sharing tasks that are not fixed; 0 for tasks that are not chosen. */
    private long[] shares(SlotGraph graph, long left, boolean[] chosen, boolean[] sharing) {
        long total = 0;
        for (int task = 0; task < sharing.length; task++) {
            total += sharing[task] && !graph.isFixed(task) ? share.weight(graph.time(task)) : 0;
        }
        long[] shares = new long[chosen.length];
        for (int task = 0; task < shares.length; task++) {
            if (chosen[task] && !graph.isFixed(task)) {
                shares[task] = SpareShare.part(left, share.weight(graph.time(task)), total);
            }
        }
        return shares;
    }

    /** Spare time that each task still lacks of its shares in all rounds so far; adds those of this round to {@code wanted}. */
    private static long[] missing(SlotGraph graph, long[] start, long[] extension, long[] wanted, long[] shares) {
        long[] spare = graph.spare(start, graph.finish(start, extension));
        long[] missing = new long[shares.length];
        for (int task = 0; task < shares.length; task++) {
            wanted[task] += shares[task];
            missing[task] = graph.isFixed(task) ? 0 : Math.max(0, wanted[task] - spare[task]);
        }
        return missing;
    }
}
