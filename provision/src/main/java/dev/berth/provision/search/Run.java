package dev.berth.provision.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** One search under way: its archive, its budget and its time. */
final class Run {
    /** So many are evaluated before the clock is looked at again. */
    private static final int BATCH = 16;
    /** Of the budget, to look around the best at the end. */
    private static final double LOCAL = 0.3;

    private static final double SEEDS = 0.4;

    private final Objective objective;
    private final Settings settings;
    private final Watcher watcher;
    private final RandomGenerator random;
    private final Archive archive = new Archive();
    private final long began = System.nanoTime();
    private boolean stopped;

    Run(Objective objective, Settings settings, Watcher watcher, RandomGenerator random) {
        this.objective = objective;
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
            all.addAll(objective.of(choices.subList(all.size(), Math.min(choices.size(), all.size() + batch))));
        }
        archive.addAll(all);
        return all;
    }

    private boolean isStopped() {
        boolean late = settings.limit() != null
                && System.nanoTime() - began > settings.limit().toNanos();
        // The first is always looked at: without it there would be nothing to answer.
        stopped |= objective.evaluations() > 0
                && (late || !watcher.goOn(Math.min(objective.evaluations(), settings.budget()), settings.budget()));
        return stopped;
    }

    boolean isSpent(double share) {
        return stopped || (share <= 1 && objective.evaluations() >= share * settings.budget());
    }

    /** Every choice there is. */
    Found enumerate() {
        int slots = objective.slots();
        List<BitSet> batch = new ArrayList<>();
        for (long bits = 1L << slots; bits-- > 1; ) {
            batch.add(BitSet.valueOf(new long[] {bits}));
            if (batch.size() == BATCH || bits == 1) {
                evaluate(batch);
                batch.clear();
            }
        }
        return found(!stopped);
    }

    Found evolve(Evolution evolution, boolean seeded) {
        Operators operators = new Operators(objective.slots());
        List<Candidate> population = seeded ? seededPopulation(evolution) : evaluate(randomChoices());
        double share = seeded ? 1 - LOCAL : Double.POSITIVE_INFINITY;
        for (int iteration = 0; iteration < settings.iterations() && !isSpent(share); iteration++) {
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

    /** What cannot take the workflow gets the slots of a plan that can. */
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
                    evaluate(neighbours(candidate.slots(), far));
                }
            }
        }
    }

    private List<BitSet> neighbours(BitSet choice, int far) {
        List<BitSet> all = new ArrayList<>();
        for (int slot = 0; slot < objective.slots(); slot++) {
            BitSet other = (BitSet) choice.clone();
            other.flip(slot);
            if (far == 1) {
                all.add(other);
            } else {
                for (int second = slot + 1; second < objective.slots(); second++) {
                    BitSet both = (BitSet) other.clone();
                    both.flip(second);
                    all.add(both);
                }
            }
        }
        return all;
    }

    private Found found(boolean exact) {
        return new Found(archive.toSet(), objective.evaluations(), !stopped, exact, objective.seen());
    }
}
