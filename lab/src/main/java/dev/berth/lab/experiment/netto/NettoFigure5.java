package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Figure 5 of netto: offers to refused jobs. */
final class NettoFigure5 extends NettoFigure {
    NettoFigure5() {
        super("netto-fig5", "Offers of other times and flexible intervals", List.of(Way.EDF));
    }

    @Override
    int decidingRuns() {
        return 6;
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        List<NettoCase> cases = new ArrayList<>(byInterval(way));
        cases.addAll(byThreshold(way));
        return cases;
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
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
                curve(way.name() + ", intervals", FLEXIBLE, size -> quantity.apply(NettoCase.of(way, load, size))));
    }

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        NettoCount raise = new NettoCount();
        NettoCount less = new NettoCount();
        for (double load : LOADS) {
            for (int size : THRESHOLDS) {
                NettoCase offers = NettoCase.offers(Way.EDF, load, size);
                Paired gain = results.above(offers, edf(load, 0));
                Paired behind = results.above(offers, edf(load, size));
                raise.add(gain.above(0));
                raise.say("load %s, %d%%: %s".formatted(number(load), size, gain.words()));
                less.add(behind.below(0));
                less.say("load %s, %d%%: %s".formatted(number(load), size, behind.words()));
            }
        }
        return List.of(
                raise.claim("Offers of other times increase the system utilisation.", 5, "higher with offers")
                        .holdingByConstruction(),
                less.claim(
                        "Offers of other times do not perform as well as flexible intervals.",
                        5,
                        "the utilisation with offers, less that with intervals, is below zero"));
    }
}
