package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.stream.Stream;

/** Figure 3 of netto: the same when jobs run for less than they are booked for. */
final class NettoFigure3 extends NettoFigure {
    /** Jobs that run for less also use less, so that points shrink with them. */
    private static final OpenParameter IMPACT = OpenParameter.choice(
                    "impact", "the gain in points of utilisation, or relative to what is used", "points", "relative")
            .thatJudges();

    /** The paper tells the scheduler of early ends, and not what it does with them. */
    static final OpenParameter EARLY_ENDS = OpenParameter.choice(
            "early-ends",
            "what an early end is good for: room for new jobs, or also for what may start earlier than it is placed",
            "as-placed",
            "pull-forward");

    NettoFigure3() {
        super(
                "netto-fig3",
                "Length of flexible intervals and utilisation, with inaccurate estimates",
                List.of(Way.EDF));
    }

    @Override
    int decidingRuns() {
        return 6;
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        return Stream.concat(
                        byInterval(way).stream(),
                        byInterval(way).stream()
                                .map(one -> NettoCase.inaccurate(
                                        way, one.setting().load(), one.setting().flexibility())))
                .toList();
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

    @Override
    public List<OpenParameter> parameters() {
        return List.of(SIDES, IMPACT, EARLY_ENDS, DRAWS);
    }

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        boolean relative = IMPACT.of(options).equals("relative");
        NettoCount more = new NettoCount();
        for (double load : LOADS) {
            NettoCase fixed = NettoCase.inaccurate(Way.EDF, load, 0);
            for (int interval : FLEXIBLE) {
                NettoCase flexible = NettoCase.inaccurate(Way.EDF, load, interval);
                Paired points =
                        Paired.of(results.gains(flexible, fixed), results.gains(edf(load, interval), edf(load, 0)));
                Paired shares = Paired.of(
                        results.relativeGains(flexible, fixed),
                        results.relativeGains(edf(load, interval), edf(load, 0)));
                more.add((relative ? shares : points).above(0));
                more.say("load %s, %d%%: %s points, %s%% of what is used"
                        .formatted(number(load), interval, points.words(), shares.words()));
            }
        }
        return List.of(more.claim(
                "The flexible intervals have more impact when users overestimate their execution time.",
                3,
                "the gain over fixed intervals is larger"));
    }
}
