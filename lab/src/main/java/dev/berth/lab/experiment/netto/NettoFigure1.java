package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figure 1 of netto: the order in which reservations are rescheduled. */
final class NettoFigure1 extends NettoFigure {
    /** "Not load sensitive": by how many points of utilisation EDF's gain over shuffle differs at most between loads. */
    private static final double LOAD_SENSITIVE = 1;

    NettoFigure1() {
        super("netto-fig1", "Sorting criteria and utilisation", Way.ORDERS);
    }

    @Override
    List<NettoCase> cases(Way way) {
        return byInterval(way);
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways) {
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
    List<Claim> claims(NettoResults results) {
        List<Claim> claims = new ArrayList<>();
        for (double load : LOADS) {
            for (int interval : FLEXIBLE) {
                claims.add(edfIsHighest(results, load, interval));
            }
        }
        NettoCount steady = new NettoCount();
        for (int interval : FLEXIBLE) {
            List<Double> gains = LOADS.stream()
                    .map(load -> results.meanGain(edf(load, interval), NettoCase.of(Way.SHUFFLE, load, interval)))
                    .sorted()
                    .toList();
            steady.add(gains.getLast() - gains.getFirst() <= LOAD_SENSITIVE);
            steady.say(String.format(
                    Locale.ROOT,
                    "intervals of %d%%: from %+.2f to %+.2f",
                    interval,
                    gains.getFirst(),
                    gains.getLast()));
        }
        claims.add(steady.claim(
                "The results are not load sensitive.", 1, "EDF's gain over shuffle is within a point for all loads"));
        return claims;
    }

    private static Claim edfIsHighest(NettoResults results, double load, int interval) {
        NettoCount highest = new NettoCount();
        for (Way way : Way.ORDERS) {
            double utilisation = results.meanUtilisation(NettoCase.of(way, load, interval));
            if (!way.equals(Way.EDF)) {
                highest.add(results.meanUtilisation(edf(load, interval)) > utilisation);
            }
            highest.say(String.format(Locale.ROOT, "%s %.2f%%", way.name(), utilisation));
        }
        return highest.claim(
                "At load %s with flexible intervals of %d%% EDF has the highest utilisation."
                        .formatted(number(load), interval),
                1,
                "EDF is higher than others");
    }
}
