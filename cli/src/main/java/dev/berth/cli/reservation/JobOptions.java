package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.time.Moments;
import dev.berth.cli.time.Spans;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a user asks for. */
final class JobOptions {
    private @Nullable String work;

    private @Nullable String stay;

    private @Nullable String ready;

    private @Nullable String deadline;

    private @Nullable Integer servers;

    private @Nullable Integer mostServers;

    private @Nullable String serial;

    private @Nullable String pool;

    private final Map<String, String> attributes = new LinkedHashMap<>();

    private @Nullable String budget;

    private @Nullable Integer fixAfter;

    private @Nullable String start;

    private @Nullable String notice;

    private @Nullable String user;

    public void declare(Syntax syntax) {
        syntax.text("--work", "DURATION", "Work of each server, as time on a server of rate 1", value -> work = value);
        syntax.text(
                "--stay",
                "DURATION",
                "Instead of --work: time on the servers, whatever their rate",
                value -> stay = value);
        syntax.text("--ready", "TIME", "Earliest start. Default: now", value -> ready = value);
        syntax.text("--deadline", "TIME", "Latest end, such as \"tomorrow 18:00\"", value -> deadline = value);
        syntax.integer("--servers", "N", "Number of servers at once. Default: 1", value -> servers = value);
        syntax.integer(
                "--most-servers",
                "N",
                "Let Berth choose from --servers up to this number",
                value -> mostServers = value);
        syntax.text(
                "--serial",
                "SHARE",
                "With --most-servers: share of the work that cannot be divided, from 0 to 1",
                value -> serial = value);
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        syntax.text(
                        "--require",
                        "NAME=VALUE",
                        "Restrict to pools with this attribute, such as gpu=h100; may be repeated",
                        this::require)
                .repeatable();
        syntax.text("--budget", "AMOUNT", "Highest price to accept", value -> budget = value);
        syntax.integer(
                "--fix-after", "PERCENT", "Fix the time after this share of the lead time", value -> fixAfter = value);
        syntax.text(
                "--start",
                "WHEN",
                "as-promised, or when-free: as soon as servers are free, at the promised time at the latest. Default: as-promised",
                value -> start = value);
        syntax.text(
                "--notice",
                "DURATION",
                "With --start when-free: announce an early start at least this long before, such as 30m",
                value -> notice = value);
        syntax.text(
                "--user",
                "ACCOUNT",
                "Book for this account (operators only). Default: your own",
                value -> user = value);
    }

    private void require(String pair) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new BadInput("--require: \"%s\" must be NAME=VALUE, such as gpu=h100".formatted(pair));
        }
        attributes.put(pair.substring(0, equals), pair.substring(equals + 1));
    }

    /** Whether nothing of it was told. */
    boolean isEmpty() {
        return work == null && stay == null && deadline == null && ready == null && servers == null && pool == null;
    }

    ObjectNode json(@Nullable String name, Moments moments) {
        if (name == null) {
            throw new BadInput("NAME is missing; name the job, for example: "
                    + "berth book render --work 2h --deadline \"tomorrow 18:00\"");
        }
        if (deadline == null) {
            throw new BadInput("--deadline is missing; " + Moments.FORMS);
        }
        if ((work == null) == (stay == null)) {
            throw new BadInput("Give either --work or --stay; " + Spans.FORMS);
        }
        ObjectNode job = JsonTree.object().put("name", name);
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
