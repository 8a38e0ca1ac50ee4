package dev.berth.lab.experiment.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleRecoveryTest {
    private static final MeasuredExperiment EXPERIMENT = RecoveryExperiments.ALL.getFirst();

    @TempDir
    Path directory;

    private static Options options(List<Double> loads, Map<String, String> choices) {
        Map<String, String> all = new HashMap<>(Map.of("size", "6", "book-ahead", "1"));
        all.putAll(choices);
        return new Options(
                Scale.QUICK,
                1,
                300,
                2,
                List.of(),
                new Options.SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE, loads),
                null,
                all);
    }

    private Map<String, Measures> run(Options options, int threads) throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        EXPERIMENT.cells(options),
                        EXPERIMENT.measures(),
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    private static double mean(Figure figure, String quantity, RecoveryWay way) {
        return figure.panels().stream()
                .filter(panel -> panel.quantity().equals(quantity))
                .flatMap(panel -> panel.curves().stream())
                .filter(curve -> curve.name().equals(way.name()))
                .findFirst()
                .orElseThrow()
                .points()
                .getFirst()
                .y()
                .mean();
    }

    @Test
    void theSameOnManyThreads_andEveryWayIsShown() throws IOException, InterruptedException {
        Options options = options(List.of(1.1), Map.of());
        Map<String, Measures> one = run(options, 1);
        assertThat(run(options, 4)).isEqualTo(one).hasSize(2 * RecoveryWay.ALL.size());
        Figure figure = EXPERIMENT.figure(options, one);
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("recovered", "use", "idle", "needed-work-lost", "wait", "listed", "served");
        assertThat(figure.panels()).noneMatch(Panel::timed);
        assertThat(figure.panels().get(1).curves())
                .extracting(Curve::name)
                .containsExactlyElementsOf(
                        RecoveryWay.ALL.stream().map(RecoveryWay::name).toList());
        assertThat(mean(figure, "idle", RecoveryWay.KEPT)).as("idle").isGreaterThan(0.1);
        assertThat(mean(figure, "recovered", RecoveryWay.IDLE_LIST)).isGreaterThan(0);
        for (RecoveryWay way : RecoveryWay.ALL) {
            assertThat(mean(figure, "use", way) + mean(figure, "idle", way)).isLessThanOrEqualTo(1);
        }
        assertThat(mean(figure, "idle", RecoveryWay.FORESEEN)).isZero();
    }

    @Test
    void withoutIdleTime_allWaysAreTheSame() throws IOException, InterruptedException {
        Map<String, String> diligent = Map.of("no-shows", "0", "early-ends", "0", "idle-tails", "0");
        Options options = options(List.of(0.9), diligent);
        Figure figure = EXPERIMENT.figure(options, run(options, 2));
        for (RecoveryWay way : RecoveryWay.ALL) {
            assertThat(mean(figure, "use", way)).as(way.name()).isEqualTo(mean(figure, "use", RecoveryWay.KEPT));
            assertThat(mean(figure, "idle", way)).as(way.name()).isZero();
        }
        assertThat(mean(figure, "recovered", RecoveryWay.IDLE_LIST))
                .as("of nothing")
                .isNaN();
    }

    @Test
    void aLogIsRunAtItsOwnLoad() throws IOException, InterruptedException {
        List<RigidJob> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            jobs.add(new RigidJob(i * 3_000L, 1 + i % 4, 3_600L * (1 + i % 5)));
        }
        Options options = options(List.of(), Map.of()).withTraces(List.of(new Trace("tiny.swf", 8, jobs)));
        assertThat(EXPERIMENT.takesTrace()).isTrue();
        Map<String, Measures> results = run(options, 2);
        assertThat(results.keySet()).allMatch(key -> key.contains(" 1.0 "));
        Figure figure = EXPERIMENT.figure(options, results);
        assertThat(figure.settings()).containsEntry("servers", "8 alike");
        assertThat(mean(figure, "use", RecoveryWay.KEPT)).isPositive();
        assertThat(mean(figure, "idle", RecoveryWay.IDLE_LIST)).isLessThan(mean(figure, "idle", RecoveryWay.KEPT));
    }

    private static List<Claim> claims(List<Double> loads, ToDoubleFunction<RecoveryWay> recovered, double lost) {
        Options options = options(loads, Map.of());
        Map<String, Measures> results = new HashMap<>();
        for (Cell<Measures> cell : EXPERIMENT.cells(options)) {
            RecoveryWay way = RecoveryWay.ALL.stream()
                    .filter(each -> loads.stream()
                            .anyMatch(load -> cell.key().startsWith(RecoverySweep.group(each, load) + " ")))
                    .findFirst()
                    .orElseThrow();
            results.put(
                    cell.key(),
                    new Measures(Map.of(
                            RecoveryTally.USE,
                            0.5 + 0.2 * recovered.applyAsDouble(way),
                            RecoveryTally.IDLE,
                            0.2,
                            RecoveryTally.LOST,
                            way.list() ? lost : 0.2,
                            RecoveryTally.WAIT,
                            way.list() ? 10 * lost : 0.5,
                            RecoveryTally.LISTED,
                            1.0,
                            RecoveryTally.SERVED,
                            1 - 3 * lost)));
        }
        return EXPERIMENT.figure(options, results).claims();
    }

    @Test
    void claims_sayWhetherTheyHold() {
        ToDoubleFunction<RecoveryWay> well = way -> way.equals(RecoveryWay.KEPT)
                ? 0
                : (way.idle() ? 0.3 : 0.2) * (way.list() ? 2.1 : 1) + (way.fees() ? 0.1 : 0);
        assertThat(claims(List.of(0.7, 0.9, 1.1), well, 0.1)).hasSize(8).allMatch(Claim::holds);
        ToDoubleFunction<RecoveryWay> badly = way -> way.equals(RecoveryWay.KEPT)
                ? 0
                : (way.idle() ? 0.2 : 0.3) * (way.list() ? 0.9 : 1) - (way.fees() ? 0.1 : 0);
        assertThat(claims(List.of(0.9, 1.1), badly, 0.3)).allMatch(claim -> claim.verdict() == Verdict.FAILS);
    }

    @Test
    void lowLoadsAlone_decideNothing() {
        assertThat(claims(List.of(0.7), way -> 0.5, 0.1))
                .allMatch(claim -> claim.verdict() == Verdict.UNDECIDED)
                .allMatch(claim -> claim.evidence().contains("no load from 0.9 on"));
    }
}
