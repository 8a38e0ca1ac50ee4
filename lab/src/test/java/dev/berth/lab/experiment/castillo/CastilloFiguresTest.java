package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Readings;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload;
import dev.berth.lab.workload.Level;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CastilloFiguresTest {
    private static final Options SMOKE =
            new Options(Scale.SMOKE, 1, 1_500, 2, List.of(), Options.SimulatedSystem.PAPERS);

    @TempDir
    Path directory;

    private Map<String, SimulationResult> run(Experiment<SimulationResult> experiment, int threads)
            throws IOException, InterruptedException {
        return new ExperimentRunner(threads)
                .run(
                        experiment.cells(SMOKE),
                        experiment.measures(),
                        directory.resolve("kept"),
                        SMOKE.toString(),
                        (done, of) -> {});
    }

    @ParameterizedTest
    @CsvSource({"castillo-fig2, 6", "castillo-fig4, 6", "castillo-fig5, 4", "castillo-fig6, 6"})
    void figure_hasAllPanelsAndClaims(String id, int panels) throws IOException, InterruptedException {
        Experiment<SimulationResult> experiment = Experiments.get(CastilloExperiments.ALL, id);
        Figure figure = experiment.figure(SMOKE, run(experiment, 2));
        assertThat(figure.id()).isEqualTo(id);
        assertThat(figure.claims())
                .isNotEmpty()
                .allMatch(claim -> !claim.evidence().isBlank());
        assertThat(figure.panels()).hasSize(panels);
        for (Panel panel : figure.panels()) {
            for (Curve curve : panel.curves()) {
                assertThat(curve.points()).hasSize(3);
                for (Point point : curve.points()) {
                    assertThat(point.y().mean()).isGreaterThanOrEqualTo(0);
                    assertThat(point.y().runs()).isEqualTo(2);
                }
            }
            if (panel.quantity().startsWith("work-loss-rate")) {
                assertThat(panel.curves()).anyMatch(curve -> curve.name().startsWith("fluid bound"));
                assertThat(panel.curves()).anyMatch(curve -> curve.name().startsWith("offline bound"));
                assertThat(panel.curves()).anyMatch(curve -> curve.name().startsWith("impossible"));
            }
        }
    }

    /** More threads change no number. */
    @Test
    void results_doNotDependOnThreads() throws IOException, InterruptedException {
        Experiment<SimulationResult> experiment = Experiments.get(CastilloExperiments.ALL, "castillo-fig4");
        Map<String, SimulationResult> one = withoutTimes(run(experiment, 1));
        assertThat(withoutTimes(run(experiment, 2))).isEqualTo(one);
        assertThat(one.values()).allMatch(result -> result.utilisation() <= 1 && result.loss() >= result.impossible());
    }

    private static Options few(Scale scale, int runs) {
        return new Options(
                scale,
                1,
                400,
                runs,
                List.of(),
                new Options.SimulatedSystem(
                        30, List.of(), 20, CastilloWorkload.Deadline.AFTER_SIZE, List.of(0.5, 1.2)));
    }

    /** Figures of one command share the runs that several of them show: every number but times is that of a figure alone. */
    @Test
    void figuresOfOneRunner_haveTheNumbersOfEachAlone() throws IOException, InterruptedException {
        Options few = few(Scale.SMOKE, 1);
        ExperimentRunner shared = new ExperimentRunner(1);
        for (String id : List.of("castillo-fig2", "castillo-fig4", "castillo-fig5", "castillo-fig6")) {
            Readings<SimulationResult> readings =
                    new Readings<>(Experiments.get(CastilloExperiments.ALL, id), few, true);
            Map<String, SimulationResult> together = shared.run(
                    readings.cells(), SimulationResult.class, directory.resolve("kept"), "", (done, of) -> {});
            Map<String, SimulationResult> alone = new TreeMap<>();
            readings.cells().forEach(cell -> alone.put(cell.key(), cell.work().get()));
            assertThat(withoutTimes(together)).as(id).isEqualTo(withoutTimes(alone));
        }
    }

    /** Readings run without Berth's policies and without the bounds, of which no claim speaks. */
    @ParameterizedTest
    @CsvSource({"castillo-fig2, 2, 5", "castillo-fig4, 2, 5", "castillo-fig5, 2, 5", "castillo-fig6, 1, 4"})
    void claims_needThePoliciesOfThePaperAlone(String id, int papers, int all) {
        Experiment<SimulationResult> experiment = Experiments.get(CastilloExperiments.ALL, id);
        Options options = few(Scale.QUICK, 2);
        Map<String, SimulationResult> results = new TreeMap<>();
        experiment
                .cells(options)
                .forEach(cell -> results.put(cell.key(), cell.work().get()));
        Map<String, SimulationResult> ofClaims = new TreeMap<>();
        experiment.cellsOfClaims(options).forEach(cell -> ofClaims.put(cell.key(), results.get(cell.key())));
        assertThat(ofClaims).hasSize(results.size() * papers / all).doesNotContainValue(null);
        assertThat(experiment.claims(options, ofClaims))
                .isEqualTo(experiment.figure(options, results).claims());
    }

    @Test
    void systemOfOnesOwn_isSimulated() throws IOException, InterruptedException {
        Experiment<SimulationResult> experiment = Experiments.get(CastilloExperiments.ALL, "castillo-fig6");
        Options own = new Options(
                Scale.SMOKE,
                1,
                1_500,
                1,
                List.of(),
                new Options.SimulatedSystem(30, List.of(Level.parse("0.5,1")), 20, CastilloWorkload.Deadline.LITERAL));
        Map<String, SimulationResult> results = new ExperimentRunner(2)
                .run(
                        experiment.cells(own),
                        experiment.measures(),
                        directory.resolve("kept"),
                        own.toString(),
                        (done, of) -> {});
        assertThat(results.values()).allMatch(result -> result.impossible() > 0.1);
        assertThat(experiment.figure(own, results).settings())
                .containsEntry("servers", "30 in equal pools")
                .containsEntry("deadline", "ready + uniform(0, 20.0 h)");
    }

    static Map<String, SimulationResult> withoutTimes(Map<String, SimulationResult> results) {
        Map<String, SimulationResult> same = new TreeMap<>();
        results.forEach((key, r) -> same.put(
                key,
                new SimulationResult(
                        r.impossible(),
                        r.rejected(),
                        r.utilisation(),
                        r.meanWaitHours(),
                        r.fluidLoss(),
                        0,
                        r.workDone(),
                        r.opportunistic(),
                        r.fulfilment(),
                        r.groups())));
        return same;
    }
}
