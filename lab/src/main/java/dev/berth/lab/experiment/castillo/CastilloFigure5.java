package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.MUCH;
import static dev.berth.lab.experiment.castillo.CastilloResults.countWhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.List;

/** Figure 5 of castillo: how busy FF-HA+ keeps servers, and how long jobs wait. */
final class CastilloFigure5 extends CastilloFigure {
    CastilloFigure5() {
        super(
                "castillo-fig5",
                "FF-HA+ and FF-HU: utilisation and waiting time",
                List.of("ff-ha-plus", "ff-hu"),
                List.of(Level.L4),
                List.of(Quantity.UTILISATION, Quantity.WAIT));
    }

    @Override
    List<Claim> claims(CastilloResults results) {
        Level level = results.sweep().levels().getLast();
        List<Point> plus = results.points("ff-ha-plus", level, SimulationResult::utilisation);
        List<Point> list = results.points("ff-hu", level, SimulationResult::utilisation);
        int more = countWhere(i -> mean(plus, i) > mean(list, i), plus.size());
        List<Point> plusWait = results.points("ff-ha-plus", level, SimulationResult::meanWaitHours);
        List<Point> listWait = results.points("ff-hu", level, SimulationResult::meanWaitHours);
        int longer = countWhere(i -> mean(listWait, i) > MUCH * mean(plusWait, i), plusWait.size());
        int last = plus.size() - 1;
        return List.of(
                new Claim(
                        "FF-HA+ utilises the resources better than FF-HU.",
                        "section VII, Figure 5(a)",
                        more == plus.size(),
                        "busier at %d of %d loads; at load %s %s against %s"
                                .formatted(
                                        more,
                                        plus.size(),
                                        plus.getLast().x(),
                                        percent(mean(plus, last)),
                                        percent(mean(list, last)))),
                new Claim(
                        "Jobs have to wait significantly longer under FF-HU than under FF-HA+.",
                        "section VII, Figure 5(b)",
                        longer == plusWait.size(),
                        "longer by half at %d of %d loads; at load %s %s h against %s h"
                                .formatted(
                                        longer,
                                        plusWait.size(),
                                        plusWait.getLast().x(),
                                        number(mean(listWait, last)),
                                        number(mean(plusWait, last)))));
    }
}
