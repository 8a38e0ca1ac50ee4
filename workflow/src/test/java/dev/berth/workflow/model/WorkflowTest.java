package dev.berth.workflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkflowTest {
    private static Workflow diamond() {
        return Workflow.builder("diamond")
                .task("d", "join", 4)
                .task("b", "", 2)
                .task("c", "", 3)
                .task("a", "fork", 1)
                .edge("a", "b", 10)
                .edge("a", "c", 20)
                .edge("b", "d", 30)
                .edge("c", "d", 40)
                .build();
    }

    @Test
    void graph_keepsTheOrderGiven() {
        Workflow workflow = diamond();
        assertThat(workflow.name()).isEqualTo("diamond");
        assertThat(workflow.size()).isEqualTo(4);
        assertThat(workflow.task(3)).isEqualTo(new Task("a", "fork", 1));
        assertThat(workflow.indexOf("c")).isEqualTo(2);
        assertThat(workflow.indexOf("x")).isEqualTo(-1);
        assertThat(workflow.edge(2)).isEqualTo(new Edge(1, 0, 30));
        assertThat(workflow.edges()).hasSize(workflow.edgeCount());
        assertThat(workflow.inDegree(0)).isEqualTo(2);
        assertThat(workflow.inEdge(0, 1)).isEqualTo(3);
        assertThat(workflow.outDegree(3)).isEqualTo(2);
        assertThat(workflow.outEdge(3, 0)).isZero();
        assertThat(workflow.data(1)).isEqualTo(20);
    }

    @Test
    void order_isByLevelThenIndex() {
        assertThat(diamond().levels()).containsExactly(2, 1, 1, 0);
        assertThat(diamond().order()).containsExactly(3, 1, 2, 0);
        assertThat(diamond().entries()).containsExactly(3);
        assertThat(diamond().exits()).containsExactly(0);
    }

    @Test
    void cycle_isNamedByItsTasks() {
        Workflow.Builder builder = Workflow.builder("loop")
                .task("start", "", 1)
                .task("a", "", 1)
                .task("b", "", 1)
                .task("c", "", 1)
                .task("end", "", 1)
                .edge("start", "a", 0)
                .edge("a", "b", 0)
                .edge("b", "c", 0)
                .edge("c", "a", 0)
                .edge("c", "end", 0);
        assertThatThrownBy(builder::build)
                .isInstanceOf(BadWorkflow.class)
                .hasMessageContainingAll("edges: ", "a -> b -> c -> a ");
        assertThatThrownBy(() -> Workflow.builder("self")
                        .task("a", "", 1)
                        .edge("a", "a", 0)
                        .build())
                .hasMessageContaining("a -> a");
    }

    @Test
    void whatIsWrong_isRefusedWithItsPlace() {
        Workflow.Builder builder = Workflow.builder("bad").task("a", "", 1).task("b", "", 1);
        refused(
                () -> builder.task("c", "", -1),
                "tasks[2].work",
                "task c has work -1, but work is from 0 to " + Work.MOST + " ms");
        refused(() -> builder.task(" ", "", 1), "tasks[2].id", "a task needs an id that is not blank");
        refused(() -> builder.edge("a", "x", 0), "edges[0].to", "there is no task x; name one of the 2 tasks");
        refused(() -> builder.edge("x", "a", 0), "edges[0].from", "there is no task x; name one of the 2 tasks");
        refused(
                () -> builder.edge("a", "b", -5),
                "edges[0].data",
                "an edge has data -5, but data is from 0 to 1125899906842624 bytes");
        builder.edge("a", "b", 1).edge("a", "b", 2);
        refused(builder::build, "edges[1]", "a second edge from a to b; give one edge with the data of both");
        refused(
                () -> Workflow.builder("twice")
                        .task("a", "", 1)
                        .task("a", "", 1)
                        .build(),
                "tasks[1].id",
                "task id a is also that of tasks[0]; every task needs its own");
        refused(
                () -> new Workflow("far", List.of(new Task("a", "", 1)), List.of(new Edge(0, 1, 0))),
                "edges[0].to",
                "there is no task 1; the tasks are 0 to 0");
        refused(
                () -> new Workflow("none", List.of(), List.of()),
                "tasks",
                "the workflow has 0 tasks, but it has from 1 to 131072");
        List<Task> many = new ArrayList<>(Collections.nCopies(Workflow.MOST_TASKS + 1, new Task("a", "", 1)));
        refused(
                () -> new Workflow("many", many, List.of()),
                "tasks",
                "the workflow has 131073 tasks, but it has from 1 to 131072");
    }

    private static void refused(Runnable action, String place, String problem) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(BadWorkflow.class, e -> {
            assertThat(e.place()).isEqualTo(place);
            assertThat(e.problem()).isEqualTo(problem);
            assertThat(e).hasMessage(place + ": " + problem);
        });
    }
}
