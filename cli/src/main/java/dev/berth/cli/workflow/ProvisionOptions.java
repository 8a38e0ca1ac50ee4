package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.provision.search.Genetics;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to search slots for plans and which plan to take: the options that {@code berth provision}, which searches here, and
 * {@code berth workflow provision} and {@code berth deals provision}, for which a service does, have in common.
 */
public final class ProvisionOptions {
    private static final int USUAL_SIZE = 50;

    private final String usualReady;

    private final String longestSearch;

    private @Nullable String ready;

    private @Nullable String transfer;

    private List<String> servers = new ArrayList<>();

    private @Nullable String scheduler;

    private @Nullable String search;

    private @Nullable Integer population;

    private @Nullable Integer iterations;

    private @Nullable Integer crossover;

    private @Nullable BigDecimal mutation;

    private @Nullable Long seed;

    private @Nullable String limit;

    private @Nullable BigDecimal alpha;

    private boolean book;

    /**
     * Options of one of these commands.
     *
     * @param usualReady the sentence that tells the earliest start by default
     * @param longestSearch how much longer a search may take, to be added to a sentence; empty if it has no limit
     */
    public ProvisionOptions(String usualReady, String longestSearch) {
        this.usualReady = usualReady;
        this.longestSearch = longestSearch;
    }

    public void declare(Syntax syntax) {
        syntax.text("--ready", "TIME", "Earliest start of any task. " + usualReady, value -> ready = value);
        syntax.text(
                "--transfer",
                "D",
                "Time to transfer a gigabyte from one pool of a service to another. Default: 0",
                value -> transfer = value);
        syntax.text(
                        "--servers",
                        "[KIND=]N",
                        "Servers of each task, for all tasks or for one kind; may be repeated. Default: 1",
                        servers::add)
                .repeatable();
        syntax.text(
                "--scheduler", "NAME", "heft, greedy, min-min or max-min. Default: heft", value -> scheduler = value);
        syntax.text("--search", "NAME", "seeded, moga or nsga2. Default: seeded", value -> search = value);
        syntax.integer("--population", "P", "Plans in a generation of the search", value -> population = value)
                .byDefault(USUAL_SIZE);
        syntax.integer("--iterations", "I", "Number of generations after the first", value -> iterations = value)
                .byDefault(USUAL_SIZE);
        syntax.integer(
                        "--crossover",
                        "POINTS",
                        "Points at which two plans are crossed to make new ones, 1 to 100",
                        value -> crossover = value)
                .byDefault(Genetics.USUAL.points());
        syntax.decimal(
                "--mutation",
                "SLOTS",
                "Number of slots of a new plan that are changed at random in the mean, 0 to 100. Default: 1",
                value -> mutation = value);
        syntax.longInteger(
                "--seed",
                "N",
                "Seed of the search; the same slots and seed give the same plans. Default: 1",
                value -> seed = value);
        syntax.text(
                "--limit",
                "D",
                "Stop the search after this time, such as 5s, with the best plans so far" + longestSearch,
                value -> limit = value);
        syntax.decimal(
                "--alpha",
                "A",
                "Choose one plan: from 0 (as early as possible) to 1 (as cheap as possible)",
                value -> alpha = value);
        syntax.flag("--book", "Book the chosen plan: all of it, or nothing", () -> book = true);
    }

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

    public Genetics genetics() {
        return new Genetics(
                crossover == null ? Genetics.USUAL.points() : crossover,
                mutation == null ? Genetics.USUAL.mutations() : mutation.doubleValue());
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
    public void describe(ObjectNode request, Moments moments) {
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
        if (crossover != null) {
            request.put("crossover", crossover);
        }
        put(request, "mutation", mutation == null ? null : mutation.toPlainString());
        if (seed != null) {
            request.put("seed", seed);
        }
        put(request, "limit", limit());
    }

    /** Sets a field to the value as text, unless the value is null. */
    public static void put(ObjectNode request, String field, @Nullable Object value) {
        if (value != null) {
            request.put(field, value.toString());
        }
    }
}
