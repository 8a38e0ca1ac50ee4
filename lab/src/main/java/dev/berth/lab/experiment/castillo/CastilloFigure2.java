package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;

/** Figure 2 of castillo: what it is worth to know how fast servers are. */
final class CastilloFigure2 extends CastilloFigure {
    private static final String WHERE = "section III, Figure 2";

    CastilloFigure2() {
        super(
                "castillo-fig2",
                "FF-HU and FF-HA at four levels of heterogeneity",
                List.of("ff-hu", "ff-ha"),
                Level.ALL,
                List.of(Quantity.LOSS, Quantity.WANT_OF_CAPACITY, Quantity.UTILISATION));
    }

    @Override
    List<Claim> claims(CastilloResults results, CastilloReading reading) {
        return List.of(
                outperforms(results, reading),
                results.improves(reading.hu(), "FF-HU", WHERE, SimulationResult::loss, -1, "work loss rate"),
                results.improves(reading.ha(), "FF-HA", WHERE, SimulationResult::loss, -1, "work loss rate"),
                results.improves(
                        reading.ha(), "FF-HA", WHERE, SimulationResult::rejected, -1, "loss for want of capacity"));
    }

    private static Claim outperforms(CastilloResults results, CastilloReading reading) {
        List<Paired> gains = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        int last = results.sweep().loads().size() - 1;
        for (Level level : results.sweep().levels()) {
            for (int load = 0; load <= last && !isHomogeneous(level); load++) {
                gains.add(results.more(reading.hu(), reading.ha(), level, load, SimulationResult::loss));
            }
            evidence.add("%s %s against %s"
                    .formatted(
                            level.name(),
                            percent(mean(results.points(reading.ha(), level, SimulationResult::loss), last)),
                            percent(mean(results.points(reading.hu(), level, SimulationResult::loss), last))));
        }
        return new Claim(
                        "For a given level of heterogeneity FF-HA outperforms FF-HU across the spectrum of loads.",
                        WHERE,
                        CastilloResults.better(gains),
                        "%s points; at load %s: %s"
                                .formatted(
                                        CastilloResults.counted(gains),
                                        results.sweep().loads().get(last),
                                        String.join(", ", evidence)))
                .changedFrom(CastilloResults.equalIsNotWorse(gains));
    }

    /** There the two are one. */
    private static boolean isHomogeneous(Level level) {
        return level.rates().size() == 1;
    }
}
