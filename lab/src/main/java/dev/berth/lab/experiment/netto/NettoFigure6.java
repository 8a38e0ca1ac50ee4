package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Figure 6 of netto: how far off offers are that are taken. */
final class NettoFigure6 extends NettoFigure {
    private static final String THRESHOLD = "threshold: how far off a taken offer may be (%)";
    /** "Not significantly less than" the threshold is at least this share of it. */
    private static final double NOT_SIGNIFICANTLY_LESS = 0.75;

    NettoFigure6() {
        super("netto-fig6", "How far off the accepted offers are", List.of(Way.EDF));
    }

    @Override
    List<NettoCase> cases(Way way) {
        return Stream.concat(LOADS.stream().map(load -> NettoCase.of(way, load, 0)), byThreshold(way).stream())
                .toList();
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways) {
        Curve threshold = curve("the threshold", THRESHOLDS, size -> new Estimate(size, 0, results.runs()));
        return eachWay(
                ways,
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

    @Override
    List<Claim> claims(NettoResults results) {
        NettoCount near = new NettoCount();
        for (double load : LOADS) {
            for (int threshold : THRESHOLDS) {
                double phi = results.meanPhi(NettoCase.offers(Way.EDF, load, threshold))
                        .mean();
                near.add(phi >= NOT_SIGNIFICANTLY_LESS * threshold);
                near.say(String.format(
                        Locale.ROOT,
                        "load %s: %s of %d%%",
                        number(load),
                        Double.isNaN(phi) ? "none" : percent(phi),
                        threshold));
            }
        }
        return List.of(near.claim(
                "On average phi is not significantly less than the maximum phi defined by the resource provider.",
                6,
                "mean |phi| is three quarters of the threshold or more"));
    }
}
