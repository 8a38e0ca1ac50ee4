package dev.berth.lab.experiment.castillo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.ExperimentRunner;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.GroupUse;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CastilloNegotiationTest {
    /** On 12 servers 600 jobs are enough to fill the book. */
    private static final Options SMALL = new Options(
            Scale.QUICK,
            1,
            600,
            2,
            List.of(),
            new Options.SimulatedSystem(12, List.of(), 20, Deadline.AFTER_SIZE, List.of(0.8, 1.2)));

    private final Experiment<SimulationResult> experiment =
            Experiments.get(CastilloExperiments.ALL, "castillo-negotiation");

    @TempDir
    Path directory;

    @Test
    void figure_showsEveryPolicyOfThePaperMoveReservationsAndLoseLess() throws IOException, InterruptedException {
        List<Cell<SimulationResult>> cells = experiment.cells(SMALL);
        Map<String, SimulationResult> results = new ExperimentRunner(2)
                .run(cells, experiment.measures(), directory.resolve("kept"), SMALL.toString(), (done, of) -> {});
        Figure figure = experiment.figure(SMALL, results);
        assertThat(figure.panels())
                .extracting(Panel::quantity)
                .containsExactly("work-loss-rate", "utilisation", "real-wait", "moves", "late");
        List<Curve> losses = figure.panels().getFirst().curves();
        assertThat(losses)
                .extracting(Curve::name)
                .containsExactly(
                        "ff-hu + negotiation",
                        "ff-hu",
                        "ff-ha + negotiation",
                        "ff-ha",
                        "ff-ha-plus + negotiation",
                        "ff-ha-plus");
        for (int i = 0; i < losses.size(); i += 2) {
            for (int load = 0; load < 2; load++) {
                assertThat(mean(losses.get(i), load))
                        .as("%s at %s", losses.get(i).name(), load)
                        .isLessThan(mean(losses.get(i + 1), load));
            }
        }
        for (Curve moves : figure.panels().get(3).curves()) {
            assertThat(moves.points())
                    .as(moves.name())
                    .allMatch(point -> point.y().mean() > 0);
        }
        for (SimulationResult result : results.values()) {
            assertThat(result.groups().stream().mapToDouble(GroupUse::busy).sum() / 3)
                    .as("server by server, and by what was booked")
                    .isCloseTo(result.utilisation(), within(1e-9));
        }
        SimulationResult again = cells.getLast().work().get();
        assertThat(again.fulfilment())
                .as("the same seed, the same decisions")
                .isEqualTo(Objects.requireNonNull(results.get(cells.getLast().key()))
                        .fulfilment());
    }

    private static double mean(Curve curve, int load) {
        return curve.points().get(load).y().mean();
    }
}
