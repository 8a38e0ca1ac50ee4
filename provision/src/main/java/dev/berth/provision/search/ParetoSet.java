package dev.berth.provision.search;

import dev.berth.engine.model.BadValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Candidates of which none dominates another: each costs more than the one before it and is done earlier. */
public final class ParetoSet {
    private final List<Candidate> candidates;

    private ParetoSet(List<Candidate> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    /** The feasible ones that no other of them dominates. */
    public static ParetoSet of(Collection<Candidate> all) {
        ParetoArchive archive = new ParetoArchive();
        List<Candidate> sorted = new ArrayList<>(all);
        sorted.removeIf(candidate -> !candidate.isFeasible());
        sorted.sort((one, other) -> one.cost().equals(other.cost())
                ? Long.compare(one.makespan(), other.makespan())
                : one.cost().compareTo(other.cost()));
        List<Candidate> kept = new ArrayList<>();
        for (Candidate candidate : sorted) {
            if (archive.add(candidate)) {
                kept.add(candidate);
            }
        }
        return new ParetoSet(kept);
    }

    /** Candidates by ascending cost. */
    public List<Candidate> candidates() {
        return candidates;
    }

    public boolean isEmpty() {
        return candidates.isEmpty();
    }

    public int size() {
        return candidates.size();
    }

    /**
     * The candidate with the least alpha * AC + (1 - alpha) * SC, both from 0 for the least to 1 for the greatest of the
     * set (Eq 8 and 9). The earlier done of equals.
     *
     * @param alpha from 0, only the makespan counts, to 1, only the cost
     */
    public Candidate choose(double alpha) {
        if (!(alpha >= 0 && alpha <= 1)) {
            throw new BadValue("alpha", alpha, "must be from 0 (as early as possible) to 1 (as cheap as possible)");
        }
        if (isEmpty()) {
            throw new IllegalStateException("nothing to choose from");
        }
        Candidate best = candidates.getFirst();
        double least = Double.POSITIVE_INFINITY;
        for (Candidate candidate : candidates) {
            double value = value(candidate, alpha);
            if (value <= least) {
                least = value;
                best = candidate;
            }
        }
        return best;
    }

    /** Weighted sum of relative cost and relative makespan, which {@link #choose} minimises. */
    public double value(Candidate candidate, double alpha) {
        Candidate cheapest = candidates.getFirst();
        Candidate earliest = candidates.getLast();
        double cost = share(
                candidate.cost().millionths(),
                cheapest.cost().millionths(),
                earliest.cost().millionths());
        double time = share(candidate.makespan(), earliest.makespan(), cheapest.makespan());
        return alpha * cost + (1 - alpha) * time;
    }

    private static double share(long value, long least, long most) {
        return most == least ? 0 : (double) (value - least) / (most - least);
    }

    /**
     * The area that the set dominates up to a reference point, as a share of the area from the origin to there: a
     * measure of the whole set. 0 if all of it is beyond the reference.
     */
    public double hypervolume(long referenceCost, long referenceMakespan) {
        double area = 0;
        double until = referenceCost;
        for (int index = candidates.size() - 1; index >= 0; index--) {
            Candidate candidate = candidates.get(index);
            double cost = candidate.cost().millionths();
            if (cost < until && candidate.makespan() < referenceMakespan) {
                area += (until - cost) * (referenceMakespan - candidate.makespan());
                until = cost;
            }
        }
        return area / ((double) referenceCost * referenceMakespan);
    }
}
