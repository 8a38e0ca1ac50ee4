package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.MUCH;
import static dev.berth.lab.experiment.castillo.CastilloResults.everywhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.List;
import java.util.stream.IntStream;

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
    List<Claim> claims(CastilloResults results, CastilloReading reading) {
        String plus = reading.plus();
        String hu = reading.hu();
        Level level = results.sweep().levels().getLast();
        int loads = results.sweep().loads().size();
        int middle = loads / 2;
        double at = results.sweep().loads().get(middle);
        List<Paired> busier = IntStream.range(0, loads)
                .mapToObj(i -> results.more(plus, hu, level, i, SimulationResult::utilisation))
                .toList();
        return List.of(
                new Claim(
                        "FF-HA+ utilises the resources better than FF-HU.",
                        "section VII, Figure 5(a)",
                        CastilloResults.better(busier),
                        "at load %s %s against %s"
                                .formatted(
                                        at,
                                        percent(mean(
                                                results.points(plus, level, SimulationResult::utilisation), middle)),
                                        percent(mean(
                                                results.points(hu, level, SimulationResult::utilisation), middle)))),
                new Claim(
                        "Jobs have to wait significantly longer under FF-HU than under FF-HA+.",
                        "section VII, Figure 5(b)",
                        everywhere(
                                        0,
                                        loads,
                                        i -> results.more(hu, MUCH, plus, level, i, SimulationResult::meanWaitHours)
                                                .above(0))
                                .all(),
                        "at load %s %s h against %s h"
                                .formatted(
                                        at,
                                        number(mean(
                                                results.points(hu, level, SimulationResult::meanWaitHours), middle)),
                                        number(mean(
                                                results.points(plus, level, SimulationResult::meanWaitHours),
                                                middle)))));
    }
}
