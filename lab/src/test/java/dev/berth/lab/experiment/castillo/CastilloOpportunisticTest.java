package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CastilloOpportunisticTest {
    /** Options as small as those of a smoke run, but of a scale at which claims are decided. */
    private static final Options SMALL = new Options(
            Scale.QUICK,
            1,
            1_500,
            2,
            List.of(),
            new Options.SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.6, 0.9, 1.2)));

    private final Experiment<SimulationResult> experiment =
            Experiments.get(CastilloExperiments.ALL, "castillo-opportunistic");

    @TempDir
    Path directory;

    private Map<String, SimulationResult> run() throws IOException, InterruptedException {
        return new ExperimentRunner(2)
                .run(
                        experiment.cells(SMALL),
                        experiment.measures(),
                        directory.resolve("kept"),
                        SMALL.toString(),
                        (done, of) -> {});
    }

    @Test
    void figure_showsEveryServerBusyAndEveryReservationAsItWas() throws IOException, InterruptedException {
        Map<String, SimulationResult> results = run();
        Figure figure = experiment.figure(SMALL, results);
        assertThat(figure.id()).isEqualTo("castillo-opportunistic");
        assertThat(figure.claims()).hasSize(2).allMatch(Claim::holds);
        assertThat(figure.claims().getLast().evidence()).contains("in 18 of 18 runs");
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("utilisation", "work-done", "work-loss-rate", "mean-stint");
        for (Panel panel : figure.panels().subList(0, 2)) {
            assertThat(panel.curves()).hasSize(6);
            for (Curve curve : panel.curves()) {
                if (curve.name().endsWith("opportunistic")) {
                    assertThat(curve.points())
                            .as("%s, %s", panel.quantity(), curve.name())
                            .allSatisfy(point -> assertThat(point.y().mean()).isCloseTo(1, within(1e-9)));
                }
            }
        }
        List<Curve> loss = figure.panels().get(2).curves();
        for (int i = 0; i < 3; i++) {
            assertThat(loss.get(i + 3).points()).isEqualTo(loss.get(i).points());
        }
        assertThat(figure.panels().getLast().curves())
                .allSatisfy(curve -> assertThat(curve.points())
                        .allSatisfy(point -> assertThat(point.y().mean()).isBetween(0.1, 36.0)));
    }

    /** A reservation more lost, or nothing gained, and the claims say so. */
    @Test
    void claims_thatDoNotHold_sayNo() throws IOException, InterruptedException {
        Map<String, SimulationResult> results = new HashMap<>(run());
        results.replaceAll((key, r) -> new SimulationResult(
                r.impossible(),
                r.rejected() + (key.startsWith("level+") ? 1e-9 : 0),
                r.utilisation(),
                r.meanWaitHours(),
                r.fluidLoss(),
                r.cpuSeconds(),
                r.workDone(),
                OpportunisticResult.NONE,
                r.fulfilment(),
                r.groups()));
        List<Claim> claims = experiment.figure(SMALL, results).claims();
        assertThat(claims).allMatch(claim -> claim.verdict() == Verdict.FAILS);
        assertThat(claims.getFirst().evidence()).contains("at 0 of 9 points");
        assertThat(claims.getLast().evidence()).contains("in 12 of 18 runs");
    }
}
