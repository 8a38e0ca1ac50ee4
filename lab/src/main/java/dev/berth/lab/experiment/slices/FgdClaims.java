package dev.berth.lab.experiment.slices;

import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Verdict;
import dev.berth.lab.packing.PackingRule;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Claims of the paper on fragmentation gradient descent, as its abstract states them, and one for each rule. */
record FgdClaims(FgdSweep sweep, MeasuredRuns results) {
    private static final String ABSTRACT = "abstract";

    /** Share of unallocated cards that FGD leaves in the paper's best case. */
    private static final double LEFT = 0.51;

    private static final int MORE_CARDS = 290;
    /** Cards of the paper's cluster, of which it has 290 more. */
    private static final int PAPERS_CARDS = 6_200;

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        List<PackingRule> all = Arrays.stream(PackingRule.values())
                .filter(rule -> rule != PackingRule.FGD)
                .toList();
        claims.add(claim(
                "FGD achieves the maximum GPU allocation rate: it allocates more than each other rule.",
                family(
                                all,
                                (rule, load) -> Paired.of(allocated(PackingRule.FGD, load), allocated(rule, load))
                                        .above(0))
                        .all()));
        for (PackingRule rule : all) {
            claims.add(claim(
                    "FGD allocates more than %s.".formatted(rule.words()),
                    family(
                                    List.of(rule),
                                    (other, load) -> Paired.of(allocated(PackingRule.FGD, load), allocated(other, load))
                                            .above(0))
                            .all()));
        }
        claims.add(claim(
                "Compared to the existing packing-based schedulers, FGD reduces unallocated GPUs by up to 49%: by that much against"
                        + " some rule at some load.",
                family(
                                packing(),
                                (rule, load) -> Paired.of(
                                                unallocated(PackingRule.FGD, load), LEFT, unallocated(rule, load))
                                        .atMost(0))
                        .any()));
        double more = MORE_CARDS / (double) PAPERS_CARDS;
        claims.add(claim(
                "FGD makes 290 more of 6,200 GPUs usable, 4.7% of all, against some packing-based rule at some load.",
                family(
                                packing(),
                                (rule, load) -> Paired.of(allocated(PackingRule.FGD, load), allocated(rule, load))
                                        .atLeast(more))
                        .any()));
        return claims;
    }

    /** The rules that pack, as the abstract means it. */
    private List<PackingRule> packing() {
        List<PackingRule> rules =
                new ArrayList<>(List.of(PackingRule.DOT_PRODUCT, PackingRule.PACKING, PackingRule.BEST_FIT));
        if (FgdSweep.PACKING_BASED.of(sweep.options()).equals("with-clustering")) {
            rules.add(PackingRule.CLUSTERING);
        }
        return rules;
    }

    private static ComparisonFamily family(
            List<PackingRule> rules, BiFunction<PackingRule, Double, Comparison> comparison) {
        return ComparisonFamily.of(rules.stream()
                .flatMap(rule -> FgdSweep.FULL.stream().map(load -> comparison.apply(rule, load)))
                .toList());
    }

    private double[] allocated(PackingRule rule, double load) {
        return results.values(rule.words(), sweep.runs(), FgdSweep.allocated(load));
    }

    private double[] unallocated(PackingRule rule, double load) {
        return results.values(rule.words(), sweep.runs(), FgdSweep.unallocated(load));
    }

    private Claim claim(String sentence, Verdict verdict) {
        return new Claim(sentence, ABSTRACT, verdict, evidence());
    }

    private String evidence() {
        return "unallocated GPUs of %d: ".formatted(NodeType.cards(sweep.nodes()))
                + FgdSweep.FULL.stream()
                        .map(load -> "arrived %.0f%%: ".formatted(100 * load)
                                + Arrays.stream(PackingRule.values())
                                        .map(rule -> String.format(
                                                Locale.ROOT,
                                                "%s %.0f",
                                                rule.words(),
                                                results.mean(rule.words(), sweep.runs(), FgdSweep.unallocated(load))))
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining(". "));
    }
}
