package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.MUCH;
import static dev.berth.lab.experiment.castillo.CastilloResults.SIMILAR;
import static dev.berth.lab.experiment.castillo.CastilloResults.countWhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Point;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;

/** Figure 4 of castillo: what FF-HA+ loses, and how fast it is. */
final class CastilloFigure4 extends CastilloFigure {
    private static final String FIGURE_4A = "section VII, Figure 4(a)";

    CastilloFigure4() {
        super(
                "castillo-fig4",
                "FF-HA+ and FF-HU: work loss rate and running time",
                List.of("ff-ha-plus", "ff-hu"),
                List.of(Level.L4),
                List.of(Quantity.LOSS, Quantity.CPU));
    }

    @Override
    List<Claim> claims(CastilloResults results) {
        Level level = results.sweep().levels().getLast();
        List<Point> plus = results.points("ff-ha-plus", level, SimulationResult::loss);
        List<Point> list = results.points("ff-hu", level, SimulationResult::loss);
        int last = plus.size() - 1;
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim(
                "The loss rate increases with the load for both algorithms.",
                FIGURE_4A,
                grows(plus) && grows(list),
                "FF-HA+ from %s to %s, FF-HU from %s to %s"
                        .formatted(
                                percent(mean(plus, 0)),
                                percent(mean(plus, last)),
                                percent(mean(list, 0)),
                                percent(mean(list, last)))));
        claims.add(similar("low", plus, list, 0));
        claims.add(similar("high", plus, list, last));
        int higher = 0;
        for (int i = 1; i < last; i++) {
            higher += mean(plus, i) > mean(list, i) ? 1 : 0;
        }
        claims.add(new Claim(
                "FF-HA+ exhibits a higher loss rate at medium loads.",
                FIGURE_4A,
                last > 1 && higher == last - 1,
                "FF-HA+ loses more than FF-HU at %d of %d medium loads; in the middle %s against %s"
                        .formatted(
                                higher,
                                Math.max(0, last - 1),
                                percent(mean(plus, last / 2)),
                                percent(mean(list, last / 2)))));
        claims.add(faster(results, level));
        return claims;
    }

    private static boolean grows(List<Point> points) {
        return countWhere(i -> i > 0 && mean(points, i) < mean(points, i - 1), points.size()) == 0;
    }

    private static Claim similar(String which, List<Point> plus, List<Point> list, int index) {
        return new Claim(
                "The two strategies exhibit similar loss rates at " + which + " loads.",
                FIGURE_4A,
                Math.abs(mean(plus, index) - mean(list, index)) <= SIMILAR,
                "at load %s FF-HA+ %s, FF-HU %s"
                        .formatted(plus.get(index).x(), percent(mean(plus, index)), percent(mean(list, index))));
    }

    private static Claim faster(CastilloResults results, Level level) {
        List<Point> plus = results.points("ff-ha-plus", level, SimulationResult::cpuSeconds);
        List<Point> list = results.points("ff-hu", level, SimulationResult::cpuSeconds);
        int last = plus.size() - 1;
        int slower = countWhere(i -> i == 0 || mean(list, i) > MUCH * mean(plus, i), plus.size());
        return new Claim(
                "The running time of FF-HU is significantly higher than that of FF-HA+, especially at medium to high loads.",
                "section VII, Figure 4(b)",
                slower == plus.size(),
                "1.5 times as long at %d of %d loads above the lowest; in the middle %s s against %s s a run"
                        .formatted(slower - 1, last, number(mean(list, last / 2)), number(mean(plus, last / 2))));
    }
}
