package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.ChangedRule;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Figure 1 of netto: the order in which reservations are rescheduled. */
final class NettoFigure1 extends NettoFigure {
    /** Most points of utilisation by which a gain could differ when that was the measure. */
    private static final double ONE_POINT = 1;

    NettoFigure1() {
        super("netto-fig1", "Sorting criteria and utilisation", Way.ORDERS);
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        return byInterval(way);
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
        List<Panel> panels = new ArrayList<>();
        for (double load : LOADS) {
            panels.add(panel(
                    "gain-over-shuffle-load-" + Math.round(100 * load),
                    "load " + number(load) + ": utilisation above shuffle's",
                    INTERVAL,
                    POINTS,
                    ways.stream()
                            .filter(way -> !way.equals(Way.SHUFFLE))
                            .map(way -> curve(
                                    way.name(),
                                    INTERVALS,
                                    interval -> results.gain(
                                            NettoCase.of(way, load, interval),
                                            NettoCase.of(Way.SHUFFLE, load, interval))))));
        }
        panels.add(panel(
                "utilisation",
                "utilisation with flexible intervals of 100%",
                "load",
                UTILISATION,
                ways.stream()
                        .map(way ->
                                curve(way.name(), LOADS, load -> results.utilisation(NettoCase.of(way, load, 100))))));
        return panels;
    }

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        return List.of(edfIsHighest(results), steady(results));
    }

    /** The paper says it of all loads and intervals at once, so they are one family. */
    private static Claim edfIsHighest(NettoResults results) {
        NettoCount highest = new NettoCount();
        for (double load : LOADS) {
            for (int interval : FLEXIBLE) {
                highest.say("load %s, %d%%: EDF %s, less %s"
                        .formatted(
                                number(load),
                                interval,
                                percent(results.meanUtilisation(edf(load, interval))),
                                Way.ORDERS.stream()
                                        .filter(way -> !way.equals(Way.EDF))
                                        .map(way -> way.name() + " " + ahead(results, highest, way, load, interval))
                                        .collect(Collectors.joining(", "))));
            }
        }
        return highest.claim(
                "With flexible intervals EDF has the highest utilisation, in all cases.", 1, "EDF is higher");
    }

    private static String ahead(NettoResults results, NettoCount highest, Way way, double load, int interval) {
        Paired above = results.above(edf(load, interval), NettoCase.of(way, load, interval));
        highest.add(above.above(0));
        return above.words();
    }

    /**
     * "Not load sensitive", without a measure of our own: what EDF gains over shuffle, in relation to shuffle's
     * utilisation, grows or shrinks by no larger a factor than the load does.
     */
    private static Claim steady(NettoResults results) {
        NettoCount steady = new NettoCount();
        List<Comparison> points = new ArrayList<>();
        for (int interval : FLEXIBLE) {
            double[] usual = gains(results, LOADS.getFirst(), interval);
            List<String> means = new ArrayList<>();
            for (double load : LOADS) {
                double[] gains = gains(results, load, interval);
                means.add(words(Statistics.estimate(gains)));
                if (load > LOADS.getFirst()) {
                    points.add(Paired.of(
                                    pointsGained(results, load, interval),
                                    pointsGained(results, LOADS.getFirst(), interval))
                            .within(ONE_POINT));
                    steady.add(Comparison.allOf(
                            Paired.of(gains, load, usual).atMost(0),
                            Paired.of(gains, 1 / load, usual).atLeast(0)));
                }
            }
            steady.say("intervals of %d%%: %s".formatted(interval, String.join(", ", means)));
        }
        return steady.claim(
                        "The results are not load sensitive.",
                        1,
                        "EDF's gain over shuffle, in per cent of shuffle's utilisation, changes by no larger a factor than the"
                                + " load")
                .changedFrom(new ChangedRule(
                        "the gain over shuffle, in per cent of shuffle's utilisation, changes by no larger a factor than the load",
                        "the gain over shuffle changes by at most one point of utilisation",
                        ComparisonFamily.of(points).all()));
    }

    private static double[] pointsGained(NettoResults results, double load, int interval) {
        return results.gains(edf(load, interval), NettoCase.of(Way.SHUFFLE, load, interval));
    }

    private static double[] gains(NettoResults results, double load, int interval) {
        return results.relativeGains(edf(load, interval), NettoCase.of(Way.SHUFFLE, load, interval));
    }
}
