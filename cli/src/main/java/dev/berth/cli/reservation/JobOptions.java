package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.time.Moments;
import dev.berth.cli.time.Spans;
import dev.berth.service.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a user asks for. */
final class JobOptions {
    @Option(names = "--work", paramLabel = "DURATION", description = "What each server has to do, as time at rate 1.")
    private @Nullable String work;

    @Option(names = "--stay", paramLabel = "DURATION", description = "In place of --work: so long, whatever the rate.")
    private @Nullable String stay;

    @Option(names = "--ready", paramLabel = "TIME", description = "Not before this; now unless told.")
    private @Nullable String ready;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Done by this, such as \"tomorrow 18:00\".")
    private @Nullable String deadline;

    @Option(names = "--servers", paramLabel = "N", description = "How many at once; 1 unless told.")
    private @Nullable Integer servers;

    @Option(names = "--most-servers", paramLabel = "N", description = "Up to so many; Berth picks the number.")
    private @Nullable Integer mostServers;

    @Option(
            names = "--serial",
            paramLabel = "SHARE",
            description = "With --most-servers: what does not divide, 0 to 1.")
    private @Nullable String serial;

    @Option(names = "--pool", paramLabel = "POOL", description = "Only there.")
    private @Nullable String pool;

    @Option(
            names = "--require",
            paramLabel = "NAME=VALUE",
            description = "Only pools that carry this, such as gpu=h100.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    @Option(names = "--budget", paramLabel = "AMOUNT", description = "The most it may cost.")
    private @Nullable String budget;

    @Option(names = "--fix-after", paramLabel = "PERCENT", description = "Of the time to the start; then it stays put.")
    private @Nullable Integer fixAfter;

    @Option(
            names = "--start",
            paramLabel = "WHEN",
            description =
                    "as-promised (the default) or when-free: as soon as servers are free, promised time at the latest.")
    private @Nullable String start;

    @Option(
            names = "--notice",
            paramLabel = "DURATION",
            description = "With --start when-free: how long before an early start you must know, such as 30m.")
    private @Nullable String notice;

    @Option(names = "--user", paramLabel = "ACCOUNT", description = "For whom; oneself unless told (operators only).")
    private @Nullable String user;

    /** Whether nothing of it was told. */
    boolean isEmpty() {
        return work == null && stay == null && deadline == null && ready == null && servers == null && pool == null;
    }

    ObjectNode json(@Nullable String name, Moments moments) {
        if (name == null) {
            throw new BadInput("NAME is missing; say what you call the job, "
                    + "such as: render --work 2h --deadline \"tomorrow 18:00\"");
        }
        if (deadline == null) {
            throw new BadInput("--deadline is missing; " + Moments.FORMS);
        }
        if ((work == null) == (stay == null)) {
            throw new BadInput("give one of --work and --stay; " + Spans.FORMS);
        }
        ObjectNode job = Json.object().put("name", name);
        if (work != null) {
            job.put("work", Spans.positive("--work", work).toString());
        }
        if (stay != null) {
            job.put("stay", Spans.positive("--stay", stay).toString());
        }
        if (ready != null) {
            job.put("ready", moments.parse("--ready", ready).toString());
        }
        job.put("deadline", moments.parse("--deadline", deadline).toString());
        put(job, "servers", servers);
        put(job, "mostServers", mostServers);
        put(job, "fixAfter", fixAfter);
        put(job, "serial", serial);
        put(job, "pool", pool);
        put(job, "budget", budget);
        put(job, "starts", start);
        if (notice != null) {
            if (!"when-free".equals(start)) {
                throw new BadInput("--notice is for bookings that may start early; add --start when-free");
            }
            job.put("notice", Spans.positive("--notice", notice).toString());
        }
        put(job, "user", user);
        if (!attributes.isEmpty()) {
            ObjectNode required = job.putObject("attributes");
            attributes.forEach(required::put);
        }
        return job;
    }

    private static void put(ObjectNode job, String field, @Nullable String value) {
        if (value != null) {
            job.put(field, value);
        }
    }

    private static void put(ObjectNode job, String field, @Nullable Integer value) {
        if (value != null) {
            job.put(field, value);
        }
    }
}
