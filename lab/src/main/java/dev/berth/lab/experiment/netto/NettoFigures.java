package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Figures 1 to 6 of netto, with Berth's way beside the paper's. */
final class NettoFigures {
    static final List<Double> LOADS = List.of(1.0, 1.25, 1.5);
    static final double MEDIUM_LOAD = 1.25;
    /** Lambda of the flexible intervals; 0 is a fixed one. */
    static final List<Integer> INTERVALS = List.of(0, 25, 50, 100);

    static final List<Integer> FLEXIBLE = List.of(25, 50, 100);
    /** Thresholds of the offers. */
    static final List<Integer> THRESHOLDS = FLEXIBLE;
    /** After how much of the wait a place is fixed. */
    static final List<Integer> FIXINGS = List.of(0, 25, 50, 75);

    private NettoFigures() {}

    static Experiment figure1() {
        return new NettoFigure(
                "netto-fig1",
                "Sorting criteria and utilisation",
                Way.ORDERS,
                NettoFigures::byInterval,
                NettoPanels::figure1,
                results -> new NettoClaims(results).figure1());
    }

    static Experiment figure2() {
        return new NettoFigure(
                "netto-fig2",
                "Length of flexible intervals and utilisation",
                List.of(Way.EDF),
                NettoFigures::byInterval,
                NettoPanels::figure2,
                results -> new NettoClaims(results).figure2());
    }

    static Experiment figure3() {
        return new NettoFigure(
                "netto-fig3",
                "Length of flexible intervals and utilisation, with inaccurate estimates",
                List.of(Way.EDF),
                way -> Stream.concat(
                                byInterval(way).stream(),
                                byInterval(way).stream()
                                        .map(one -> NettoCase.inaccurate(
                                                way,
                                                one.setting().load(),
                                                one.setting().flexibility())))
                        .toList(),
                NettoPanels::figure3,
                results -> new NettoClaims(results).figure3());
    }

    static Experiment figure4() {
        return new NettoFigure(
                "netto-fig4",
                "When places are fixed, and utilisation",
                List.of(Way.EDF),
                NettoFigures::byFixing,
                NettoPanels::figure4,
                results -> new NettoClaims(results).figure4());
    }

    static Experiment figure5() {
        return new NettoFigure(
                "netto-fig5",
                "Offers of other times and flexible intervals",
                List.of(Way.EDF),
                NettoFigures::withOffers,
                NettoPanels::figure5,
                results -> new NettoClaims(results).figure5());
    }

    static Experiment figure6() {
        return new NettoFigure(
                "netto-fig6",
                "How far off the accepted offers are",
                List.of(Way.EDF),
                way -> Stream.concat(LOADS.stream().map(load -> NettoCase.of(way, load, 0)), byThreshold(way).stream())
                        .toList(),
                NettoPanels::figure6,
                results -> new NettoClaims(results).figure6());
    }

    private static List<NettoCase> byInterval(Way way) {
        return LOADS.stream()
                .flatMap(load -> INTERVALS.stream().map(interval -> NettoCase.of(way, load, interval)))
                .toList();
    }

    private static List<NettoCase> byThreshold(Way way) {
        return LOADS.stream()
                .flatMap(load -> THRESHOLDS.stream().map(threshold -> NettoCase.offers(way, load, threshold)))
                .toList();
    }

    /** Intervals, and offers to all and to the half that has the intervals: the paper does not say to whom. */
    private static List<NettoCase> withOffers(Way way) {
        List<NettoCase> cases = new ArrayList<>(byInterval(way));
        cases.addAll(byThreshold(way));
        for (double load : LOADS) {
            THRESHOLDS.forEach(threshold -> cases.add(NettoCase.offersToHalf(way, load, threshold)));
        }
        return cases;
    }

    /** Fixed intervals as well, to compare with. */
    private static List<NettoCase> byFixing(Way way) {
        List<NettoCase> cases = new ArrayList<>();
        cases.add(NettoCase.of(way, MEDIUM_LOAD, 0));
        for (int interval : FLEXIBLE) {
            NettoCase never = NettoCase.of(way, MEDIUM_LOAD, interval);
            FIXINGS.forEach(percent -> cases.add(never.fixedAfter(percent)));
            cases.add(never);
        }
        return cases;
    }
}
