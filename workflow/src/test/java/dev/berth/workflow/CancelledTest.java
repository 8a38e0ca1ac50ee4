package dev.berth.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import dev.berth.workflow.read.FileLimits;
import dev.berth.workflow.read.MachineFiles;
import dev.berth.workflow.read.WorkflowFiles;
import dev.berth.workflow.schedule.Schedule;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.SparePolicies;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Whatever may take long ends when its thread is interrupted. */
class CancelledTest {
    private static final WorkflowProblem PROBLEM = WorkflowProblem.of(
            Workflow.builder("w")
                    .task("a", "", 5)
                    .task("b", "", 5)
                    .task("c", "", 5)
                    .edge("a", "c", 1)
                    .edge("b", "c", 1)
                    .build(),
            Machines.of(2, MachineFiles.USUAL_LINK));

    private static void isCancelled(String what, ThrowingCallable work) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(work).as(what).isInstanceOf(Cancelled.class);
        } finally {
            assertThat(Thread.interrupted())
                    .as("%s leaves the thread interrupted", what)
                    .isTrue();
        }
    }

    @Test
    void everyScheduler() {
        for (String name : Schedulers.names()) {
            isCancelled(name, () -> Schedulers.named(name).schedule(PROBLEM));
        }
    }

    @Test
    void everySparePolicy() {
        Schedule schedule = Schedulers.named("heft").schedule(PROBLEM);
        for (String name : SparePolicies.names()) {
            isCancelled(name, () -> SparePolicies.named(name).spread(PROBLEM, schedule, schedule.finish() * 2));
        }
    }

    @Test
    void everyReader() {
        for (String file : List.of(
                "<adag><job id=\"a\" runtime=\"1\"/></adag>",
                "{\"tasks\":[{\"id\":\"a\",\"seconds\":1}]}",
                "{\"workflow\":{\"tasks\":[{\"name\":\"a\"}]}}")) {
            isCancelled(
                    file,
                    () -> WorkflowFiles.read(
                            new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), FileLimits.USUAL));
        }
    }
}
