package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Figure 5 of netto: offers to refused jobs. */
final class NettoFigure5 extends NettoFigure {
    NettoFigure5() {
        super("netto-fig5", "Offers of other times and flexible intervals", List.of(Way.EDF));
    }

    /** Intervals, and offers to all and to the half that has the intervals: the paper does not say to whom. */
    @Override
    List<NettoCase> cases(Way way) {
        List<NettoCase> cases = new ArrayList<>(byInterval(way));
        cases.addAll(byThreshold(way));
        for (double load : LOADS) {
            THRESHOLDS.forEach(threshold -> cases.add(NettoCase.offersToHalf(way, load, threshold)));
        }
        return cases;
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways) {
        List<Panel> panels = new ArrayList<>();
        for (double load : LOADS) {
            panels.add(panel(
                    "gain-load-" + Math.round(100 * load),
                    "load " + number(load) + ": utilisation above that without either",
                    "threshold of offers, length of intervals (%)",
                    POINTS,
                    ways.stream()
                            .flatMap(way -> offersAndIntervals(
                                    way, load, one -> results.gain(one, NettoCase.of(way, load, 0))))));
        }
        panels.add(panel(
                "accepted-work",
                "load " + MEDIUM_LOAD + ": work accepted",
                "threshold of offers, length of intervals (%)",
                "share of the work (%)",
                ways.stream().flatMap(way -> offersAndIntervals(way, MEDIUM_LOAD, results::acceptedWork))));
        return panels;
    }

    private static Stream<Curve> offersAndIntervals(Way way, double load, Function<NettoCase, Estimate> quantity) {
        return Stream.of(
                curve(way.name() + ", offers", THRESHOLDS, size -> quantity.apply(NettoCase.offers(way, load, size))),
                curve(
                        way.name() + ", offers to half",
                        THRESHOLDS,
                        size -> quantity.apply(NettoCase.offersToHalf(way, load, size))),
                curve(way.name() + ", intervals", FLEXIBLE, size -> quantity.apply(NettoCase.of(way, load, size))));
    }

    /** The second sentence in two readings: offers to all, and to the half that has the intervals. */
    @Override
    List<Claim> claims(NettoResults results) {
        NettoCount raise = new NettoCount();
        NettoCount less = new NettoCount();
        NettoCount lessToHalf = new NettoCount();
        for (double load : LOADS) {
            for (int size : THRESHOLDS) {
                double offers = results.meanGain(NettoCase.offers(Way.EDF, load, size), edf(load, 0));
                double toHalf = results.meanGain(NettoCase.offersToHalf(Way.EDF, load, size), edf(load, 0));
                double intervals = results.meanGain(edf(load, size), edf(load, 0));
                raise.add(offers > 0);
                raise.say(String.format(Locale.ROOT, "load %s, %d%%: %+.2f", number(load), size, offers));
                less.add(offers < intervals);
                less.say(String.format(
                        Locale.ROOT, "load %s, %d%%: %+.2f, intervals %+.2f", number(load), size, offers, intervals));
                lessToHalf.add(toHalf < intervals);
                lessToHalf.say(String.format(
                        Locale.ROOT, "load %s, %d%%: %+.2f, intervals %+.2f", number(load), size, toHalf, intervals));
            }
        }
        return List.of(
                raise.claim("Offers of other times increase the system utilisation.", 5, "higher with offers"),
                less.claim(
                        "Offers, taken by all, do not perform as well as flexible intervals of half of the jobs.",
                        5,
                        "the gain of offers is smaller"),
                lessToHalf.claim(
                        "Offers, taken by half of the users, do not perform as well as flexible intervals of these.",
                        5,
                        "the gain of offers is smaller"));
    }
}
