package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.List;

/** Figure 2 of netto: how long flexible intervals are. */
final class NettoFigure2 extends NettoFigure {
    NettoFigure2() {
        super("netto-fig2", "Length of flexible intervals and utilisation", List.of(Way.EDF));
    }

    @Override
    int decidingRuns() {
        return 10;
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        return byInterval(way);
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
        return eachWay(
                ways,
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

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        NettoCount longer = new NettoCount();
        for (double load : LOADS) {
            addSteps(
                    longer,
                    results,
                    "load " + number(load),
                    INTERVALS.stream().map(interval -> edf(load, interval)).toList());
        }
        return List.of(longer.claim(
                "The longer the interval size, the higher the utilisation.", 2, "higher after steps of the length"));
    }
}
