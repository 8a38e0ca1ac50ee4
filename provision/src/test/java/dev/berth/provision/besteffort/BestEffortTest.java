package dev.berth.provision.besteffort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Workflow;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BestEffortTest {
    private static final Workflow CHAIN = Workflow.builder("chain")
            .task("a", "", 10)
            .task("join", "", 0)
            .task("b", "", 20)
            .edge("a", "join", 1)
            .edge("join", "b", 1)
            .build();

    @Test
    void emptySite_theChainRunsAtOnce() {
        BestEffort.Result result = BestEffort.run(
                ParallelWorkflow.of(CHAIN, 3),
                new SiteScheduler(4, 100),
                Rate.of("0.5"),
                List.<QueuedJob>of().iterator());
        assertThat(result).isEqualTo(new BestEffort.Result(60, 180, 0));
        assertThat(result.cost(UnitCost.ONE)).isEqualTo(Money.of("180"));
    }

    /** b is told to the queue only when a has ended at 10; by then somebody has taken 5..25. */
    @Test
    void jobsOfOthers_getBetweenTheTasks() {
        SiteScheduler site = new SiteScheduler(4, 100);
        site.advance(100);
        BestEffort.Result result = BestEffort.run(
                ParallelWorkflow.of(CHAIN, 3),
                site,
                Rate.FULL,
                List.of(new QueuedJob(105, 4, 20), new QueuedJob(500, 4, 20)).iterator());
        // a 100-110, the other 110-130, b 130-150; the job at 500 is never asked for in vain.
        assertThat(result).isEqualTo(new BestEffort.Result(50, 90, 20));
        assertThat(site.now()).isEqualTo(110);
    }

    @Test
    void endlessJobsOfOthers_areAskedForOnlyUntilTheEnd() {
        Iterator<QueuedJob> endless = Stream.iterate(1L, time -> time + 7)
                .map(time -> new QueuedJob(time, 1, 3))
                .iterator();
        assertThat(BestEffort.run(ParallelWorkflow.of(CHAIN, 2), new SiteScheduler(3, 100), Rate.FULL, endless)
                        .makespan())
                .isEqualTo(30);
        assertThat(endless.next().submit()).isLessThan(40);
    }
}
