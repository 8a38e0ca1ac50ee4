package dev.berth.lab.experiment.netto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.book.Book;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.netto.NettoSimulation.Rules;
import dev.berth.lab.workload.RigidJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NettoSimulationTest {
    private static final Rules DIRECT = new Rules("earliest", "direct", Takers.NOBODY);

    private static List<Pool> machine(int processors) {
        return List.of(new Pool("machine", processors, "1"));
    }

    private static Submission submission(long submit, long ready, long length, int processors, long runTime) {
        return new Submission(submit, Job.of("j", ready, length, ready + length, processors), runTime);
    }

    /**
     * Two processors. a: books both for 0 to 10, but is done at 6. b: asks at 5 for both from 6 to 10, which nobody knows
     * to be free: refused. c: asks at 7 for both from 7 to 10: free by then. d: asks at 20, runs after the span. Busy 12 + 6
     * of 2 * 20; of the work 20 + 8 + 6 + 5 the 8 are lost.
     */
    @Test
    void earlyEnd_makesRoomForThoseWhoAskAfterIt_byHand() {
        List<Submission> submissions = List.of(
                submission(0, 0, 10, 2, 6),
                submission(5, 6, 4, 2, 4),
                submission(7, 7, 3, 2, 3),
                submission(20, 20, 5, 1, 5));
        NettoRun result = NettoSimulation.run(DIRECT, machine(2), submissions);
        assertThat(result.utilisation()).isCloseTo(18 / 40.0, within(1e-12));
        assertThat(result.rejected()).isCloseTo(8 / 39.0, within(1e-12));
        assertThat(result.impossible()).isZero();
        assertThat(result.meanWaitHours()).isZero();
        assertThat(result.offers()).isEqualTo(OfferResults.NONE);
    }

    /** Work that ends after the last submission counts only up to it: one processor, busy 5 to 15 in a span of 0 to 10. */
    @Test
    void utilisation_endsWithTheLastSubmission() {
        List<Submission> submissions = List.of(submission(0, 5, 10, 1, 10), submission(10, 20, 1, 1, 1));
        assertThat(NettoSimulation.run(DIRECT, machine(1), submissions).utilisation())
                .isCloseTo(0.5, within(1e-12));
        assertThat(NettoSimulation.run(DIRECT, machine(1), List.of()).utilisation())
                .isZero();
    }

    /**
     * One processor. a: 0 to 10. b: asks at 0 for 5 to 15, refused; offered 10 to 20, off by half its duration. c: asks at
     * 20. Whoever takes offers off by a half has the processor busy all of the 20; others only half of them.
     */
    @Test
    void offer_isTakenUpToTheThreshold_byHand() {
        List<Submission> submissions =
                List.of(submission(0, 0, 10, 1, 10), submission(0, 5, 10, 1, 10), submission(20, 20, 1, 1, 1));
        BiFunction<Book, Job, List<Alternative>> offers = (book, job) -> List.of(new Alternative(
                job.within(10, 20),
                new Placement(new PoolId("machine"), 1, new Window(10, 20), ServerSet.EMPTY),
                500_000));
        NettoRun taken =
                NettoSimulation.run(new Rules("earliest", "direct", new Takers(50)), machine(1), submissions, offers);
        assertThat(taken.utilisation()).isCloseTo(1, within(1e-12));
        assertThat(taken.loss()).isZero();
        assertThat(taken.offers()).isEqualTo(new OfferResults(1, 0.5));
        NettoRun tooFar =
                NettoSimulation.run(new Rules("earliest", "direct", new Takers(25)), machine(1), submissions, offers);
        assertThat(tooFar.utilisation()).isCloseTo(0.5, within(1e-12));
        assertThat(tooFar.loss()).isCloseTo(10 / 21.0, within(1e-12));
        assertThat(tooFar.offers()).isEqualTo(OfferResults.NONE);
        assertThat(NettoSimulation.run(DIRECT, machine(1), submissions, offers))
                .satisfies(none -> assertThat(none.loss()).isEqualTo(tooFar.loss()));
    }

    /**
     * One processor at a price of 1 to 2 an hour: 2, for whoever takes it uses all of the machine. a: an hour for up to 2: sold.
     * b: the same hour: no room. c: the next hour for up to 0.5: too expensive. Of three hours two are lost, one for its
     * price. d: an hour after the span of two, at any price.
     */
    @Test
    void prices_areEarned_andBudgetsRefuse_byHand() {
        List<Submission> submissions = List.of(
                new Submission(0, priced(0, "2"), Submission.AS_BOOKED),
                new Submission(0, priced(0, "2"), Submission.AS_BOOKED),
                new Submission(0, priced(3600, "0.5"), Submission.AS_BOOKED),
                new Submission(7200, Job.of("end", 7200, 3600, 10_800), 3600));
        NettoRun result = NettoSimulation.run(
                new Rules("earliest", "direct", Takers.NOBODY, new Market(false, 0).tariff()),
                machine(1),
                submissions.subList(0, 3));
        assertThat(result.sales().tooExpensive()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(result.rejected()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(result.loss()).isCloseTo(2 / 3.0, within(1e-12));
        NettoRun longer = NettoSimulation.run(
                new Rules("earliest", "direct", Takers.NOBODY, new Market(false, 0).tariff()), machine(1), submissions);
        assertThat(longer.sales().revenue()).as("two sold at 2, in two hours").isCloseTo(2, within(1e-12));
    }

    private static Job priced(long ready, String budget) {
        return Job.of("j", ready, 3600, ready + 3600).under(Terms.budget(Money.of(budget)));
    }

    /**
     * Ten processors, five of them taken for an hour. A job that had six in the log, for an hour, may take three to ten: on
     * six there is no room, on five it takes a little longer than an hour, which its interval has.
     */
    @Test
    void moldableJob_takesTheProcessorsThereAre_byHand() {
        NettoWorkload.Setting setting = new NettoWorkload.Setting(1, 0, false, null, new Market(true, 0));
        Submission moldable = new NettoWorkload(List.of(new RigidJob(0, 6, 3600)), setting, 1).next();
        Shape.Divisible shape = (Shape.Divisible) moldable.job().shape();
        assertThat(shape.fewest()).isEqualTo(3);
        assertThat(shape.most()).isEqualTo(12);
        assertThat(shape.work(6).amount()).isBetween(3599L, 3601L);
        assertThat(shape.work(5).amount()).as("longer on five").isBetween(4200L, 4300L);
        assertThat(moldable.job().terms().budget()).isBetween(Money.of("4.8"), Money.of("12"));
        Job relaxed = Job.of("m", 0, 5000, shape);
        List<Submission> submissions =
                List.of(submission(0, 0, 5000, 5, 5000), new Submission(0, relaxed, Submission.AS_BOOKED));
        assertThat(NettoSimulation.run(DIRECT, machine(10), submissions).loss()).isZero();
    }

    /**
     * One processor, earliest deadline first. a: asks at 0 for 10 within 10 to 40, placed at 10. b: asks at 1 for 10 to 20
     * exactly, so that a moves to 20; but a is done after 4, at 24. c: asks at 24 for 24 to 30, free by then. d: asks at
     * 40. Busy 10 + 4 + 6 of 40; a has waited 10 of the four.
     */
    @Test
    void moveOfAJob_movesItsEarlyEnd_byHand() {
        List<Submission> submissions = List.of(
                new Submission(0, Job.of("a", 10, 10, 40), 4),
                submission(1, 10, 10, 1, 10),
                submission(24, 24, 6, 1, 6),
                submission(40, 40, 1, 1, 1));
        NettoRun result =
                NettoSimulation.run(new Rules("earliest", "reschedule-edf", Takers.NOBODY), machine(1), submissions);
        assertThat(result.loss()).isZero();
        assertThat(result.utilisation()).isCloseTo(20 / 40.0, within(1e-12));
        assertThat(result.meanWaitHours()).isCloseTo(10 / 4.0 / 3600, within(1e-12));
    }

    /**
     * One processor. a: 0 to 10, done at 5. b: ready at 2, placed at 10, done after 4. c: asks at 12 for 12 to 20. If the early
     * end pulls b forward to 5, it is done at 9 and c has room; otherwise b is busy until 14. d: asks at 30.
     */
    @Test
    void earlyEnd_pullsForwardWhatMayStart_byHand() {
        List<Submission> submissions = List.of(
                submission(0, 0, 10, 1, 5),
                new Submission(0, Job.of("b", 2, 10, 40), 4),
                submission(12, 12, 8, 1, 8),
                submission(30, 30, 1, 1, 1));
        NettoRun placed = NettoSimulation.run(DIRECT, machine(1), submissions);
        assertThat(placed.utilisation()).isCloseTo((5 + 4) / 30.0, within(1e-12));
        assertThat(placed.rejected()).isCloseTo(8 / 29.0, within(1e-12));
        NettoRun pulled = NettoSimulation.run(DIRECT.pullingForward(true), machine(1), submissions);
        assertThat(pulled.utilisation()).isCloseTo((5 + 4 + 8) / 30.0, within(1e-12));
        assertThat(pulled.rejected()).isZero();
        assertThat(pulled.meanWaitHours()).isCloseTo(3 / 4.0 / 3600, within(1e-12));
    }

    /**
     * A job that is pulled forward ends before its window begins, and that before anybody asks again: b is placed at 10, starts at
     * 3 when a is done, and ends at 5, when c starts, which ends at 7. When only the ends that were known were looked at, time
     * had gone beyond these.
     */
    @Test
    void chainOfEarlyEnds_isFollowed_byHand() {
        List<Submission> submissions = List.of(
                submission(0, 0, 10, 1, 3),
                new Submission(0, Job.of("b", 0, 10, 100), 2),
                new Submission(0, Job.of("c", 0, 10, 100), 2),
                submission(40, 40, 1, 1, 1));
        NettoRun pulled = NettoSimulation.run(DIRECT.pullingForward(true), machine(1), submissions);
        assertThat(pulled.utilisation()).isCloseTo(7 / 40.0, within(1e-12));
        assertThat(pulled.meanWaitHours()).isCloseTo((3 + 5) / 4.0 / 3600, within(1e-12));
    }

    /** With random jobs nothing ends unseen, whatever moves; the simulation itself throws if it does. */
    @ParameterizedTest
    @MethodSource("admissions")
    void pullingForward_losesNoEnd(String admission) {
        NettoWorkload.Setting setting = new NettoWorkload.Setting(1.25, 100, true, null);
        List<Submission> submissions = new ArrayList<>();
        new NettoWorkload(NettoWorkload.synthetic(6).subList(0, 300), setting, 6).forEachRemaining(submissions::add);
        Rules rules = new Rules("earliest", admission, Takers.NOBODY);
        NettoRun pulled =
                NettoSimulation.run(rules.pullingForward(true), machine(NettoWorkload.PROCESSORS), submissions);
        assertThat(pulled.utilisation()).as("seed 6").isBetween(0.1, 1.0);
        assertThat(pulled.loss()).isBetween(0.0, 0.9);
    }

    /** Two draws of an interval: the means, and those of the offers weighted by how many were taken. */
    @Test
    void draws_areAveraged_byHand() {
        NettoRun one = new NettoRun(0.1, 0.2, 0.5, 1, new OfferResults(3, 0.25), new Sales(1, 0.1));
        NettoRun other = new NettoRun(0.3, 0.4, 0.7, 3, new OfferResults(1, 0.6), new Sales(2, 0.3));
        NettoRun mean = NettoRun.mean(List.of(one, other));
        assertThat(mean.utilisation()).isCloseTo(0.6, within(1e-12));
        assertThat(mean.loss()).isCloseTo(0.2 + 0.3 + 0.2, within(1e-12));
        assertThat(mean.offers().taken()).isEqualTo(2);
        assertThat(mean.offers().meanPhi()).isCloseTo(0.3375, within(1e-12));
        assertThat(NettoRun.mean(List.of(one, new NettoRun(0, 0, 0, 0, OfferResults.NONE, Sales.NONE)))
                        .offers())
                .isEqualTo(new OfferResults(1.5, 0.25));
        assertThat(NettoRun.mean(List.of(one))).isEqualTo(one);
    }

    /** An offer that is gone by the time it is taken is passed over for the next. */
    @Test
    void offerThatTheBookRefuses_isPassedOver() {
        List<Submission> submissions = List.of(submission(0, 0, 10, 1, 10), submission(0, 5, 10, 1, 10));
        Placement anywhere = new Placement(new PoolId("machine"), 1, new Window(10, 20), ServerSet.EMPTY);
        NettoRun result = NettoSimulation.run(
                new Rules("earliest", "direct", new Takers(100)),
                machine(1),
                submissions,
                (book, job) -> List.of(
                        new Alternative(job.within(9, 19), anywhere, 400_000),
                        new Alternative(job.within(12, 22), anywhere, 700_000)));
        assertThat(result.offers()).isEqualTo(new OfferResults(1, 0.7));
        NettoRun none = NettoSimulation.run(
                new Rules("earliest", "direct", new Takers(100)),
                machine(1),
                submissions,
                (book, job) -> List.of(new Alternative(job.within(9, 19), anywhere, 400_000)));
        assertThat(none.offers()).isEqualTo(OfferResults.NONE);
    }

    @Test
    void tooManyProcessors_isImpossible() {
        NettoRun result = NettoSimulation.run(DIRECT, machine(2), List.of(submission(0, 0, 10, 3, 10)));
        assertThat(result.impossible()).isEqualTo(1);
    }

    /** Whatever moves, ends early or becomes fixed, no processor is busy twice, and all that is done was accepted. */
    @ParameterizedTest
    @MethodSource("admissions")
    void anyAdmission_keepsTheBooksTogether(String admission) {
        NettoWorkload.Setting setting = new NettoWorkload.Setting(1.25, 100, true, 50);
        List<Submission> submissions = new ArrayList<>();
        new NettoWorkload(NettoWorkload.synthetic(5).subList(0, 300), setting, 5).forEachRemaining(submissions::add);
        NettoRun result = NettoSimulation.run(
                new Rules("earliest", admission, new Takers(50)), machine(NettoWorkload.PROCESSORS), submissions);
        assertThat(result.utilisation()).isBetween(0.1, 1.0);
        assertThat(result.loss()).isBetween(0.0, 0.9);
        assertThat(submissions).allMatch(s -> s.job().terms().equals(Terms.fixAfter(50)));
    }

    static List<String> admissions() {
        return List.copyOf(Admissions.names());
    }
}
