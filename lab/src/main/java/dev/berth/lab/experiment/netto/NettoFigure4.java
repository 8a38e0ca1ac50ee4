package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Figure 4 of netto: how long places stay open. */
final class NettoFigure4 extends NettoFigure {
    private static final String WAIT = "fixed after this share of the wait (%; 100: never)";
    /** After how much of the wait a place is fixed. */
    private static final List<Integer> FIXINGS = List.of(0, 25, 50, 75);

    NettoFigure4() {
        super("netto-fig4", "When places are fixed, and utilisation", List.of(Way.EDF));
    }

    /** Fixed intervals as well, to compare with. */
    @Override
    int decidingRuns() {
        return 48;
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        List<NettoCase> cases = new ArrayList<>();
        cases.add(NettoCase.of(way, MEDIUM_LOAD, 0));
        for (int interval : FLEXIBLE) {
            NettoCase never = NettoCase.of(way, MEDIUM_LOAD, interval);
            FIXINGS.forEach(percent -> cases.add(never.fixedAfter(percent)));
            cases.add(never);
        }
        return cases;
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
        List<Integer> shares = Stream.concat(FIXINGS.stream(), Stream.of(100)).toList();
        return eachWay(ways, way -> {
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

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        NettoCount later = new NettoCount();
        for (int interval : FLEXIBLE) {
            NettoCase never = edf(MEDIUM_LOAD, interval);
            addSteps(
                    later,
                    results,
                    "intervals of %d%%, never fixed %s".formatted(interval, percent(results.meanUtilisation(never))),
                    FIXINGS.stream().map(never::fixedAfter).toList());
        }
        return List.of(later.claim(
                "The longer a user waits to fix their job, the better is the system utilisation.",
                4,
                "higher after steps of the wait"));
    }
}
