package dev.berth.service.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.codec.Codec;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.spare.Threshold;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Booked plans: kept, restored, taken back and forgotten. */
class PlansTest {
    private final Plans plans = new Plans();

    private static BookedPlan plan(long number, long deadline) {
        return plan(number, "ana", deadline);
    }

    private static BookedPlan plan(long number, String owner, long deadline) {
        Workflow workflow = Workflow.builder("w")
                .task("a", "get", 5)
                .task("b", "", 0)
                .edge("a", "b", 7)
                .build();
        ReadWorkflow read =
                new ReadWorkflow(workflow, Map.of("a", Map.of("p", 5L)), ReadWorkflow.Format.NATIVE, List.of());
        return new BookedPlan(
                number,
                owner,
                1,
                new PlanTerms(1, deadline, "heft", "r_cp_first", List.of("p"), 3, 4),
                Graph.of(read),
                List.of(
                        new TaskSlot("p", 1, 5, 9, 10 * number, TaskSlot.Told.NOTHING),
                        new TaskSlot("p", 9, 0, 9, 0, TaskSlot.Told.NOTHING)),
                0,
                false);
    }

    private Undo tell(PlanFact fact, long time) {
        return plans.apply(fact, time, "ana");
    }

    private List<String> pieces() {
        return pieces(plans);
    }

    private static List<String> pieces(Plans of) {
        return of.capture()
                .map(piece -> new String(piece, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void whatIsTold_isKnown_restored_andTakenBack() {
        List<String> empty = pieces();
        Undo first = tell(new PlanFact.Booked(plan(1, 100)), 1);
        List<String> one = pieces();
        assertThat(plans.get(1)).contains(plan(1, 100));
        assertThat(plans.of(10)).contains(1L);
        assertThat(plans.of(0)).isEmpty();
        assertThat(plans.next()).isEqualTo(2);
        TaskSlot moved = new TaskSlot("q", 20, 5, 30, 77, TaskSlot.Told.NOTHING);
        Undo second = tell(new PlanFact.Changed(1, Map.of(0, moved), false), 2);
        assertThat(plans.get(1).orElseThrow().slots().getFirst()).isEqualTo(moved);
        assertThat(plans.get(1).orElseThrow().changes()).isEqualTo(1);
        assertThat(plans.of(10)).isEmpty();
        assertThat(plans.of(77)).contains(1L);

        Plans other = new Plans();
        other.restore(plans.capture().iterator());
        assertThat(pieces(other)).isEqualTo(pieces());
        assertThat(other.of(77)).contains(1L);

        second.undo();
        assertThat(pieces()).isEqualTo(one);
        assertThat(plans.of(10)).contains(1L);
        first.undo();
        assertThat(pieces()).isEqualTo(empty);
        assertThat(plans.of(10)).isEmpty();
    }

    @Test
    void aMonthAfterItsDeadline_aPlanIsForgotten_andItsNumberIsNotUsedAgain() {
        long month = Duration.ofDays(30).toMillis();
        tell(new PlanFact.Booked(plan(1, 100)), 1);
        tell(new PlanFact.Booked(plan(2, month)), 100 + month);
        List<String> both = pieces();
        Undo third = tell(new PlanFact.Booked(plan(3, month)), 101 + month);
        assertThat(plans.all()).extracting(BookedPlan::number).containsExactly(2L, 3L);
        third.undo();
        assertThat(pieces()).isEqualTo(both);
        assertThat(plans.next()).isEqualTo(3);
        assertThatThrownBy(() -> tell(new PlanFact.Changed(9, Map.of(), false), 1))
                .hasMessage("there is no plan w9");
    }

    @Test
    void theGraph_readsBackWhatWasWritten() {
        ReadWorkflow read = plan(1, 5).graph().read();
        assertThat(Graph.of(read)).isEqualTo(plan(1, 5).graph());
        assertThat(read.workflow().edge(0).data()).isEqualTo(7);
        assertThat(plan(1, 5).finish()).isEqualTo(9);
    }

    /** Plans that one user gives up do not push out those of another. */
    @Test
    void ofPlansThatWereGivenUp_onlyTheLatestOfAUserAreKept() {
        // Every plan has two tasks and an edge.
        Plans few = new Plans(9, 14);
        for (long number = 1; number <= 6; number++) {
            String owner = number == 1 ? "ben" : "ana";
            few.apply(new PlanFact.Booked(plan(number, owner, 100)), 1, owner);
            few.apply(new PlanFact.Changed(number, Map.of(), true), 1, owner);
        }
        assertThat(few.all()).extracting(BookedPlan::number).containsExactly(1L, 4L, 5L, 6L);
        Undo carla = few.apply(new PlanFact.Booked(plan(7, "carla", 100)), 1, "carla");
        Undo released = few.apply(new PlanFact.Changed(7, Map.of(), true), 1, "carla");
        assertThat(few.all()).extracting(BookedPlan::number).containsExactly(1L, 5L, 6L, 7L);
        released.undo();
        carla.undo();
        assertThat(few.all()).extracting(BookedPlan::number).containsExactly(1L, 4L, 5L, 6L);
    }

    /** Plans of versions that knew no other threshold have none in the journal, and the default. */
    @Test
    void terms_withoutAThreshold_areWrittenAsBefore() {
        PlanTerms before = new PlanTerms(1, 9, "heft", "r_cp_first", List.of("p"), 3, 4);
        byte[] written = Codec.write(PlanTerms.class, before);
        assertThat(new String(written, StandardCharsets.UTF_8)).doesNotContain("threshold");
        assertThat(Codec.read(PlanTerms.class, written)).isEqualTo(before);
        assertThat(before.threshold()).isEqualTo(Threshold.DEFAULT);
        PlanTerms chosen = new PlanTerms(1, 9, "heft", "r_cp_first", List.of("p"), 3, 4, Optional.of(50_000));
        assertThat(Codec.read(PlanTerms.class, Codec.write(PlanTerms.class, chosen)))
                .isEqualTo(chosen);
        assertThat(chosen.threshold().percent()).isEqualTo("5%");
    }
}
