package dev.berth.provision.search;

import java.util.Collection;
import java.util.List;

/**
 * Result of a search.
 *
 * @param evaluations how often the workflow was scheduled
 * @param finished false if time ran out or the search was cancelled
 * @param exact whether every choice was evaluated, so that nothing better exists with this scheduler
 * @param seen all candidates, feasible or not
 */
public record SearchResult(
        ParetoSet set, int evaluations, boolean finished, boolean exact, Collection<Candidate> seen) {
    public SearchResult {
        seen = List.copyOf(seen);
    }
}
