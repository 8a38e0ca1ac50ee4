package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.time.Moments;
import dev.berth.cli.time.Spans;
import dev.berth.service.wire.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to search for, and how. */
final class SearchOptions {
    @Option(
            names = "--ready",
            paramLabel = "TIME",
            description =
                    "No task starts before this, and until then there is time to choose; ten minutes from now unless told.")
    private @Nullable String ready;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Plans that end later are left out.")
    private @Nullable String deadline;

    @Option(names = "--pool", paramLabel = "POOL", description = "Only there; may be given several times.")
    private List<String> pools = List.of();

    @Option(
            names = "--servers",
            paramLabel = "[KIND=]N",
            description =
                    "How many servers a task takes at once, all or those of a kind; 1 unless told. Repeat it for more.")
    private List<String> servers = List.of();

    @Option(
            names = "--gaps",
            paramLabel = "HOW",
            description = "What is free before a reservation is sold whole, which it is unless told, or in parts.")
    private @Nullable String gaps;

    @Option(names = "--transfer", paramLabel = "D", description = "What a gigabyte takes from one pool to another.")
    private @Nullable String transfer;

    @Option(names = "--scheduler", paramLabel = "NAME", description = "heft, greedy, min-min or max-min.")
    private @Nullable String scheduler;

    @Option(names = "--search", paramLabel = "NAME", description = "seeded, moga or nsga2.")
    private @Nullable String search;

    @Option(names = "--population", paramLabel = "P", description = "Plans in a generation; 50 unless told.")
    private @Nullable Integer population;

    @Option(names = "--iterations", paramLabel = "I", description = "Generations after the first; 50 unless told.")
    private @Nullable Integer iterations;

    @Option(names = "--seed", paramLabel = "N", description = "Same slots and seed, same plans; 1 unless told.")
    private @Nullable Integer seed;

    @Option(
            names = "--limit",
            paramLabel = "D",
            description = "The best found after this time is the answer; 1m at most.")
    private @Nullable String limit;

    ObjectNode request(Moments moments) {
        ObjectNode request = Json.object();
        text(
                request,
                "ready",
                ready == null ? null : moments.parse("--ready", ready).toString());
        text(
                request,
                "deadline",
                deadline == null ? null : moments.parse("--deadline", deadline).toString());
        if (!pools.isEmpty()) {
            pools.forEach(request.putArray("pools")::add);
        }
        if (!servers.isEmpty()) {
            TaskServers parsed = TaskServers.parse(servers);
            request.put("servers", parsed.others());
            ObjectNode kinds = request.putObject("serversByKind");
            parsed.kinds().forEach(kinds::put);
        }
        text(request, "gaps", gaps);
        text(
                request,
                "transfer",
                transfer == null ? null : Spans.parse("--transfer", transfer).toString());
        text(request, "scheduler", scheduler);
        text(request, "search", search);
        number(request, "population", population);
        number(request, "iterations", iterations);
        number(request, "seed", seed);
        text(
                request,
                "limit",
                limit == null ? null : Spans.positive("--limit", limit).toString());
        return request;
    }

    private static void text(ObjectNode request, String field, @Nullable String value) {
        if (value != null) {
            request.put(field, value);
        }
    }

    private static void number(ObjectNode request, String field, @Nullable Integer value) {
        if (value != null) {
            request.put(field, value);
        }
    }
}
