package dev.berth.provision.search;

import dev.berth.provision.plan.Planning;
import dev.berth.workflow.model.Cancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One search under way: its archive, its budget and its time. On one thread, but that any may stop it or ask for the best
 * so far.
 */
final class SearchRun {
    /** This many are evaluated before the clock is looked at again. */
    private static final int BATCH = 16;
    /** Share of the budget for the search around the best candidates at the end. */
    private static final double LOCAL = 0.3;

    private static final double SEEDS = 0.4;

    private final Objective objective;
    private final SearchSettings settings;
    private final Watcher watcher;
    private final RandomGenerator random;
    private final ParetoArchive archive = new ParetoArchive();
    private long began = System.nanoTime();
    private volatile boolean stopped;
    /** That searches; evaluations on other threads end when it is interrupted. */
    private volatile @Nullable Thread thread;

    SearchRun(Planning planning, boolean trimmed, SearchSettings settings, Watcher watcher, RandomGenerator random) {
        this.objective = new Objective(planning, trimmed, this::isCalledOff);
        this.settings = settings;
        this.watcher = watcher;
        this.random = random;
    }

    Objective objective() {
        return objective;
    }

    RandomGenerator random() {
        return random;
    }

    /** Evaluates, unless time is up; the answer may then be shorter than the question. */
    List<Candidate> evaluate(List<BitSet> choices) {
        List<Candidate> all = new ArrayList<>();
        while (all.size() < choices.size() && !isSpent(1) && !isStopped()) {
            int batch = Math.min(BATCH, settings.budget() - objective.evaluations());
            List<Candidate> some =
                    objective.of(choices.subList(all.size(), Math.min(choices.size(), all.size() + batch)));
            archive.addAll(some);
            all.addAll(some);
        }
        return all;
    }

    private boolean isStopped() {
        boolean late = settings.limit() != null
                && Duration.ofNanos(System.nanoTime() - began).compareTo(settings.limit()) > 0;
        // The first is always looked at: without it there would be nothing to answer.
        if (objective.evaluations() > 0
                && !stopped
                && (late
                        || Thread.currentThread().isInterrupted()
                        || !watcher.goOn(Math.min(objective.evaluations(), settings.budget()), settings.budget()))) {
            stopped = true;
        }
        return stopped;
    }

    /** Ends it at once: even what is being evaluated is left, and the watcher hears nothing more. */
    void stop() {
        stopped = true;
    }

    private boolean isCalledOff() {
        Thread searching = thread;
        return stopped || (searching != null && searching.isInterrupted());
    }

    /** The best so far, from any thread. */
    SearchResult soFar() {
        ParetoSet best = archive.toSet();
        return new SearchResult(best, objective.evaluations(), false, false, best.candidates());
    }

    /** Searches; the best so far if it is stopped. */
    SearchResult search(Function<Operators, Evolution> evolution, boolean seeded) {
        int slots = objective.slots();
        began = System.nanoTime();
        thread = Thread.currentThread();
        try {
            return slots < 3 || (seeded && slots < 31 && 1L << slots <= settings.budget())
                    ? enumerate()
                    : evolve(evolution.apply(new Operators(slots, settings.genetics())), seeded);
        } catch (Cancelled e) {
            stopped = true;
            return found(false);
        } finally {
            thread = null;
        }
    }

    boolean isSpent(double share) {
        return stopped || (share <= 1 && objective.evaluations() >= share * settings.budget());
    }

    /** Every choice there is. */
    private SearchResult enumerate() {
        int slots = objective.slots();
        List<BitSet> batch = new ArrayList<>();
        for (long bits = 1L << slots; bits-- > 1 && !stopped; ) {
            batch.add(BitSet.valueOf(new long[] {bits}));
            if (batch.size() == BATCH || bits == 1) {
                evaluate(batch);
                batch.clear();
            }
        }
        return found(!stopped);
    }

