package dev.berth.provision.besteffort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Workflow;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueEstimateTest {
    private static final Workflow CHAIN = Workflow.builder("chain")
            .task("a", "", 10)
            .task("b", "", 20)
            .edge("a", "b", 1)
            .build();

    private static Provisioning problem(ParallelWorkflow application, Slot... slots) {
        return new Provisioning(application, SlotAvailability.of(new SlotSite("site", Rate.FULL), List.of(slots)), 0);
    }

    private static Slot slot(long start, int servers, long length, String unitCost, boolean open) {
        return new Slot(start, servers, length, new UnitCost(Money.of(unitCost), 1), Money.ZERO, open, open);
    }

    /** a runs on two of three servers from 0 to 10. b needs them for 20: one is taken at 15, so that it begins at 40. */
    @Test
    void eachTaskWaitsForRoom_andOnlyItsRunTimeIsPaid() {
        Provisioning problem = problem(
                ParallelWorkflow.of(CHAIN, 2),
                slot(0, 1, 1000, "2", true),
                slot(0, 2, 15, "3", false),
                slot(40, 2, 960, "1", true));
        assertThat(QueueEstimate.of(problem))
                .as("20 server-times at the price of 2, and 40 at that of 1")
                .contains(new QueueEstimate(0, 60, Money.of("80")));
    }

    @Test
    void ofSeveralSites_theOneWhereItEndsFirst_atItsRate() {
        SlotAvailability both = new SlotAvailability(
                List.of(new SlotSite("slow", Rate.of("0.5")), new SlotSite("late", Rate.FULL)),
                new Route[][] {{Route.NONE, Route.NONE}, {Route.NONE, Route.NONE}},
                List.of(new Offered(0, slot(0, 2, 1000, "1", true)), new Offered(1, slot(25, 2, 1000, "1", true))));
        ParallelWorkflow application = ParallelWorkflow.of(CHAIN, 1);
        assertThat(QueueEstimate.of(new Provisioning(application, both, 0)))
                .as("25 + 30 is before 60")
                .contains(new QueueEstimate(1, 55, Money.of("30")));
        assertThat(QueueEstimate.of(new Provisioning(application, both, 5)))
                .as("counted from 5")
                .contains(new QueueEstimate(1, 50, Money.of("30")));
    }

    @Test
    void whatFitsNowhere_hasNoEstimate() {
        assertThat(QueueEstimate.of(problem(ParallelWorkflow.of(CHAIN, 3), slot(0, 2, 100, "1", true))))
                .as("too wide")
                .isEmpty();
        assertThat(QueueEstimate.of(problem(ParallelWorkflow.of(CHAIN, 1), slot(0, 2, 29, "1", false))))
                .as("the slots end before it does")
                .isEmpty();
        assertThat(QueueEstimate.of(problem(ParallelWorkflow.of(CHAIN, 1)))).isEmpty();
    }

    /** A scheduler that knows its reservations and its queue is the oracle for a queue that knows the slots alone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fromSlotsAlone_itIsWhatTheSchedulerGives(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 50; trial++) {
            SiteScheduler site = new SiteScheduler(1 + random.nextInt(8), 100);
            site.advance(random.nextInt(20));
            for (int k = random.nextInt(12); k > 0; k--) {
                long start = site.now() + random.nextInt(60);
                site.reserve(new Window(start, start + 1 + random.nextInt(30)), 1 + random.nextInt(site.servers()));
                site.submit(1 + random.nextInt(site.servers()), 1 + random.nextInt(20));
            }
            ParallelWorkflow application = random(random, site.servers());
            SlotAvailability slots = SlotAvailability.of(new SlotSite("site", Rate.of("0.5")), site.slots());
            QueueEstimate estimate = QueueEstimate.of(new Provisioning(application, slots, site.now()))
                    .orElseThrow();
            BestEffort.Result real = BestEffort.run(
                    application, site, Rate.of("0.5"), List.<QueuedJob>of().iterator());
            assertThat(estimate)
                    .as("seed %d, trial %d", seed, trial)
                    .isEqualTo(new QueueEstimate(0, real.makespan(), real.cost(UnitCost.ONE)));
        }
    }

    private static ParallelWorkflow random(Random random, int widest) {
        int tasks = 1 + random.nextInt(8);
        Workflow.Builder builder = Workflow.builder("random");
        int[] servers = new int[tasks];
        for (int task = 0; task < tasks; task++) {
            builder.task("t" + task, "", random.nextInt(10));
            servers[task] = 1 + random.nextInt(widest);
            if (task > 0 && random.nextBoolean()) {
                builder.edge("t" + random.nextInt(task), "t" + task, 1);
            }
        }
        return new ParallelWorkflow(builder.build(), servers);
    }
}
