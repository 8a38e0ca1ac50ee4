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
        syntax.text("--work", "DURATION", "What each server has to do, as time at rate 1.", value -> work = value);
        syntax.text("--stay", "DURATION", "In place of --work: so long, whatever the rate.", value -> stay = value);
        syntax.text("--ready", "TIME", "Not before this; now unless told.", value -> ready = value);
        syntax.text("--deadline", "TIME", "Done by this, such as \"tomorrow 18:00\".", value -> deadline = value);
        syntax.integer("--servers", "N", "How many at once; 1 unless told.", value -> servers = value);
        syntax.integer("--most-servers", "N", "Up to so many; Berth picks the number.", value -> mostServers = value);
        syntax.text("--serial", "SHARE", "With --most-servers: what does not divide, 0 to 1.", value -> serial = value);
        syntax.text("--pool", "POOL", "Only there.", value -> pool = value);
        syntax.text("--require", "NAME=VALUE", "Only pools that carry this, such as gpu=h100.", this::require)
                .repeatable();
        syntax.text("--budget", "AMOUNT", "The most it may cost.", value -> budget = value);
        syntax.integer(
                "--fix-after", "PERCENT", "Of the time to the start; then it stays put.", value -> fixAfter = value);
        syntax.text(
                "--start",
                "WHEN",
                "as-promised (the default) or when-free: as soon as servers are free, promised time at the latest.",
                value -> start = value);
        syntax.text(
                "--notice",
                "DURATION",
                "With --start when-free: how long before an early start you must know, such as 30m.",
                value -> notice = value);
        syntax.text("--user", "ACCOUNT", "For whom; oneself unless told (operators only).", value -> user = value);
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
            throw new BadInput("NAME is missing; say what you call the job, "
                    + "such as: render --work 2h --deadline \"tomorrow 18:00\"");
        }
        if (deadline == null) {
            throw new BadInput("--deadline is missing; " + Moments.FORMS);
        }
        if ((work == null) == (stay == null)) {
            throw new BadInput("give one of --work and --stay; " + Spans.FORMS);
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
