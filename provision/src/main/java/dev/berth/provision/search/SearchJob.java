package dev.berth.provision.search;

import io.jenetics.util.RandomRegistry;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A search that one thread runs and that all others may stop. It ends at its limits and soon after its thread is
 * interrupted; should it not, {@link #soFar} has what it has found all the same.
 */
public final class SearchJob {
    private final SearchRun run;
    private final SplittableRandom random;
    private final Function<Operators, Evolution> evolution;
    private final boolean seeded;

    SearchJob(SearchRun run, SplittableRandom random, Function<Operators, Evolution> evolution, boolean seeded) {
        this.run = run;
        this.random = random;
        this.evolution = evolution;
        this.seeded = seeded;
    }

    /** To be called once. */
    public SearchResult run() {
        return run.objective().slots() == 0
                ? new SearchResult(ParetoSet.of(List.of()), 0, true, true, List.of())
                : RandomRegistry.with(random, registered -> run.search(evolution, seeded));
    }

    /** Ends it within moments, in the middle of whatever it evaluates. */
    public void stop() {
        run.stop();
    }

    /** The best so far; of what was seen, only that. */
    public SearchResult soFar() {
        return run.soFar();
    }
}
