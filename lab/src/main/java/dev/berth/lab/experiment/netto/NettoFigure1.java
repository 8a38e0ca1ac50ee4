package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Statistics;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Figure 1 of netto: the order in which reservations are rescheduled. */
final class NettoFigure1 extends NettoFigure {
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
        List<Claim> claims = new ArrayList<>();
        for (double load : LOADS) {
            for (int interval : FLEXIBLE) {
                claims.add(edfIsHighest(results, load, interval));
            }
        }
        claims.add(steady(results));
        return claims;
    }

    private static Claim edfIsHighest(NettoResults results, double load, int interval) {
        NettoCount highest = new NettoCount();
        highest.say("%s %s".formatted(Way.EDF.name(), percent(results.meanUtilisation(edf(load, interval)))));
        for (Way way : Way.ORDERS) {
            if (!way.equals(Way.EDF)) {
                NettoCase other = NettoCase.of(way, load, interval);
                Paired above = results.above(edf(load, interval), other);
                highest.add(above.above(0));
                highest.say("%s %s, EDF's less it %s"
                        .formatted(way.name(), percent(results.meanUtilisation(other)), above.words()));
            }
        }
        return highest.claim(
                "At load %s with flexible intervals of %d%% EDF has the highest utilisation."
                        .formatted(number(load), interval),
                1,
                "EDF is higher than others");
    }

    /**
     * "Not load sensitive", without a measure of our own: what EDF gains over shuffle, in relation to shuffle's
     * utilisation, grows or shrinks by no larger a factor than the load does.
     */
    private static Claim steady(NettoResults results) {
        NettoCount steady = new NettoCount();
        for (int interval : FLEXIBLE) {
            double[] usual = gains(results, LOADS.getFirst(), interval);
            List<String> means = new ArrayList<>();
            for (double load : LOADS) {
                double[] gains = gains(results, load, interval);
                means.add(words(Statistics.estimate(gains)));
                if (load > LOADS.getFirst()) {
                    steady.add(Verdict.all(List.of(
                            Paired.of(gains, load, usual).atMost(0),
                            Paired.of(gains, 1 / load, usual).atLeast(0))));
                }
            }
            steady.say("intervals of %d%%: %s".formatted(interval, String.join(", ", means)));
        }
        return steady.claim(
                "The results are not load sensitive.",
                1,
                "EDF's gain over shuffle, in per cent of shuffle's utilisation, changes by no larger a factor than the"
                        + " load");
    }

    private static double[] gains(NettoResults results, double load, int interval) {
        return results.relativeGains(edf(load, interval), NettoCase.of(Way.SHUFFLE, load, interval));
    }
}
