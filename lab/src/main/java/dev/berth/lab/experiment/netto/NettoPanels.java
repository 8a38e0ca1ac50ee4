package dev.berth.lab.experiment.netto;

import static dev.berth.lab.experiment.netto.NettoFigures.FIXINGS;
import static dev.berth.lab.experiment.netto.NettoFigures.FLEXIBLE;
import static dev.berth.lab.experiment.netto.NettoFigures.INTERVALS;
import static dev.berth.lab.experiment.netto.NettoFigures.LOADS;
import static dev.berth.lab.experiment.netto.NettoFigures.MEDIUM_LOAD;
import static dev.berth.lab.experiment.netto.NettoFigures.THRESHOLDS;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The panels of netto's figures. */
final class NettoPanels {
    private static final String INTERVAL = "length of flexible intervals beyond the duration (%)";
    private static final String THRESHOLD = "threshold: how far off a taken offer may be (%)";
    private static final String WAIT = "fixed after this share of the wait (%; 100: never)";
    private static final String POINTS = "points of utilisation";
    private static final String UTILISATION = "utilisation (%)";

    private NettoPanels() {}

    static List<Panel> figure1(NettoResults results, List<Way> papers, List<Way> berths) {
        List<Panel> panels = new ArrayList<>();
        List<Way> ways = Stream.concat(papers.stream(), berths.stream()).toList();
        for (double load : LOADS) {
            panels.add(panel(
                    "gain-over-shuffle-load-" + Math.round(100 * load),
                    "load " + NettoFigure.number(load) + ": utilisation above shuffle's",
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

    static List<Panel> figure2(NettoResults results, List<Way> papers, List<Way> berths) {
        return eachWay(
                papers,
                berths,
                way -> List.of(
                        panel(
                                "gain-" + way.column(),
                                way.name() + ": utilisation above that with fixed intervals",
                                INTERVAL,
                                POINTS,
                                byLoad(
                                        "",
                                        INTERVALS,
                                        (load, interval) -> results.gain(
                                                NettoCase.of(way, load, interval), NettoCase.of(way, load, 0)))),
                        panel(
                                "utilisation-" + way.column(),
                                way.name() + ": utilisation",
                                INTERVAL,
                                UTILISATION,
                                byLoad(
                                        "",
                                        INTERVALS,
                                        (load, interval) -> results.utilisation(NettoCase.of(way, load, interval))))));
    }

    static List<Panel> figure3(NettoResults results, List<Way> papers, List<Way> berths) {
        return eachWay(
                papers,
                berths,
                way -> List.of(
                        panel(
                                "gain-" + way.column(),
                                way.name() + ": utilisation above that with fixed intervals",
                                INTERVAL,
                                POINTS,
                                Stream.concat(
                                        byLoad(
                                                "",
                                                INTERVALS,
                                                (load, interval) -> results.gain(
                                                        NettoCase.inaccurate(way, load, interval),
                                                        NettoCase.inaccurate(way, load, 0))),
                                        byLoad(
                                                ", exact estimates",
                                                INTERVALS,
                                                (load, interval) -> results.gain(
                                                        NettoCase.of(way, load, interval),
                                                        NettoCase.of(way, load, 0))))),
                        panel(
                                "utilisation-" + way.column(),
                                way.name() + ": utilisation",
                                INTERVAL,
                                UTILISATION,
                                Stream.concat(
                                        byLoad(
                                                "",
                                                INTERVALS,
                                                (load, interval) ->
                                                        results.utilisation(NettoCase.inaccurate(way, load, interval))),
                                        byLoad(
                                                ", exact estimates",
                                                INTERVALS,
                                                (load, interval) ->
                                                        results.utilisation(NettoCase.of(way, load, interval)))))));
    }

    static List<Panel> figure4(NettoResults results, List<Way> papers, List<Way> berths) {
        List<Integer> shares = Stream.concat(FIXINGS.stream(), Stream.of(100)).toList();
        return eachWay(papers, berths, way -> {
            NettoCase fixed = NettoCase.of(way, MEDIUM_LOAD, 0);
            return List.of(
                    panel(
                            "gain-" + way.column(),
                            way.name() + ": utilisation above that with fixed intervals",
                            WAIT,
                            POINTS,
                            FLEXIBLE.stream()
                                    .map(interval -> curve(
                                            "intervals of " + interval + "%",
                                            shares,
                                            share -> results.gain(fixing(way, interval, share), fixed)))),
                    panel(
                            "utilisation-" + way.column(),
                            way.name() + ": utilisation",
                            WAIT,
                            UTILISATION,
                            FLEXIBLE.stream()
                                    .map(interval -> curve(
                                            "intervals of " + interval + "%",
                                            shares,
                                            share -> results.utilisation(fixing(way, interval, share))))));
        });
    }

    private static NettoCase fixing(Way way, int interval, int share) {
        NettoCase never = NettoCase.of(way, MEDIUM_LOAD, interval);
        return share == 100 ? never : never.fixedAfter(share);
    }

    static List<Panel> figure5(NettoResults results, List<Way> papers, List<Way> berths) {
        List<Panel> panels = new ArrayList<>();
        List<Way> ways = Stream.concat(papers.stream(), berths.stream()).toList();
        for (double load : LOADS) {
            panels.add(panel(
                    "gain-load-" + Math.round(100 * load),
                    "load " + NettoFigure.number(load) + ": utilisation above that without either",
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

    static List<Panel> figure6(NettoResults results, List<Way> papers, List<Way> berths) {
        Curve threshold = curve("the threshold", THRESHOLDS, size -> new Estimate(size, 0, results.runs()));
        return eachWay(
                papers,
                berths,
                way -> List.of(
                        panel(
                                "mean-phi-" + way.column(),
                                way.name() + ": how far off the taken offers are",
                                THRESHOLD,
                                "mean |phi| (% of the duration)",
                                Stream.concat(
                                        byLoad(
                                                "",
                                                THRESHOLDS,
                                                (load, size) -> results.meanPhi(NettoCase.offers(way, load, size))),
                                        Stream.of(threshold))),
                        panel(
                                "offers-taken-" + way.column(),
                                way.name() + ": offers taken",
                                THRESHOLD,
                                "jobs a run",
                                byLoad(
                                        "",
                                        THRESHOLDS,
                                        (load, size) -> results.offersTaken(NettoCase.offers(way, load, size))))));
    }

    /** What is shown of each way in two panels, the paper's first. */
    private static List<Panel> eachWay(List<Way> papers, List<Way> berths, Function<Way, List<Panel>> panels) {
        return Stream.concat(papers.stream(), berths.stream())
                .flatMap(way -> panels.apply(way).stream())
                .toList();
    }

    private static Stream<Curve> byLoad(
            String suffix, List<Integer> places, BiFunction<Double, Integer, Estimate> quantity) {
        return LOADS.stream()
                .map(load -> curve(
                        "load " + NettoFigure.number(load) + suffix, places, place -> quantity.apply(load, place)));
    }

    private static <X extends Number> Curve curve(String name, List<X> places, Function<X, Estimate> quantity) {
        return new Curve(
                name,
                places.stream()
                        .map(place -> new Point(place.doubleValue(), quantity.apply(place)))
                        .toList());
    }

    private static Panel panel(String quantity, String title, String xLabel, String yLabel, Stream<Curve> curves) {
        return new Panel(quantity, title, xLabel, yLabel, false, curves.toList());
    }
}
