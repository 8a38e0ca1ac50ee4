package dev.berth.lab.experiment.castillo;

import static dev.berth.lab.experiment.castillo.CastilloResults.MUCH;
import static dev.berth.lab.experiment.castillo.CastilloResults.SIMILAR;
import static dev.berth.lab.experiment.castillo.CastilloResults.everywhere;
import static dev.berth.lab.experiment.castillo.CastilloResults.mean;
import static dev.berth.lab.experiment.castillo.CastilloResults.number;
import static dev.berth.lab.experiment.castillo.CastilloResults.percent;

import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.simulation.SimulationResult;
import dev.berth.lab.workload.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 4 of castillo: what FF-HA+ loses, and how fast it is. */
final class CastilloFigure4 extends CastilloFigure {
    private static final String FIGURE_4A = "section VII, Figure 4(a)";

    /** Meaning of "low" and "high" before a result was seen. */
    private static final double LOW_BEFORE = 0.5;

    private static final double HIGH_BEFORE = 1.2;

    /** Load from which every policy loses about what no schedule can keep. */
    private static final double FAR_TOO_MUCH = 2;

    CastilloFigure4() {
        super(
                "castillo-fig4",
                "FF-HA+ and FF-HU: work loss rate and running time",
                List.of("ff-ha-plus", "ff-hu"),
                List.of(Level.L4),
                List.of(Quantity.LOSS, Quantity.WANT_OF_CAPACITY, Quantity.CPU));
    }

    @Override
    List<Claim> claims(CastilloResults results, CastilloReading reading) {
        String plus = reading.plus();
        String hu = reading.hu();
        Level level = results.sweep().levels().getLast();
        int last = results.sweep().loads().size() - 1;
        List<Point> tree = results.points(plus, level, SimulationResult::loss);
        List<Point> list = results.points(hu, level, SimulationResult::loss);
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim(
                "The loss rate increases with the load for both algorithms.",
                FIGURE_4A,
                grows(results, List.of(plus, hu), level),
                "FF-HA+ from %s to %s, FF-HU from %s to %s"
                        .formatted(
                                percent(mean(tree, 0)),
                                percent(mean(tree, last)),
                                percent(mean(list, 0)),
                                percent(mean(list, last)))));
        claims.add(similar(results, reading, "low", 0, LOW_BEFORE));
        claims.add(similar(results, reading, "high", last, HIGH_BEFORE));
        ComparisonFamily higher = everywhere(
                1,
                last,
                i -> results.more(plus, hu, level, i, SimulationResult::loss).above(0));
        claims.add(new Claim(
                "FF-HA+ exhibits a higher loss rate at medium loads.",
                FIGURE_4A,
                higher.all(),
                "FF-HA+ loses more than FF-HU at %s medium loads; in the middle %s against %s"
                        .formatted(higher.words(), percent(mean(tree, last / 2)), percent(mean(list, last / 2)))));
        claims.add(slower(results, reading, level));
        return claims;
    }

    private static Verdict grows(CastilloResults results, List<String> policies, Level level) {
        return ComparisonFamily.of(policies.stream()
                        .flatMap(policy -> IntStream.range(
                                        0, results.sweep().loads().size() - 1)
                                .mapToObj(i -> results.growth(policy, level, i, SimulationResult::loss)
                                        .atLeast(-CastilloResults.EQUAL)))
                        .toList())
                .all();
    }

    /** @param before the load that was read as low or high until a result was seen */
    private static Claim similar(
            CastilloResults results, CastilloReading reading, String which, int load, double before) {
        Level level = results.sweep().levels().getLast();
        String plus = reading.plus();
        String hu = reading.hu();
        double at = results.sweep().loads().get(load);
        double tree = mean(results.points(plus, level, SimulationResult::loss), load);
        double list = mean(results.points(hu, level, SimulationResult::loss), load);
        Claim claim = new Claim(
                "The two strategies exhibit similar loss rates at " + which + " loads.",
                FIGURE_4A,
                similar(results, reading, load),
                "at load %s FF-HA+ %s, FF-HU %s".formatted(at, percent(tree), percent(list)));
        int earlier = results.sweep().loads().indexOf(before);
        if (earlier >= 0 && earlier != load) {
            claim = claim.changedFrom(new ChangedRule(
                    which + " is a load of " + at,
                    which + " is a load of " + before,
                    similar(results, reading, earlier)));
        }
        if (Math.max(tree, list) <= CastilloResults.EQUAL) {
            return claim.byConstructionBecause("neither loses anything there");
        }
        return at < FAR_TOO_MUCH
                ? claim
                : claim.byConstructionBecause("no schedule loses less than "
                        + percent(mean(results.points(plus, level, SimulationResult::fluidLoss), load))
                        + " there, and servers are hardly ever idle under either");
    }

    private static Verdict similar(CastilloResults results, CastilloReading reading, int load) {
        Level level = results.sweep().levels().getLast();
        return results.more(reading.plus(), reading.hu(), level, load, SimulationResult::loss)
                .within(SIMILAR)
                .verdict();
    }

    private static Claim slower(CastilloResults results, CastilloReading reading, Level level) {
        String plus = reading.plus();
        String hu = reading.hu();
        List<Point> tree = results.points(plus, level, SimulationResult::cpuSeconds);
        List<Point> list = results.points(hu, level, SimulationResult::cpuSeconds);
        int loads = tree.size();
        return new Claim(
                "The running time of FF-HU is significantly higher than that of FF-HA+, especially at medium to high loads.",
                "section VII, Figure 4(b)",
                everywhere(
                                1,
                                loads,
                                i -> results.more(hu, MUCH, plus, level, i, SimulationResult::cpuSeconds)
                                        .above(0))
                        .all(),
                "in the middle FF-HU %s s, FF-HA+ %s s a run; at the highest load %s and %s s"
                        .formatted(
                                number(mean(list, loads / 2)),
                                number(mean(tree, loads / 2)),
                                number(mean(list, loads - 1)),
                                number(mean(tree, loads - 1))));
    }
}
