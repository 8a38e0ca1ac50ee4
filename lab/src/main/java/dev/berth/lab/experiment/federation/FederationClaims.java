package dev.berth.lab.experiment.federation;

import dev.berth.lab.experiment.federation.FederationSweep.Measured;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.simulation.FederatedResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Claims of {@code federation}; "equal" is within 0.05 per cent of the work, a minute, or a hundredth of the price. */
record FederationClaims(Measured measured) {
    private static final String OURS = "Berth's own";
    private static final double EQUAL = 0.0005;
    private static final double MINUTE = 1 / 60.0;
    private static final double HUNDREDTH = 0.01;
    private static final double LITTLE = 0.01;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(claim(
                "What is divided loses more: three sites lose no less work than one, and ten no less than three.",
                load -> Comparison.allOf(
                        loss(Way.byEnd(3), Way.ONE_BOOK, load).atLeast(-EQUAL),
                        loss(Way.byEnd(10), Way.byEnd(3), load).atLeast(-EQUAL)),
                FederatedResult::loss,
                List.of(Way.ONE_BOOK, Way.byEnd(3), Way.byEnd(10))));
        for (int sites : Way.SITES) {
            claims.add(claim(
                    "Through the ranking by end %d sites lose at most one per cent of the work more than one site."
                            .formatted(sites),
                    load -> loss(Way.byEnd(sites), Way.ONE_BOOK, load).atMost(LITTLE),
                    FederatedResult::loss,
                    List.of(Way.ONE_BOOK, Way.byEnd(sites))));
            claims.add(claim(
                    "The ranking by end saves at least half of what %d sites lose if each job goes to one at random, beyond what one site loses."
                            .formatted(sites),
                    load -> saves(sites, load),
                    FederatedResult::loss,
                    List.of(Way.ONE_BOOK, Way.byEnd(sites), Way.atRandom(sites))));
            claims.add(claim(
                    "Ranked by price, %d sites lose no more work than ranked by end.".formatted(sites),
                    load -> loss(Way.byPrice(sites), Way.byEnd(sites), load).atMost(EQUAL),
                    FederatedResult::loss,
                    List.of(Way.byEnd(sites), Way.byPrice(sites))));
            claims.add(claim(
                    "Ranked by end, jobs at %d sites really wait no longer than at one site.".formatted(sites),
                    load -> measured.more(Way.byEnd(sites), Way.ONE_BOOK, load, FederatedResult::realWait)
                            .atMost(MINUTE),
                    FederatedResult::realWait,
                    List.of(Way.ONE_BOOK, Way.byEnd(sites))));
            claims.add(claim(
                    "Ranked by price, an hour of work at %d sites costs no more than ranked by end.".formatted(sites),
                    load -> measured.more(Way.byPrice(sites), Way.byEnd(sites), load, FederatedResult::price)
                            .atMost(HUNDREDTH),
                    FederatedResult::price,
                    List.of(Way.byEnd(sites), Way.byPrice(sites))));
        }
        return claims;
    }

    private Paired loss(Way way, Way than, double load) {
        return measured.more(way, than, load, FederatedResult::loss);
    }

    /** Where nothing can be saved, nothing is to be. */
    private Comparison saves(int sites, double load) {
        double[] ranked = measured.values(Way.byEnd(sites), load, FederatedResult::loss);
        double[] random = measured.values(Way.atRandom(sites), load, FederatedResult::loss);
        double[] one = measured.values(Way.ONE_BOOK, load, FederatedResult::loss);
        double[] beyond = new double[one.length];
        for (int run = 0; run < one.length; run++) {
            beyond[run] = ranked[run] - one[run] - (random[run] - one[run]) / 2;
        }
        return Paired.of(beyond).atMost(EQUAL);
    }

    private Claim claim(
            String sentence,
            DoubleFunction<Comparison> comparison,
            ToDoubleFunction<FederatedResult> quantity,
            List<Way> shown) {
        List<Double> loads = measured.sweep().loads();
        return new Claim(
                sentence,
                OURS,
                ComparisonFamily.of(loads.stream().map(comparison::apply).toList())
                        .all(),
                loads.stream()
                        .map(load -> "load %s: %s"
                                .formatted(
                                        load,
                                        shown.stream()
                                                .map(way -> String.format(
                                                        Locale.ROOT,
                                                        "%s %.4f",
                                                        way.name(),
                                                        measured.mean(way, load, quantity)))
                                                .collect(Collectors.joining("; "))))
                        .collect(Collectors.joining(". ")));
    }
}
