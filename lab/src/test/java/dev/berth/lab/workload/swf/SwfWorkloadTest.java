package dev.berth.lab.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import dev.berth.lab.workload.Arrival;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SwfWorkloadTest {
    private static final SwfJob FIRST = new SwfJob(11, 50, 5, 100, 3, 4, 200, 7, 1);
    private static final SwfJob SECOND = new SwfJob(12, 60, 5, 9, 1, 1, 9, -1, 1);

    private static Job job(String id, String user, long ready, long work, long deadline, int servers) {
        return new Job(
                new JobId(id),
                user,
                ready,
                deadline,
                new Shape.Rigid(servers, new Work(work)),
                Requirements.NONE,
                Terms.NONE);
    }

    @Test
    void next_noBookAhead_isReadyAtSubmit() {
        SwfWorkload workload = new SwfWorkload(List.of(FIRST, SECOND).iterator(), SlackRule.timesRunTime(0.5));

        assertThat(workload)
                .toIterable()
                .containsExactly(
                        new Arrival(50, job("11", "u7", 50, 100, 200, 4)),
                        new Arrival(60, job("12", "", 60, 9, 74, 1)));
    }

    @Test
    void next_bookAheadAndSlackOfTheJob_moveReadyAndDeadline() {
        AtomicLong ahead = new AtomicLong();
        SwfWorkload workload = new SwfWorkload(
                List.of(FIRST, SECOND).iterator(),
                () -> ahead.addAndGet(1000),
                job -> job.requestedTime() - job.runTime() + 1);

        assertThat(workload)
                .toIterable()
                .containsExactly(
                        new Arrival(50, job("11", "u7", 1050, 100, 1251, 4)),
                        new Arrival(60, job("12", "", 2060, 9, 2070, 1)));
    }

    @Test
    void next_negativeSlackOrBookAhead_isRefused() {
        assertThatThrownBy(new SwfWorkload(List.of(FIRST).iterator(), SlackRule.fixed(-1))::next)
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("slack: \"-1\"");
        assertThatThrownBy(new SwfWorkload(List.of(FIRST).iterator(), () -> -2, SlackRule.fixed(0))::next)
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("book-ahead: \"-2\"");
    }
}
