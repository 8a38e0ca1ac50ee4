package dev.berth.provision.search;

import dev.berth.provision.plan.Outcome;
import dev.berth.provision.plan.Planning;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Evaluates choices of slots, each choice once, many in parallel on all processors. Not thread-safe, except that any
 * thread may call {@link #evaluations}.
 *
 * <p>A trimmed candidate keeps only the slots that tasks are on: the same schedule at a lower cost.
 */
public final class Objective {
    private final Planning planning;
    private final boolean trimmed;
    private final Map<BitSet, Candidate> known = new LinkedHashMap<>();
    private final BooleanSupplier cancelled;
    private final AtomicInteger evaluations = new AtomicInteger();

    public Objective(Planning planning, boolean trimmed) {
        this(planning, trimmed, () -> false);
    }

    Objective(Planning planning, boolean trimmed, BooleanSupplier cancelled) {
        this.planning = planning;
        this.trimmed = trimmed;
        this.cancelled = cancelled;
    }

    public Planning planning() {
        return planning;
    }

    /** How many slots there are to choose from. */
    public int slots() {
        return planning.problem().availability().size();
    }

    /** How often a workflow has been scheduled. */
    public int evaluations() {
        return evaluations.get();
    }

    /** All candidates evaluated so far, in that order. */
    public Collection<Candidate> seen() {
        return List.copyOf(known.values());
    }

    Candidate of(BitSet chosen) {
        return of(List.of(chosen)).getFirst();
    }

    /** Candidates for these choices, in their order. */
    public List<Candidate> of(List<BitSet> choices) {
        List<BitSet> unknown = choices.stream()
                .filter(choice -> !known.containsKey(choice))
                .distinct()
                .toList();
        List<Candidate> found = unknown.parallelStream().map(this::evaluate).toList();
        evaluations.addAndGet(unknown.size());
        for (int k = 0; k < found.size(); k++) {
            known.put((BitSet) unknown.get(k).clone(), found.get(k));
            known.putIfAbsent(found.get(k).slots(), found.get(k));
        }
        List<Candidate> all = new ArrayList<>();
        for (BitSet choice : choices) {
            Candidate candidate = known.get(choice);
            all.add(candidate == null ? Candidate.infeasible(choice) : candidate);
        }
        return all;
    }

    private Candidate evaluate(BitSet choice) {
        Outcome outcome = planning.outcome(choice, cancelled);
        BitSet used = outcome.used();
        if (used == null) {
            return Candidate.infeasible(choice);
        }
        return trimmed
                ? new Candidate(used, outcome.cost(), outcome.makespan())
                : new Candidate(choice, outcome.cost().plus(outcome.unusedCost()), outcome.makespan());
    }
}
