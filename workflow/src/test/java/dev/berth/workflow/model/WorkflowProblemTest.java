package dev.berth.workflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkflowProblemTest {
    private static final Workflow CHAIN = Workflow.builder("chain")
            .task("a", "", 10)
            .task("b", "", 7)
            .edge("a", "b", 100)
            .build();
    private static final List<Machine> PAIR =
            List.of(new Machine("fast", Rate.FULL), new Machine("slow", Rate.of("0.3")));

    @Test
    void times_areWorkByRateRoundedUp() {
        WorkflowProblem problem = WorkflowProblem.of(CHAIN, Machines.uniform(PAIR, new Link(1, 30)));
        assertThat(problem.time(0, 0)).isEqualTo(10);
        assertThat(problem.time(0, 1)).isEqualTo(34);
        assertThat(problem.time(1, 1)).isEqualTo(24);
        assertThat(problem.totalTime(0)).isEqualTo(44);
        assertThat(problem.meanTime(0)).isEqualTo(22);
        assertThat(problem.transfer(0, 0, 1)).isEqualTo(4);
        assertThat(problem.transfer(0, 1, 1)).isZero();
        assertThat(problem.meanTransfer(0)).isEqualTo(100 / 30.0);
    }

    @Test
    void links_areThoseOfGroupsAndTheMachineItself() {
        List<Machine> three =
                List.of(new Machine("a1", Rate.FULL), new Machine("a2", Rate.FULL), new Machine("b", Rate.FULL));
        Link near = new Link(1, 1);
        Link far = new Link(5, 1);
        Link self = new Link(2, 1);
        Machines machines = Machines.grouped(
                three, new int[] {0, 0, 1}, new Link[][] {{near, far}, {far, near}}, new Link[] {self, Link.NONE});
        assertThat(machines.link(0, 1)).isEqualTo(near);
        assertThat(machines.link(0, 2)).isEqualTo(far);
        assertThat(machines.link(1, 1)).isEqualTo(self);
        assertThat(machines.link(2, 2)).isEqualTo(Link.NONE);
        // Two of six pairs are near, four are far.
        assertThat(machines.meanTimePerByte()).isEqualTo(22 / 6.0);
        assertThat(machines.indexOf("b")).isEqualTo(2);
        assertThat(machines.indexOf("c")).isEqualTo(-1);
    }

    @Test
    void link_isExactAndSaturates() {
        Random random = new Random(1);
        for (int k = 0; k < 10_000; k++) {
            Link link = new Link(
                    random.nextLong(1L << random.nextInt(1, 62)), 1 + random.nextLong(1L << random.nextInt(1, 50)));
            long data = random.nextLong(1L << random.nextInt(1, 50));
            BigInteger exact = BigInteger.valueOf(data)
                    .multiply(BigInteger.valueOf(link.time()))
                    .add(BigInteger.valueOf(link.data() - 1))
                    .divide(BigInteger.valueOf(link.data()));
            assertThat(BigInteger.valueOf(link.time(data)))
                    .isEqualTo(exact.min(BigInteger.valueOf(WorkflowProblem.LONGEST)));
        }
        assertThat(Link.bytesPerSecond(1_000_000).time(2_500_001)).isEqualTo(2501);
    }

    @Test
    void badMachines_areRefused() {
        refused(() -> Machines.of(0, Link.NONE), "machines: \"none\" must be at least one");
        refused(() -> new Machine(" ", Rate.FULL), "machine id: \" \" must not be blank");
        refused(
                () -> Machines.uniform(List.of(PAIR.get(0), PAIR.get(0)), Link.NONE),
                "machine id: \"fast\" must be unique");
        refused(() -> new Link(-1, 1), "link time: \"-1\" must be 0 or more");
        refused(() -> new Link(1, 0), "link data: \"0\" must be 1 byte or more");
        refused(() -> Machines.matrix(PAIR, new Link[1][1]), "links: \"1\" must be one row for each of the 2 machines");
        refused(
                () -> Machines.matrix(PAIR, new Link[][] {{Link.NONE, Link.NONE}, {Link.NONE}}),
                "links[1]: \"1\" must be one to each of 2");
        refused(
                () -> Machines.grouped(PAIR, new int[] {0}, new Link[][] {{Link.NONE}}, new Link[] {Link.NONE}),
                "groups: \"1\" must be one for each of the 2 machines");
        refused(
                () -> Machines.grouped(PAIR, new int[] {0, 1}, new Link[][] {{Link.NONE}}, new Link[] {Link.NONE}),
                "group: \"1\" must be one of the 1 groups with links");
        Machines two = Machines.of(2, Link.NONE);
        refused(() -> two.withBusy(List.of()), "busy: \"0\" must be one list for each of the 2 machines");
        refused(
                () -> two.withBusy(List.of(List.of(), List.of(new Window(5, 9), new Window(8, 10)))),
                "busy window of m1: \"[8, 10)\" must not be before the end of the previous window, 9");
    }

    @Test
    void badCosts_areRefused() {
        Machines two = Machines.of(2, Link.NONE);
        refused(
                () -> WorkflowProblem.of(CHAIN, two, new long[][] {{1, 1}}),
                "cost: \"1 rows\" must be one for each of 2 tasks");
        refused(
                () -> WorkflowProblem.of(CHAIN, two, new long[][] {{1, 1}, {1}}),
                "cost of task b: \"1 numbers\" must be one for each of 2 machines");
        refused(
                () -> WorkflowProblem.of(CHAIN, two, new long[][] {{1, 1}, {1, -1}}),
                "cost of task b on m1: \"-1\" must be from 0 to " + WorkflowProblem.LONGEST);
        refused(
                () -> WorkflowProblem.of(CHAIN, two).with(Machines.of(1, Link.NONE)),
                "machines: \"[Machine[id=m0, rate=1]]\" must be the same as before: [Machine[id=m0, rate=1],"
                        + " Machine[id=m1, rate=1]]");
    }

    @Test
    void badProgress_isRefused() {
        WorkflowProblem problem = WorkflowProblem.of(CHAIN, Machines.of(2, Link.NONE));
        refused(() -> Progress.from(-1), "not before: \"-1\" must be 0 or later");
        refused(() -> new Progress.Fixed(0, 0, 5, 4), "fixed task: \"0 [5, 4)\" must not end before its start");
        refused(() -> problem.with(happened(2, 0, 0)), "fixed task: \"2\" must be one of the 2 tasks, given once");
        refused(() -> problem.with(happened(0, 2, 0)), "machine of task a: \"2\" must be from 0 to 1");
        refused(() -> problem.with(happened(1, 0, 0)), "fixed task: \"b\" needs task a, which has not run");
        refused(() -> problem.with(happened(0, 0, 11)), "start of task a: \"11\" must not be after 10");
        assertThat(problem.with(happened(0, 0, 4)).origin()).isEqualTo(4);
        assertThat(problem.with(Progress.from(9)).origin()).isEqualTo(9);
    }

    private static Progress happened(int task, int machine, long start) {
        return new Progress(10, List.of(new Progress.Fixed(task, machine, start, 20)));
    }

    private static void refused(Runnable action, String message) {
        assertThatThrownBy(action::run).isInstanceOf(BadValue.class).hasMessage(message);
    }
}
