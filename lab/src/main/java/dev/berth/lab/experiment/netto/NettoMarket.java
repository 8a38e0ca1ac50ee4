package dev.berth.lab.experiment.netto;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Estimate;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Moldable jobs, prices and budgets (netto 2.1 and 2.2). The paper describes them and does not evaluate them; here half of the
 * users may be flexible, all of them pay and have a budget, and the scheduler may choose the processors. With prices, the orders by
 * expected revenue that it names as work to come (3.1) have something to go by.
 */
final class NettoMarket extends NettoFigure {
    /** Discount that a provider grants for full flexibility, in per cent of the price. */
    private static final OpenParameter DISCOUNT = OpenParameter.number(
            "discount",
            "per cent off the price for an interval of twice the duration",
            new OpenParameter.Range(0, 90),
            20,
            0,
            40);

    private static final List<Integer> LENGTHS = List.of(0, 100);
    private static final int FLEXIBLE_LENGTH = 100;

    NettoMarket() {
        super("netto-market", "Moldable jobs, prices and budgets", List.of(Way.EDF, Way.HRF, Way.HPF));
    }

    @Override
    public List<OpenParameter> parameters() {
        return List.of(SIDES, DISCOUNT);
    }

    @Override
    List<NettoCase> cases(Way way, Options options) {
        return LOADS.stream()
                .flatMap(load -> LENGTHS.stream()
                        .flatMap(interval ->
                                Stream.of(false, true).map(moldable -> sold(way, load, interval, moldable, options))))
                .toList();
    }

    private static NettoCase sold(Way way, double load, int interval, boolean moldable, Options options) {
        return NettoCase.sold(way, load, interval, new Market(moldable, (int) DISCOUNT.number(options)));
    }

    @Override
    List<Panel> panels(NettoResults results, List<Way> ways, Options options) {
        return List.of(
                panel(
                        results,
                        ways,
                        options,
                        "accepted-work",
                        "work accepted",
                        "share of the work (%)",
                        r -> 100 * (1 - r.loss())),
                panel(
                        results,
                        ways,
                        options,
                        "too-expensive",
                        "work refused for its price",
                        "share of the work (%)",
                        r -> 100 * r.sales().tooExpensive()),
                panel(
                        results,
                        ways,
                        options,
                        "revenue",
                        "revenue",
                        "base prices a processor-hour (%)",
                        r -> 100 * r.sales().revenue()),
                panel(results, ways, options, "utilisation", "utilisation", UTILISATION, r -> 100 * r.utilisation()));
    }

    private static Panel panel(
            NettoResults results,
            List<Way> ways,
            Options options,
            String quantity,
            String title,
            String unit,
            ToDoubleFunction<NettoRun> measure) {
        Stream<Curve> curves = ways.stream()
                .flatMap(way -> LENGTHS.stream()
                        .flatMap(interval -> Stream.of(false, true)
                                .map(moldable -> curve(
                                        "%s, %s, intervals of %d%%"
                                                .formatted(way.name(), moldable ? "moldable" : "rigid", interval),
                                        LOADS,
                                        load -> Statistics.estimate(results.values(
                                                sold(way, load, interval, moldable, options), measure))))));
        return panel(quantity, title, "load", unit, curves);
    }

    @Override
    List<Claim> claims(NettoResults results, Options options) {
        NettoCount revenue = new NettoCount();
        NettoCount affordable = new NettoCount();
        NettoCount moldable = new NettoCount();
        NettoCount ordered = new NettoCount();
        for (double load : LOADS) {
            NettoCase fixed = sold(Way.EDF, load, 0, false, options);
            NettoCase flexible = sold(Way.EDF, load, FLEXIBLE_LENGTH, false, options);
            Paired earned = less(
                    results, flexible, fixed, result -> 100 * result.sales().revenue());
            revenue.add(earned.above(0));
            revenue.say(
                    "load %s: %s%% of the base price of all processor-hours".formatted(number(load), earned.words()));
            Paired priced = less(
                    results, flexible, fixed, result -> 100 * result.sales().tooExpensive());
            affordable.add(priced.below(0));
            affordable.say("load %s: %s%% of the work".formatted(number(load), priced.words()));
            for (Way way : List.of(Way.HRF, Way.HPF)) {
                Paired more = less(
                        results,
                        sold(way, load, FLEXIBLE_LENGTH, false, options),
                        flexible,
                        result -> 100 * result.sales().revenue());
                ordered.add(more.above(0));
                ordered.say("load %s, %s: %s%% of the base price of all processor-hours"
                        .formatted(number(load), way.name(), more.words()));
            }
            for (int interval : LENGTHS) {
                Paired taken = less(
                        results,
                        sold(Way.EDF, load, interval, true, options),
                        sold(Way.EDF, load, interval, false, options),
                        result -> 100 * (1 - result.loss()));
                moldable.add(taken.above(0));
                moldable.say("load %s, intervals of %d%%: %s%% of the work"
                        .formatted(number(load), interval, taken.words()));
            }
        }
        return List.of(
                revenue.claim(
                        "Rigid reservations reduce the revenue: with flexible intervals it is higher, discount included.",
                        "section 2.1",
                        "more is earned with flexible intervals"),
                affordable.claim(
                        "A lower price for flexible users lets more of the work be afforded.",
                        "section 2.1, a consequence of ours",
                        "less is refused for its price with flexible intervals"),
                moldable.claim(
                        "A scheduler that chooses the number of processors accepts more of the work.",
                        "section 2.2, a question of ours",
                        "more is accepted of moldable jobs"),
                ordered.claim(
                        "Sorting by expected revenue earns more than EDF does, with flexible intervals.",
                        "section 3.1, a question of ours",
                        "more is earned by revenue"));
    }

    private static Paired less(
            NettoResults results, NettoCase one, NettoCase other, ToDoubleFunction<NettoRun> measure) {
        return Paired.of(results.values(one, measure), results.values(other, measure));
    }

    @Override
    List<String> notes(Options options, NettoResults results) {
        Estimate rigid = results.utilisation(sold(Way.EDF, MEDIUM_LOAD, 0, false, options));
        return List.of(
                "A processor-hour has the base price on an empty machine and twice that on a full one, less %s%% for full flexibility; a budget is %s to %s times the base price of the job as it was submitted, so that some are refused for their price."
                        .formatted(DISCOUNT.of(options), number(Market.LEAST_BUDGET), number(Market.MOST_BUDGET)),
                "Moldable jobs run on half to twice the processors of the log, by Amdahl's law with one per cent serial; the fewest that make the deadline are tried first.",
                String.format(
                        Locale.ROOT,
                        "The paper does not evaluate any of this; without prices see netto-fig2. Rigid jobs with fixed intervals use %s at load %s.",
                        words(rigid),
                        number(MEDIUM_LOAD)));
    }
}
