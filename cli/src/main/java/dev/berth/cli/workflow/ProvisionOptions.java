package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.time.Moments;
import dev.berth.cli.time.Spans;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How to search slots for plans and which plan to take: the options that {@code berth provision}, which searches here, and
 * {@code berth workflow provision}, whose service does, have in common.
 */
public final class ProvisionOptions {
    private static final int USUAL_SIZE = 50;

    @Option(
            names = "--ready",
            paramLabel = "TIME",
            description = "No task starts before this, and until then there is time to choose."
                    + " Default: ten minutes from now; five with --at.")
    private @Nullable String ready;

    @Option(
            names = "--transfer",
            paramLabel = "D",
            description = "What a gigabyte takes from one pool of a service to another. Default: no time.")
    private @Nullable String transfer;

    @Option(
            names = "--servers",
            paramLabel = "[KIND=]N",
            description = "Servers per task, for all tasks or for one kind. Default: 1. May be repeated.")
    private List<String> servers = List.of();

    @Option(
            names = "--scheduler",
            paramLabel = "NAME",
            description = "heft, greedy, min-min or max-min. Default: heft.")
    private @Nullable String scheduler;

    @Option(names = "--search", paramLabel = "NAME", description = "seeded, moga or nsga2. Default: seeded.")
    private @Nullable String search;

    @Option(
            names = "--population",
            paramLabel = "P",
            description = "Plans in a generation of the search. Default: " + USUAL_SIZE + ".")
    private @Nullable Integer population;

    @Option(
            names = "--iterations",
            paramLabel = "I",
            description = "Generations after the first. Default: " + USUAL_SIZE + ".")
    private @Nullable Integer iterations;

    @Option(names = "--seed", paramLabel = "N", description = "Same slots and seed, same plans. Default: 1.")
    private @Nullable Long seed;

    @Option(
            names = "--limit",
            paramLabel = "D",
            description = "The best found after this time, such as 5s, is the answer; a service takes 1m at most.")
    private @Nullable String limit;

    @Option(
            names = "--alpha",
            paramLabel = "A",
            description = "Chooses a plan: from 0, as early as possible, to 1, as cheap as possible.")
    private @Nullable BigDecimal alpha;

    @Option(names = "--book", description = "Books the plan that is chosen: all of it, or nothing.")
    private boolean book;

    public @Nullable Instant ready(Moments moments) {
        return ready == null ? null : moments.parse("--ready", ready);
    }

    public @Nullable Duration transfer() {
        return transfer == null ? null : Spans.parse("--transfer", transfer);
    }

    public TaskServers servers() {
        return TaskServers.parse(servers);
    }

    public String scheduler() {
        return scheduler == null ? "heft" : scheduler;
    }

    public String search() {
        return search == null ? "seeded" : search;
    }

    public int population() {
        return population == null ? USUAL_SIZE : population;
    }

    public int iterations() {
        return iterations == null ? USUAL_SIZE : iterations;
    }

    public long seed() {
        return seed == null ? 1 : seed;
    }

    public @Nullable Duration limit() {
        return limit == null ? null : Spans.positive("--limit", limit);
    }

    public @Nullable BigDecimal alpha() {
        return alpha;
    }

    public boolean isToBook() {
        return book;
    }

    /** Adds what was told to a request; the service has defaults for the rest. */
    void describe(ObjectNode request, Moments moments) {
        put(request, "ready", ready(moments));
        put(request, "transfer", transfer());
        if (!servers.isEmpty()) {
            TaskServers parsed = servers();
            request.put("servers", parsed.others());
            ObjectNode kinds = request.putObject("serversByKind");
            parsed.kinds().forEach(kinds::put);
        }
        put(request, "scheduler", scheduler);
        put(request, "search", search);
        if (population != null) {
            request.put("population", population);
        }
        if (iterations != null) {
            request.put("iterations", iterations);
        }
        if (seed != null) {
            request.put("seed", seed);
        }
        put(request, "limit", limit());
    }

    /** As text, unless it was not told. */
    static void put(ObjectNode request, String field, @Nullable Object value) {
        if (value != null) {
            request.put(field, value.toString());
        }
    }
}
