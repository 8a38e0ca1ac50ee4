package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Figure 3 of netto: the same when jobs run for less than they are booked for. */
final class NettoFigure3 extends NettoFigure {
    NettoFigure3() {
        super(
                "netto-fig3",
                "Length of flexible intervals and utilisation, with inaccurate estimates",
                List.of(Way.EDF));
    }

    @Override
    List<NettoCase> cases(Way way) {
        return Stream.concat(
                        byInterval(way).stream(),
                        byInterval(way).stream()
                                .map(one -> NettoCase.inaccurate(
                                        way, one.setting().load(), one.setting().flexibility())))
                .toList();
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways) {
        return eachWay(
                ways,
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

    /** By points of utilisation; jobs that run for less also use less, so the relative gain is told as well. */
    @Override
    List<Claim> claims(NettoResults results) {
        NettoCount more = new NettoCount();
        for (double load : LOADS) {
            NettoCase fixed = NettoCase.inaccurate(Way.EDF, load, 0);
            for (int interval : FLEXIBLE) {
                double exact = results.meanGain(edf(load, interval), edf(load, 0));
                double inaccurate = results.meanGain(NettoCase.inaccurate(Way.EDF, load, interval), fixed);
                more.add(inaccurate > exact);
                more.say(String.format(
                        Locale.ROOT,
                        "load %s, %d%%: %+.2f (relative %+.1f%%), exact %+.2f (%+.1f%%)",
                        number(load),
                        interval,
                        inaccurate,
                        100 * inaccurate / results.meanUtilisation(fixed),
                        exact,
                        100 * exact / results.meanUtilisation(edf(load, 0))));
            }
        }
        return List.of(more.claim(
                "The flexible intervals have more impact when users overestimate their execution time.",
                3,
                "the gain over fixed intervals is larger"));
    }
}