    private SearchResult evolve(Evolution evolution, boolean seeded) {
        Operators operators = new Operators(objective.slots(), settings.genetics());
        List<Candidate> population = seeded ? seededPopulation(evolution) : evaluate(randomChoices());
        double share = seeded ? 1 - LOCAL : Double.POSITIVE_INFINITY;
        for (int iteration = 0;
                iteration < settings.iterations() && !isSpent(share) && !population.isEmpty();
                iteration++) {
            List<Candidate> children = evaluate(operators.children(evolution.parents(population)));
            if (seeded) {
                children = mended(children);
            }
            population = stopped ? population : evolution.survivors(population, children);
        }
        if (seeded) {
            lookAround();
        }
        return found(false);
    }

    /** Numbers between 0 and 2^n - 1, drawn evenly. */
    private List<BitSet> randomChoices() {
        List<BitSet> choices = new ArrayList<>();
        for (int k = 0; k < settings.population(); k++) {
            choices.add(randomChoice(0.5));
        }
        return choices;
    }

    private BitSet randomChoice(double density) {
        BitSet choice = new BitSet(objective.slots());
        for (int slot = 0; slot < objective.slots(); slot++) {
            if (random.nextDouble() < density) {
                choice.set(slot);
            }
        }
        return choice;
    }

    /** Good plans, and as many random choices of all densities as it takes. */
    private List<Candidate> seededPopulation(Evolution evolution) {
        List<Candidate> seeds = new Seeds(this).plant(SEEDS);
        List<Candidate> all = new ArrayList<>(new HashSet<>(seeds));
        all.sort((one, other) -> one.cost().compareTo(other.cost()));
        if (all.size() > settings.population()) {
            return evolution.survivors(all.subList(0, settings.population()), all);
        }
        List<BitSet> others = new ArrayList<>();
        while (all.size() + others.size() < settings.population()) {
            others.add(randomChoice(random.nextDouble()));
        }
        all.addAll(mended(evaluate(others)));
        return all;
    }

    /** Candidates with the infeasible ones repaired: each is given the slots of a feasible one in addition. */
    private List<Candidate> mended(List<Candidate> candidates) {
        List<Candidate> good = archive.toSet().candidates();
        if (good.isEmpty()) {
            return candidates;
        }
        List<Candidate> all = new ArrayList<>();
        List<BitSet> mended = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate.isFeasible()) {
                all.add(candidate);
            } else {
                BitSet choice = good.get(random.nextInt(good.size())).slots();
                choice.or(candidate.slots());
                mended.add(choice);
            }
        }
        all.addAll(evaluate(mended));
        return all;
    }

    /** Tries what one slot more or less would make of the best, then two, as long as there is something new to try. */
    private void lookAround() {
        lookAround(1);
        lookAround(2);
    }

    private void lookAround(int far) {
        Set<BitSet> explored = new HashSet<>();
        while (!isSpent(1)) {
            List<Candidate> left = new ArrayList<>(archive.toSet().candidates());
            left.removeIf(candidate -> !explored.add(candidate.slots()));
            if (left.isEmpty()) {
                return;
            }
            // The budget may end in the middle: no part of the set is to be always the last.
            Collections.shuffle(left, random);
            for (Candidate candidate : left) {
                if (!isSpent(1) && archive.contains(candidate)) {
                    lookAround(candidate.slots(), far);
                }
            }
        }
    }

    /** One slot after another: all pairs of thousands of slots at once would not fit into memory. */
    private void lookAround(BitSet choice, int far) {
        if (far == 1) {
            evaluate(flipped(choice, 0));
            return;
        }
        for (int slot = 0; slot < objective.slots() && !isSpent(1); slot++) {
            BitSet other = (BitSet) choice.clone();
            other.flip(slot);
            evaluate(flipped(other, slot + 1));
        }
    }

    /** The choices that differ in one of the slots from a first one on. */
    private List<BitSet> flipped(BitSet choice, int first) {
        List<BitSet> all = new ArrayList<>();
        for (int slot = first; slot < objective.slots(); slot++) {
            BitSet other = (BitSet) choice.clone();
            other.flip(slot);
            all.add(other);
        }
        return all;
    }

    private SearchResult found(boolean exact) {
        return new SearchResult(archive.toSet(), objective.evaluations(), !stopped, exact, objective.seen());
    }
}
