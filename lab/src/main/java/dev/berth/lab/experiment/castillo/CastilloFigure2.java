package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Point;
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
                List.of(Quantity.LOSS, Quantity.UTILISATION));
    }

    @Override
    List<Claim> claims(CastilloResults results) {
        List<Claim> claims = new ArrayList<>();
        for (Level level : results.sweep().levels()) {
            List<Point> aware = results.points("ff-ha", level, SimulationResult::loss);
            List<Point> unaware = results.points("ff-hu", level, SimulationResult::loss);
            int worse = CastilloResults.countWhere(i -> mean(aware, i) >= mean(unaware, i), aware.size());
            claims.add(new Claim(
                    "For level " + level.name() + " FF-HA outperforms FF-HU across the spectrum of loads.",
                    WHERE,
                    worse == 0,
                    "FF-HA loses less at %d of %d loads; at load %s %s against %s"
                            .formatted(
                                    aware.size() - worse,
                                    aware.size(),
                                    aware.getLast().x(),
                                    percent(mean(aware, aware.size() - 1)),
                                    percent(mean(unaware, unaware.size() - 1)))));
        }
        claims.add(results.improves("ff-hu", WHERE, SimulationResult::loss, -1, "work loss rate"));
        claims.add(results.improves("ff-ha", WHERE, SimulationResult::loss, -1, "work loss rate"));
        return claims;
    }
}
