package dev.berth.workflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void diamond_byHand() {
        Workflow workflow = Workflow.builder("diamond")
                .task("a", "in", 10)
                .task("b", "mid", 5)
                .task("c", "mid", 7)
                .task("d", "out", 1)
                .task("e", "", 2)
                .edge("a", "b", 100)
                .edge("a", "c", 1)
                .edge("b", "d", 0)
                .edge("c", "d", 0)
                .build();
        Profile profile = Profile.of(workflow);
        assertThat(profile.tasks()).isEqualTo(5);
        assertThat(profile.edges()).isEqualTo(4);
        assertThat(profile.levels()).isEqualTo(3);
        assertThat(profile.widest()).isEqualTo(2);
        assertThat(profile.entries()).isEqualTo(2);
        assertThat(profile.exits()).isEqualTo(2);
        assertThat(profile.work()).isEqualTo(25);
        assertThat(profile.data()).isEqualTo(101);
        assertThat(profile.criticalPath()).containsExactly(0, 2, 3);
        assertThat(profile.criticalWork()).isEqualTo(18);
        assertThat(profile.parallelism()).isEqualTo(25.0 / 18);
        assertThat(profile.kinds())
                .containsEntry("mid", new Profile.Kind(2, 12))
                .containsEntry("", new Profile.Kind(1, 2));
    }

    @Test
    void noWork_isOneMachineWide() {
        assertThat(Profile.of(Workflow.builder("x").task("a", "", 0).build()).parallelism())
                .isEqualTo(1);
    }

    /** Against all chains of small random graphs. */
    @Test
    void criticalPath_isTheHeaviestChain() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            int size = random.nextInt(1, 9);
            Workflow.Builder builder = Workflow.builder("random");
            for (int task = 0; task < size; task++) {
                builder.task("t" + task, "", random.nextLong(0, 10));
            }
            for (int from = 0; from < size; from++) {
                for (int to = from + 1; to < size; to++) {
                    if (random.nextInt(3) == 0) {
                        builder.edge("t" + from, "t" + to, 0);
                    }
                }
            }
            Workflow workflow = builder.build();
            Profile profile = Profile.of(workflow);
            long heaviest = 0;
            for (int task = 0; task < size; task++) {
                heaviest = Math.max(heaviest, heaviestFrom(workflow, task));
            }
            assertThat(profile.criticalWork()).as("seed " + seed).isEqualTo(heaviest);
            List<Edge> along = new ArrayList<>();
            for (int at = 1; at < profile.criticalPath().size(); at++) {
                along.add(new Edge(
                        profile.criticalPath().get(at - 1),
                        profile.criticalPath().get(at),
                        0));
            }
            assertThat(workflow.edges()).as("seed " + seed).containsAll(along);
        }
    }

    private static long heaviestFrom(Workflow workflow, int task) {
        long best = 0;
        for (int k = 0; k < workflow.outDegree(task); k++) {
            best = Math.max(best, heaviestFrom(workflow, workflow.to(workflow.outEdge(task, k))));
        }
        return workflow.task(task).work() + best;
    }
}
