package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.MUCH;
import static dev.berth.lab.experiment.castillo.CastilloResults.SIMILAR;
import static dev.berth.lab.experiment.castillo.CastilloResults.countWhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.everywhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
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
                List.of(Quantity.LOSS, Quantity.WANT_OF_CAPACITY, Quantity.CPU));
    }

    @Override
    List<Claim> claims(CastilloResults results, String plus) {
        Level level = results.sweep().levels().getLast();
        int last = results.sweep().loads().size() - 1;
        List<Point> tree = results.points(plus, level, SimulationResult::loss);
        List<Point> list = results.points("ff-hu", level, SimulationResult::loss);
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim(
                "The loss rate increases with the load for both algorithms.",
                FIGURE_4A,
                Verdict.all(List.of(grows(results, plus, level), grows(results, "ff-hu", level))),
                "FF-HA+ from %s to %s, FF-HU from %s to %s"
                        .formatted(
                                percent(mean(tree, 0)),
                                percent(mean(tree, last)),
                                percent(mean(list, 0)),
                                percent(mean(list, last)))));
        claims.add(similar(results, plus, "low", 0));
        claims.add(similar(results, plus, "high", last));
        int higher = countWhere(
                i -> i > 0
                        && i < last
                        && results.more(plus, "ff-hu", level, i, SimulationResult::loss)
                                        .above(0)
                                == Verdict.HOLDS,
                last);
        claims.add(new Claim(
                "FF-HA+ exhibits a higher loss rate at medium loads.",
                FIGURE_4A,
                everywhere(
                        1,
                        last,
                        i -> results.more(plus, "ff-hu", level, i, SimulationResult::loss)
                                .above(0)),
                "FF-HA+ loses more than FF-HU at %d of %d medium loads; in the middle %s against %s"
                        .formatted(
                                higher,
                                Math.max(0, last - 1),
                                percent(mean(tree, last / 2)),
                                percent(mean(list, last / 2)))));
        claims.add(slower(results, plus, level));
        return claims;
    }

    private static Verdict grows(CastilloResults results, String policy, Level level) {
        return everywhere(
                0,
                results.sweep().loads().size() - 1,
                i -> results.growth(policy, level, i, SimulationResult::loss).atLeast(-CastilloResults.EQUAL));
    }

    private static Claim similar(CastilloResults results, String plus, String which, int load) {
        Level level = results.sweep().levels().getLast();
        return new Claim(
                "The two strategies exhibit similar loss rates at " + which + " loads.",
                FIGURE_4A,
                results.more(plus, "ff-hu", level, load, SimulationResult::loss).within(SIMILAR),
                "at load %s FF-HA+ %s, FF-HU %s"
                        .formatted(
                                results.sweep().loads().get(load),
                                percent(mean(results.points(plus, level, SimulationResult::loss), load)),
                                percent(mean(results.points("ff-hu", level, SimulationResult::loss), load))));
    }

    private static Claim slower(CastilloResults results, String plus, Level level) {
        List<Point> tree = results.points(plus, level, SimulationResult::cpuSeconds);
        List<Point> list = results.points("ff-hu", level, SimulationResult::cpuSeconds);
        int loads = tree.size();
        return new Claim(
                "The running time of FF-HU is significantly higher than that of FF-HA+, especially at medium to high loads.",
                "section VII, Figure 4(b)",
                everywhere(
                        1,
                        loads,
                        i -> results.more("ff-hu", MUCH, plus, level, i, SimulationResult::cpuSeconds)
                                .above(0)),
                "in the middle FF-HU %s s, FF-HA+ %s s a run; at the highest load %s and %s s"
                        .formatted(
                                number(mean(list, loads / 2)),
                                number(mean(tree, loads / 2)),
                                number(mean(list, loads - 1)),
                                number(mean(tree, loads - 1))));
    }
}
