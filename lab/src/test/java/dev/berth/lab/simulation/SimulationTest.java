package dev.berth.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final long HOUR = 3_600_000;

    /**
     * One server of rate 1; hours. a: asks at 0, ready 0, 4 long, due by 4. b: asks at 1, ready 2, 4 long, due by 9: starts
     * at 4, has waited 2. c: asks at 2, ready 2, 3 long, due by 6: no room. d: asks at 10, ready 10, 5 long, due by 12:
     * impossible. Work 16: lost 3 for want of room and 5 as impossible. Busy 8 of the 10 hours from 0 to 10.
     */
    @Test
    void threeJobsAndOneImpossible_byHand() {
        List<Arrival> arrivals =
                List.of(arrival(0, 0, 4, 4), arrival(1, 2, 4, 9), arrival(2, 2, 3, 6), arrival(10, 10, 5, 12));
        Window span = Simulation.span(arrivals.iterator(), 10, 0);
        assertThat(span).isEqualTo(new Window(0, 10 * HOUR));
        SimulationResult result =
                Simulation.run("earliest", List.of(new Pool("p", 1, "1")), arrivals.iterator(), 10, 0, span);
        assertThat(result.rejected()).isCloseTo(3 / 16.0, within(1e-12));
        assertThat(result.impossible()).isCloseTo(5 / 16.0, within(1e-12));
        assertThat(result.loss()).isCloseTo(8 / 16.0, within(1e-12));
        assertThat(result.utilisation()).isCloseTo(0.8, within(1e-12));
        assertThat(result.workDone()).isCloseTo(0.8, within(1e-12));
        assertThat(result.opportunistic()).isEqualTo(OpportunisticResult.NONE);
        assertThat(result.fulfilment()).isEqualTo(Fulfilment.UNKNOWN);
        assertThat(result.meanWaitHours()).isCloseTo(1, within(1e-12));
        assertThat(result.fluidLoss()).as("16 hours asked, 10 to be had").isCloseTo(6 / 16.0, within(1e-12));
    }

    @Test
    void warmUp_isNotCounted() {
        List<Arrival> arrivals = List.of(arrival(0, 0, 4, 3), arrival(1, 2, 4, 9), arrival(5, 6, 1, 20));
        SimulationResult result = Simulation.run(
                "level", List.of(new Pool("p", 1, "1")), arrivals.iterator(), 3, 1, new Window(HOUR, 5 * HOUR));
        assertThat(result.loss()).as("the impossible job was the warm-up").isZero();
        assertThat(result.utilisation()).as("busy from 2 to 5 of 1 to 5").isCloseTo(0.75, within(1e-12));
    }

    /**
     * Two servers of rate 1; hours. a: asks at 0, ready 1, 4 long, due by 20, starts at 1. b: the same, which level puts
     * behind a, at 5; but a server is idle and it starts at 1 as well. c: asks at 2, ready at 20, after the span: it is
     * served, but it does not count. So the promised waits are 0 and 4, the real ones 0 and 0.
     */
    @Test
    void followed_byHand() {
        List<Arrival> arrivals = List.of(arrival(0, 1, 4, 20), arrival(0, 1, 4, 20), arrival(10, 20, 3, 40));
        List<Pool> pools = List.of(new Pool("p", 2, "1"));
        Window span = new Window(0, 10 * HOUR);
        SimulationResult asPromised =
                Simulation.followed(BookPolicy.asPromised("level"), pools, arrivals.iterator(), 3, 0, span);
        assertThat(asPromised.fulfilment()).isEqualTo(new Fulfilment(2, 2, 6, 0, 0, 0));
        SimulationResult early = Simulation.followed(
                BookPolicy.asPromised("level").startingEarly(), pools, arrivals.iterator(), 3, 0, span);
        assertThat(early.fulfilment()).isEqualTo(new Fulfilment(2, 0, 4, 0, 0.5, 0));
        assertThat(early.utilisation()).isEqualTo(asPromised.utilisation()).isCloseTo(0.4, within(1e-12));
    }

    /**
     * One server; hours. a: asks at 0, ready 1, 4 long, due by 20. b: asks at 0, ready 1, 3 long, due by 4, for which replan
     * moves a from 1 to 4: one move of two reservations, and one of them starts later than promised first. Of the 6 hours
     * from 0 to 6 the server is busy from 1 on.
     */
    @Test
    void moves_areCounted_andWhatWasPromisedFirst() {
        List<Arrival> arrivals = List.of(arrival(0, 1, 4, 20), arrival(0, 1, 3, 4), arrival(6, 9, 1, 20));
        SimulationResult result = Simulation.followed(
                BookPolicy.asPromised("earliest").admitting("replan").startingEarly(),
                List.of(new Pool("p", 1, "1")),
                arrivals.iterator(),
                3,
                0,
                new Window(0, 6 * HOUR));
        assertThat(result.fulfilment()).isEqualTo(new Fulfilment(0, 1.5, 5, 0.5, 0, 0.5));
        assertThat(result.utilisation()).isCloseTo(5 / 6.0, within(1e-12));
        assertThat(result.workDone()).isCloseTo(5 / 6.0, within(1e-12));
        assertThat(result.loss()).isZero();
    }

    /**
     * A slow server and a fast one. level puts the job, 2 hours of work ready at 1, on the slow one from 1 to 5; but that is
     * nothing to an early start. Its twin is put behind it, from 5 to 9, and starts on the fast one at 1, until 3.
     */
    @Test
    void earlyStartInAnotherPool_usesThatPool() {
        List<Arrival> arrivals = List.of(arrival(0, 1, 2, 20), arrival(0, 1, 2, 20), arrival(10, 12, 1, 20));
        List<Pool> pools = List.of(new Pool("slow", 1, "0.5"), new Pool("fast", 1, "1"));
        SimulationResult result = Simulation.followed(
                BookPolicy.asPromised("level").startingEarly(),
                pools,
                arrivals.iterator(),
                3,
                0,
                new Window(0, 10 * HOUR));
        assertThat(result.fulfilment()).isEqualTo(new Fulfilment(2, 0, 3, 0, 0.5, 0));
        assertThat(result.utilisation()).isCloseTo((4 + 2) / 20.0, within(1e-12));
        assertThat(result.workDone()).isCloseTo(4 / 15.0, within(1e-12));
    }

    /**
     * A job of 4 hours due in 4 takes the fast server, one of 2 hours due in 8 the slow one, by whose rate it is busy from
     * 2 to 6: of 10 hours each 4, and of the 15 hours of work they could do in all 6. Opportunistic jobs do the rest.
     */
    @Test
    void opportunisticJobs_fillTheRest_andLeaveReservationsAlone() {
        List<Pool> pools = List.of(new Pool("slow", 1, "0.5"), new Pool("fast", 1, "1"));
        List<Arrival> arrivals = List.of(arrival(0, 1, 4, 5), arrival(1, 2, 2, 8), arrival(10, 12, 1, 20));
        Window span = new Window(0, 10 * HOUR);
        SimulationResult without = Simulation.run("level", pools, arrivals.iterator(), 3, 0, span);
        assertThat(without.utilisation()).isCloseTo(8 / 20.0, within(1e-12));
        assertThat(without.workDone()).isCloseTo(6 / 15.0, within(1e-12));
        for (long seed = 1; seed <= 20; seed++) {
            SimulationResult with = Simulation.filled("level", pools, arrivals.iterator(), 3, 0, span, seed);
            assertThat(with.loss()).isEqualTo(without.loss());
            assertThat(with.utilisation()).isEqualTo(without.utilisation());
            assertThat(with.workDone()).isEqualTo(without.workDone());
            assertThat(with.meanWaitHours()).isEqualTo(without.meanWaitHours());
            assertThat(with.opportunistic().utilisation()).as("seed %d", seed).isCloseTo(12 / 20.0, within(1e-12));
            assertThat(with.opportunistic().workDone()).as("seed %d", seed).isCloseTo(9 / 15.0, within(1e-12));
            assertThat(with.opportunistic().meanStintHours()).isBetween(0.01, 10.0);
        }
    }

    private static Arrival arrival(long submit, long ready, long work, long deadline) {
        return new Arrival(submit * HOUR, Job.of("j", ready * HOUR, work * HOUR, deadline * HOUR));
    }

    /** One server, equal jobs, no book-ahead, no hurry: an M/D/1 queue, whose mean wait is rho D / (2 (1 - rho)). */
    @Test
    void singleServerWithoutDeadlines_waitsLikeMD1() {
        for (double load : new double[] {0.3, 0.6}) {
            SplittableRandom random = new SplittableRandom(11);
            List<Arrival> arrivals = new ArrayList<>();
            double clock = 0;
            int jobs = 200_000;
            for (int i = 0; i < jobs; i++) {
                clock += -Math.log(1 - random.nextDouble()) * HOUR / load;
                arrivals.add(new Arrival((long) clock, Job.of("j", (long) clock, HOUR, (long) clock + 10_000 * HOUR)));
            }
            Window span = Simulation.span(arrivals.iterator(), jobs, 1_000);
            SimulationResult result =
                    Simulation.run("earliest", List.of(new Pool("p", 1, "1")), arrivals.iterator(), jobs, 1_000, span);
            double expected = load / (2 * (1 - load));
            assertThat(result.loss()).isZero();
            assertThat(result.meanWaitHours()).isCloseTo(expected, within(0.05 * expected));
            assertThat(result.utilisation()).isCloseTo(load, within(0.01));
        }
    }
}
