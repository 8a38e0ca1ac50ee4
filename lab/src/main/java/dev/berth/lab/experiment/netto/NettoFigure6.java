package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Figure 6 of netto: how far off offers are that are taken. */
final class NettoFigure6 extends NettoFigure {
    private static final String THRESHOLD = "threshold: how far off a taken offer may be (%)";
    private static final OpenParameter NEAR = OpenParameter.number(
                    "near",
                    "the share of the threshold that is not significantly less than it",
                    new OpenParameter.Range(0, 1),
                    0.75,
                    0.9,
                    0.5)
            .thatJudges();

    NettoFigure6() {
        super("netto-fig6", "How far off the accepted offers are", List.of(Way.EDF));
    }

    @Override
    int decidingRuns() {
        return 6;
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        return Stream.concat(LOADS.stream().map(load -> NettoCase.of(way, load, 0)), byThreshold(way).stream())
                .toList();
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
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
    public List<OpenParameter> parameters() {
        return List.of(NEAR, DRAWS);
    }

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        double share = NEAR.number(options);
        NettoCount near = new NettoCount();
        for (double load : LOADS) {
            for (int threshold : THRESHOLDS) {
                NettoCase offers = NettoCase.offers(Way.EDF, load, threshold);
                double[] limits = new double[results.runs()];
                Arrays.fill(limits, threshold);
                near.add(Paired.of(results.phis(offers), share, limits).atLeast(0));
                Estimate phi = results.meanPhi(offers);
                near.say("load %s: %s of %d%%"
                        .formatted(number(load), phi.runs() == 0 ? "none" : words(phi), threshold));
            }
        }
        return List.of(near.claim(
                "On average phi is not significantly less than the maximum phi defined by the resource provider.",
                6,
                "mean |phi| is %s of the threshold or more".formatted(NEAR.of(options))));
    }
}
