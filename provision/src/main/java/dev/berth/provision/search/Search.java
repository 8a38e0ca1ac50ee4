package dev.berth.provision.search;

import dev.berth.engine.model.BadValue;
import dev.berth.provision.plan.Planning;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A way to find the Pareto set, by name. The same seed gives the same set on any number of processors, unless a time limit
 * cuts the search short.
 */
public final class Search {
    /** Singh's: from random choices, each slot of a choice paid for, used or not. */
    public static final Search MOGA = new Search("moga", Moga::new, false);
    /** NSGA-II from the same start. */
    public static final Search NSGA2 = new Search("nsga2", Nsga2::new, false);
    /** Berth's: NSGA-II that starts from good plans, mends bad ones and looks around the best ones at the end. */
    public static final Search SEEDED = new Search("seeded", Nsga2::new, true);

    public static final List<Search> ALL = List.of(SEEDED, MOGA, NSGA2);

    private final String name;
    private final Function<Operators, Evolution> evolution;
    private final boolean seeded;

    Search(String name, Function<Operators, Evolution> evolution, boolean seeded) {
        this.name = name;
        this.evolution = evolution;
        this.seeded = seeded;
    }

    public static Search get(String name) {
        return ALL.stream()
                .filter(search -> search.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new BadValue(
                        "search",
                        name,
                        "must be one of " + ALL.stream().map(Search::name).collect(Collectors.joining(", "))));
    }

    public String name() {
        return name;
    }

    /** Searches on this thread, or, if there is a time limit, on one that can be left behind at the limit. */
    public SearchResult run(Planning planning, SearchSettings settings, Watcher watcher) {
        SearchJob job = job(planning, settings, watcher);
        Duration limit = settings.limit();
        return limit == null ? job.run() : HardLimit.run(job, limit);
    }

    /** A search that has not begun, for a caller that has a thread for it. */
    public SearchJob job(Planning planning, SearchSettings settings, Watcher watcher) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        SearchRun run = new SearchRun(planning, seeded, settings, watcher, random);
        return new SearchJob(run, random, evolution, seeded);
    }
}
