package dev.berth.workflow.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.ScheduleCheck;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.PlanCheck;
import dev.berth.workflow.spare.Spare;
import dev.berth.workflow.spare.SparePolicies;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Every number that section 3.5 of zhao prints. */
class PaperExampleTest {
    private final WorkflowProblem problem = PaperExample.problem();
    private final Schedule schedule = PaperExample.schedule();

    @Test
    void schedule_isThatOfFigure5() {
        assertThat(ScheduleCheck.faults(problem, schedule)).isEmpty();
        assertThat(schedule.makespan()).isEqualTo(124_60);
        assertThat(schedule.tasksOn(0)).containsExactly(0, 5, 3, 6);
        assertThat(schedule.tasksOn(1)).containsExactly(4, 2, 8);
        assertThat(schedule.tasksOn(2)).containsExactly(1, 7, 9);
    }

    @Test
    void spare_isThatOfFigure6() {
        assertThat(Spare.of(problem, schedule)).containsExactly(0, 0, 4_60, 0, 0, 0, 1_20, 0, 2_30, 0);
    }

    @Test
    void criticalPath_isThatOfFigure7() {
        assertThat(Spare.criticalPath(problem, schedule)).containsExactly(0, 1, 7, 9);
    }

    @Test
    void evenTime_afterOneRound_hasTheSlotsOfFigure6() {
        // A threshold above all there is ends the recursion after its first round.
        Plan plan = spread("r_even_time", PaperExample.DEADLINE + 1);
        assertThat(slots(plan)).isEqualTo("""
                0 0.00 24.54
                1 44.14 74.68
                2 57.78 75.72
                3 62.08 73.62
                4 36.24 57.78
                5 24.54 62.08
                6 73.62 96.96
                7 74.68 128.22
                8 77.38 104.62
                9 133.36 159.90
                """);
        assertThat(extensions(plan)).containsExactly(7_54, 7_54, 2_94, 7_54, 7_54, 7_54, 6_34, 7_54, 5_24, 7_54);
    }

    @Test
    void evenTime_reachesFivePercentAfterTwoMoreRounds() {
        long left1 = left(spread("r_even_time", PaperExample.DEADLINE + 1));
        // A threshold just at what one round leaves needs another round, and so on.
        long left2 = left(spread("r_even_time", left1));
        long left3 = left(spread("r_even_time", left2));
        assertThat(left1).isEqualTo(200_00 - 159_90);
        assertThat(left2).isGreaterThanOrEqualTo(PaperExample.DEADLINE / 20);
        assertThat(left3).isLessThan(PaperExample.DEADLINE / 20).isNotNegative();
        assertThat(SparePolicies.named("r_even_time")
                        .spread(problem, schedule, PaperExample.DEADLINE)
                        .finish())
                .isEqualTo(200_00 - left3);
    }

    @Test
    void criticalPathEvenTime_hasTheSlotsOfFigure7() {
        assertThat(slots(spread("cp_even_time", 0))).isEqualTo("""
                0 0.00 35.85
                1 55.45 97.30
                2 74.11 101.67
                3 78.41 94.97
                4 47.55 74.11
                5 35.85 78.41
                6 94.97 124.53
                7 97.30 162.15
                8 101.67 136.23
                9 162.15 200.00
                """);
    }

    @Test
    void everyPolicy_givesAPlanThatCanBeKept() {
        for (String name : SparePolicies.names()) {
            Plan plan = SparePolicies.named(name).spread(problem, schedule, PaperExample.DEADLINE);
            assertThat(PlanCheck.faults(problem, plan)).as(name).isEmpty();
            assertThat(plan.sparePercentages().getMin()).as(name).isGreaterThan(10);
        }
    }

    private Plan spread(String policy, long threshold) {
        return SparePolicies.named(policy).spread(problem, schedule, PaperExample.DEADLINE, threshold);
    }

    private static long left(Plan plan) {
        return plan.deadline() - plan.finish();
    }

    private static long[] extensions(Plan plan) {
        long[] extension = new long[plan.size()];
        Arrays.setAll(extension, plan::extension);
        return extension;
    }

    private static String slots(Plan plan) {
        StringBuilder lines = new StringBuilder();
        for (int task = 0; task < plan.size(); task++) {
            lines.append(String.format(
                    Locale.ROOT, "%d %.2f %.2f%n", task, plan.start(task) / 100.0, plan.end(task) / 100.0));
        }
        return lines.toString().replace("\r", "");
    }
}
