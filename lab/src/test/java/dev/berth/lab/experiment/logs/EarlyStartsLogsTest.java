package dev.berth.lab.experiment.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** {@code early-starts-logs}: what is run, and that a loss of 0 is neither a ratio of nothing nor a claim undecided for ever. */
class EarlyStartsLogsTest {
    private static final Trace FIRST = log("first.swf.gz", 8);
    private static final Trace SECOND = log("second.swf", 12);

    private final EarlyStartsLogs experiment = (EarlyStartsLogs) Experiments.named("early-starts-logs");

    private static Trace log(String name, int processors) {
        SplittableRandom random = new SplittableRandom(processors);
        List<RigidJob> jobs = new ArrayList<>();
        long submit = 0;
        for (int i = 0; i < 60; i++) {
            submit += random.nextLong(3_000);
            jobs.add(new RigidJob(submit, 1 + random.nextInt(processors), 600 + random.nextLong(20_000)));
        }
        return new Trace(name, processors, jobs);
    }

    private static Options options(List<String> policies, Map<String, String> choices) {
        return new Options(
                Scale.QUICK,
                1,
                null,
                3,
                policies,
                Options.SimulatedSystem.PAPERS,
                List.of(FIRST, SECOND),
                choices,
                null);
    }

    private static Map<String, Measures> run(List<Cell<Measures>> cells) {
        Map<String, Measures> results = new HashMap<>();
        cells.forEach(cell -> results.put(cell.key(), cell.work().get()));
        return results;
    }

    @Test
    void figure_hasAPanelForEachLogAndSlack_andACurveForEachWay() {
        Options options = options(List.of("prompt"), Map.of());
        List<Cell<Measures>> cells = experiment.cells(options);
        assertThat(cells).hasSize(2 * 9 * 6 * 3);
        assertThat(cells).extracting(Cell::key).doesNotHaveDuplicates();
        Figure figure = experiment.figure(options, run(cells));
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly(
                        "work-loss-rate-first-2h",
                        "work-loss-rate-first-20h",
                        "work-loss-rate-first-200h",
                        "work-loss-rate-second-2h",
                        "work-loss-rate-second-20h",
                        "work-loss-rate-second-200h",
                        "moves-first-2h",
                        "moves-first-20h",
                        "moves-first-200h",
                        "moves-second-2h",
                        "moves-second-20h",
                        "moves-second-200h");
        assertThat(figure.panels())
                .allSatisfy(panel -> assertThat(panel.curves())
                        .extracting(Curve::name)
                        .containsExactly(
                                "earliest",
                                "level",
                                "terms",
                                "terms, starting early",
                                "prompt",
                                "prompt, starting early"));
        assertThat(figure.claims()).hasSize(4);
        assertThat(figure.panels().stream()
                        .flatMap(panel -> panel.curves().stream())
                        .flatMap(curve -> curve.points().stream()))
                .allSatisfy(point -> assertThat(point.y().mean()).isFinite());
    }

    /** A run is the same however often it is run, and another one for another seed. */
    @Test
    void runs_areDrawsOfTheSeed() {
        Options options = options(List.of(), Map.of());
        assertThat(run(experiment.cells(options))).isEqualTo(run(experiment.cells(options)));
        Map<String, Measures> results = run(experiment.cells(options));
        String group = "level first 24 20";
        assertThat(results.get(MeasuredRuns.key(group, 0))).isNotEqualTo(results.get(MeasuredRuns.key(group, 1)));
    }

    /** Fixed slack leaves no more than slack that is drawn up to it. */
    @Test
    void fixedSlack_isAtLeastAsLongAsDrawnSlack() {
        Options drawn = options(List.of(), Map.of());
        Options fixed = options(List.of(), Map.of("slack", "fixed"));
        assertThat(sum(run(experiment.cells(fixed)))).isLessThan(sum(run(experiment.cells(drawn))));
    }

    private static double sum(Map<String, Measures> results) {
        return results.values().stream()
                .mapToDouble(measures -> measures.get(LogSweep.LOSS))
                .sum();
    }

    private List<Claim> claims(Function<String, Double> loss) {
        Options options = options(List.of(), Map.of());
        Map<String, Measures> results = new HashMap<>();
        experiment
                .cells(options)
                .forEach(cell -> results.put(
                        cell.key(), new Measures(Map.of(LogSweep.LOSS, loss.apply(cell.key()), LogSweep.MOVED, 0.0))));
        return experiment.figure(options, results).claims();
    }

    @Test
    void losses_of0_areDecided() {
        assertThat(claims(key -> 0.0))
                .extracting(Claim::verdict)
                .containsExactly(Verdict.FAILS, Verdict.HOLDS, Verdict.FAILS, Verdict.HOLDS);
        assertThat(claims(key -> 0.0))
                .allSatisfy(claim -> assertThat(claim.evidence()).doesNotContain("NaN"));
    }

    /** 0.004 more, with 0.001 added to both: 0.005 of 0.010 is a half; of 0.001 it is five times as much. */
    @Test
    void claims_sayWhetherTheyHold() {
        List<Claim> half = claims(key -> key.startsWith("terms") ? 0.004 : key.startsWith("level") ? 0.009 : 0.02);
        assertThat(half).extracting(Claim::verdict).containsOnly(Verdict.HOLDS);
        assertThat(half.get(0).evidence()).isEqualTo("0.500 ± 0.000 over 18 cells");
        List<Claim> worse = claims(key -> key.startsWith("terms") ? 0.004 : key.startsWith("level") ? 0.0 : 0.02);
        assertThat(worse).extracting(Claim::verdict).containsOnly(Verdict.FAILS);
        assertThat(worse.get(1).evidence()).contains("above it in 18", "first, 0 h ahead, 2 h slack 5.000");
    }
}
