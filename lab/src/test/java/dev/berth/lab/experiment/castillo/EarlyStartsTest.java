package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Options.SimulatedSystem;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.Fulfilment;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyStartsTest {
    /** On 12 servers 800 jobs are enough to fill the book. */
    private static final Options SMALL = options(800);

    private static final Options FEW = options(250);

    private static Options options(int jobs) {
        return new Options(
                Scale.QUICK,
                1,
                jobs,
                2,
                List.of(),
                new SimulatedSystem(12, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.6, 0.9, 1.2)));
    }

    private final Experiment<SimulationResult> experiment = Experiments.get(CastilloExperiments.ALL, "early-starts");

    @TempDir
    Path directory;

    private Map<String, SimulationResult> run(Options options, int threads) throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        experiment.cells(options),
                        experiment.measures(),
                        directory.resolve("kept"),
                        options.toString(),
                        (done, of) -> {});
    }

    @Test
    void figure_showsEachPolicyBesideItselfAsPromised() throws IOException, InterruptedException {
        Figure figure = experiment.figure(SMALL, run(SMALL, 2));
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly(
                        "work-loss-rate",
                        "work-loss-rate-berth",
                        "promised-wait",
                        "promised-wait-berth",
                        "real-wait",
                        "real-wait-berth",
                        "turnaround",
                        "turnaround-berth",
                        "utilisation",
                        "utilisation-berth",
                        "early",
                        "moves");
        for (Panel panel : figure.panels().subList(0, 10)) {
            List<String> policies = panel.quantity().endsWith("-berth")
                    ? List.of("earliest", "level", "terms", "replan")
                    : List.of("ff-hu", "ff-ha-plus");
            for (String policy : policies) {
                assertThat(curve(panel, policy).twin()).isNull();
                assertThat(curve(panel, policy + " as promised").twin()).isEqualTo(policy);
            }
        }
        assertThat(curve(figure.panels().get(1), "offline bound").points()).hasSize(3);
        Curve early = curve(figure.panels().get(5), "level");
        Curve asPromised = curve(figure.panels().get(5), "level as promised");
        assertThat(mean(early)).as("real wait in hours").isLessThan(mean(asPromised) / 2);
        assertThat(curve(figure.panels().get(3), "level as promised").points())
                .as("as promised, and nothing moves: the wait is the promised one")
                .isEqualTo(asPromised.points());
        assertThat(mean(curve(figure.panels().get(11), "replan"))).isPositive();
        assertThat(figure.claims())
                .hasSize(6)
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.claims().get(4))
                .as("by construction")
                .isEqualTo(new Claim(
                                figure.claims().get(4).claim(),
                                "Berth's own",
                                Verdict.HOLDS,
                                "no late start at 15 of 15 points")
                        .holdingByConstruction());
    }

    private static Curve curve(Panel panel, String name) {
        return panel.curves().stream()
                .filter(curve -> curve.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + panel.quantity()));
    }

    private static double mean(Curve curve) {
        return curve.points().stream()
                .map(Point::y)
                .mapToDouble(y -> y.mean())
                .average()
                .orElseThrow();
    }

    /** More threads change no number. */
    @Test
    void results_doNotDependOnThreads() throws IOException, InterruptedException {
        assertThat(CastilloFiguresTest.withoutTimes(run(FEW, 2)))
                .isEqualTo(CastilloFiguresTest.withoutTimes(run(FEW, 1)));
    }

    private List<Claim> claims(SimulationResult asPromised, SimulationResult early) {
        Map<String, SimulationResult> results = new TreeMap<>();
        for (Cell<SimulationResult> cell : experiment.cells(SMALL)) {
            results.put(cell.key(), cell.key().contains("+early") ? early : asPromised);
        }
        return experiment.figure(SMALL, results).claims();
    }

    private static SimulationResult result(double loss, Fulfilment fulfilment) {
        return new SimulationResult(0, loss, 0.5, 1, 0, 1, 0.5, OpportunisticResult.NONE, fulfilment, List.of());
    }

    /** Early starts that lose more, wait longer and start late, and every claim says so. */
    @Test
    void claims_sayWhetherTheyHold() {
        SimulationResult asPromised = result(0.02, new Fulfilment(1, 1, 5, 0, 0, 0));
        List<Claim> worse = claims(asPromised, result(0.03, new Fulfilment(9, 9, 9, 0, 0, 0.5)));
        assertThat(worse).hasSize(6).allMatch(claim -> claim.verdict() == Verdict.FAILS);
        assertThat(worse.get(0).evidence()).contains("at 0 of 18 points", "level 60 to 540");
        assertThat(worse.get(1).evidence()).contains("at 0 of 12 points", "level 2.00% to 3.00%");
        assertThat(worse.get(2).evidence()).contains("at 0 of 6 points", "ff-hu 2.00% to 3.00%");
        assertThat(worse.get(3).evidence()).isEqualTo("level 540 minutes, terms 540 minutes, replan 540 minutes");
        assertThat(worse.get(4).evidence()).isEqualTo("no late start at 0 of 15 points");
        assertThat(worse.get(5).evidence()).contains("at 0 of 3 loads", "50.00% instead of 0.00%");
        assertThat(claims(asPromised, result(0.01, new Fulfilment(1, 0.5, 4, 0, 0.5, 0))))
                .hasSize(6)
                .allMatch(Claim::holds);
    }
}
