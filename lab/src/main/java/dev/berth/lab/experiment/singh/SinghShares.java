package dev.berth.lab.experiment.singh;

import dev.berth.provision.search.Candidate;
import dev.berth.provision.search.ParetoSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How singh compares searches and schedulers: of the plans that no plan of any of them dominates, how many are whose. */
final class SinghShares {
    private SinghShares() {}

    /** Shares in per cent, by the name of the search or scheduler. A pair of cost and makespan that two found counts for both. */
    static Map<String, Double> of(Map<String, List<Candidate>> found) {
        List<Candidate> best = ParetoSet.of(
                        found.values().stream().flatMap(List::stream).toList())
                .candidates();
        Map<String, Long> counts = new LinkedHashMap<>();
        found.forEach((name, own) -> counts.put(
                name,
                own.stream()
                        .filter(plan -> best.stream().noneMatch(other -> other.dominates(plan)))
                        .count()));
        double whole =
                Math.max(1, counts.values().stream().mapToLong(Long::longValue).sum());
        Map<String, Double> shares = new LinkedHashMap<>();
        counts.forEach((name, count) -> shares.put(name, 100 * count / whole));
        return shares;
    }
}
