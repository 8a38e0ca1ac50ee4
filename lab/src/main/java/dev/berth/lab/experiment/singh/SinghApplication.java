package dev.berth.lab.experiment.singh;

import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.workflow.model.Workflow;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Singh's artificial workflow (section 3, Figure 3), in seconds: 100 tasks on 10 levels, 10 of a level in the mean. The paper
 * says no more; here each task but those of the first level needs one to three of the level before it, work is uniform up
 * to twice its mean, the data of an edge is what makes the mean transfer as long as the mean task, uniform up to twice
 * that, and the processors of a task are uniform from 1 to twice the mean less one.
 */
public final class SinghApplication {
    private static final int TASKS = 100;
    private static final int LEVELS = 10;
    private static final int MOST_PARENTS = 3;

    private SinghApplication() {}

    /**
     * Draws a workflow.
     *
     * @param meanServers of a task, at least 1
     */
    public static ParallelWorkflow draw(long seed, long meanWork, int meanServers) {
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom levelDraws = random.split();
        SplittableRandom workDraws = random.split();
        SplittableRandom edgeDraws = random.split();
        SplittableRandom serverDraws = random.split();
        int[] levels = new int[TASKS];
        for (int task = 0; task < TASKS; task++) {
            // The first ten see to it that no level is empty.
            levels[task] = task < LEVELS ? task : levelDraws.nextInt(LEVELS);
        }
        Arrays.sort(levels);
        Workflow.Builder workflow = Workflow.builder("singh");
        int[] servers = new int[TASKS];
        for (int task = 0; task < TASKS; task++) {
            workflow.task("t" + task, "level" + levels[task], workDraws.nextLong(1, 2 * meanWork));
            servers[task] = serverDraws.nextInt(1, 2 * meanServers);
        }
        for (int task = 0; task < TASKS; task++) {
            int level = levels[task];
            int[] before = IntStream.range(0, TASKS)
                    .filter(other -> levels[other] == level - 1)
                    .toArray();
            int parents = Math.min(before.length, edgeDraws.nextInt(1, MOST_PARENTS + 1));
            for (int k = 0; k < parents; k++) {
                int chosen = edgeDraws.nextInt(k, before.length);
                int parent = before[chosen];
                before[chosen] = before[k];
                before[k] = parent;
                long data = edgeDraws.nextLong(2 * meanWork * SinghSlots.BANDWIDTH);
                workflow.edge("t" + parent, "t" + task, data);
            }
        }
        return new ParallelWorkflow(workflow.build(), servers);
    }
}
