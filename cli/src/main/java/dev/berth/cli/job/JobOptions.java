package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options that describe the job a user asks for. */
public final class JobOptions {
    /** For a request to arrive. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Least slack of a job that is to start now; negative because time has passed since this command read "now". */
    private static final Duration TYPING = Duration.ofSeconds(-1);

    private static final String USUAL_STAY = "1h";
    private static final Duration PATIENCE = Duration.ofDays(7);

    private @Nullable String work;

    private @Nullable String stay;

    private @Nullable String ready;

    private @Nullable String deadline;

    private @Nullable Integer servers;

    private @Nullable Integer mostServers;

    private @Nullable String serial;

    private @Nullable String pool;

    private @Nullable String host;

    private boolean spread;

    private final Map<String, String> attributes = new LinkedHashMap<>();

    private @Nullable String budget;

    private @Nullable Integer fixAfter;

    private @Nullable String start;

    private @Nullable String notice;

    private @Nullable String user;

    private @Nullable String project;

    public void declare(Syntax syntax) {
        declare(syntax, "as-promised; when-free in the pools of a cluster");
    }

    /**
     * Declares the options of a job that starts in this way by default.
     *
     * @param usualStart how it starts if nothing is said
     */
    public void declare(Syntax syntax, String usualStart) {
        declareJob(syntax, usualStart);
        syntax.text("--host", "HOST", "Restrict to servers of this host", value -> host = value);
        syntax.flag(
                "--spread",
                "Let the servers be on several hosts. Default: all on one, in pools whose hosts have several",
                () -> spread = true);
        syntax.text(
                "--user",
                "ACCOUNT",
                "Book for this account (operators only). Default: your own",
                value -> user = value);
        declareProject(syntax);
    }

    /** The same where nobody can book for somebody else. */
    public void declareForOneself(Syntax syntax, String usualStart) {
        declareJob(syntax, usualStart);
        declareProject(syntax);
    }

    private void declareJob(Syntax syntax, String usualStart) {
        syntax.text("--work", "DURATION", "Work of each server, as time on a server of rate 1", value -> work = value);
        syntax.text(
                "--stay",
                "DURATION",
                "Instead of --work: time on the servers, whatever their rate",
                value -> stay = once("--stay", "--for", stay, value));
        syntax.text("--for", "DURATION", "The same as --stay", value -> stay = once("--for", "--stay", stay, value));
        syntax.text(
                "--ready",
                "TIME",
                "Earliest start. Default: now",
                value -> ready = once("--ready", "--from", ready, value));
        syntax.text("--from", "TIME", "The same as --ready", value -> ready = once("--from", "--ready", ready, value));
        syntax.text(
                "--deadline",
                "TIME",
                "Latest end, such as 18:00, \"tomorrow 9am\" or \"Mon 06:00\". Default with --for: as soon as its time is over",
                value -> deadline = once("--deadline", "--to", deadline, value));
        syntax.text(
                "--to",
                "TIME",
                "The same as --deadline. --from and --to alone reserve all the time between them",
                value -> deadline = once("--to", "--deadline", deadline, value));
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
                "as-promised, or when-free: as soon as servers are free, at the promised time at the latest. Default: "
                        + usualStart,
                value -> start = value);
        syntax.text(
                "--notice",
                "DURATION",
                "With --start when-free: announce an early start at least this long before, such as 30m",
                value -> notice = value);
    }

    private void declareProject(Syntax syntax) {
        syntax.text(
                "--project",
                "NAME",
                "Project to book for, one you belong to. Default: your default project",
                value -> project = value);
    }

    /** Two names of one thing must not contradict each other. */
    private static String once(String name, String other, @Nullable String before, String value) {
        if (before != null) {
            throw new BadInput("%s and %s mean the same; give one of them".formatted(name, other));
        }
        return value;
    }

    private void require(String pair) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new BadInput("--require: \"%s\" must be NAME=VALUE, such as gpu=h100".formatted(pair));
        }
        attributes.put(pair.substring(0, equals), pair.substring(equals + 1));
    }

    /** Whether they say on which servers. */
    public boolean sayWhere() {
        return pool != null || host != null || !attributes.isEmpty();
    }

    public void restrictTo(String onlyPool) {
        pool = onlyPool;
    }

    /** The pool that is named; null if none is. */
    public @Nullable String pool() {
        return pool;
    }

    /** The host that is named; null if none is. */
    public @Nullable String host() {
        return host;
    }

    /** Whether the servers may be on several hosts. */
    public boolean isSpread() {
        return spread;
    }

    /** Restricts it to servers of one host. */
    public void restrictToHost(String onlyHost) {
        host = onlyHost;
        spread = false;
    }

    /** Whether nothing of it was told. */
    public boolean isEmpty() {
        return work == null
                && stay == null
                && deadline == null
                && ready == null
                && servers == null
                && pool == null
                && host == null;
    }

    /**
     * The job of a command that waits for its servers. It starts as soon as there are some; unless it is said, it takes an hour
     * and has a week to wait.
     *
     * @param now whether it must start at once
     */
    public ObjectNode waitingJson(String name, Moments moments, boolean now) {
        if (start == null) {
            start = "when-free";
        }
        if (work == null && stay == null && (ready == null || deadline == null)) {
            stay = USUAL_STAY;
        }
        if (deadline == null) {
            Instant from = ready == null ? moments.clock().instant() : moments.parse("--ready", ready);
            Duration length =
                    work == null ? Spans.positive("--stay", stay == null ? "" : stay) : Spans.positive("--work", work);
            deadline = from.plus(length).plus(now ? GRACE : PATIENCE).toString();
        }
        return json(name, moments);
    }

    /**
     * The job that the options describe.
     *
     * @param name null to name it after the time of day
     */
    public ObjectNode json(@Nullable String name, Moments moments) {
        if (name == null && isEmpty()) {
            throw new BadInput("NAME is missing; name the job, for example: "
                    + "berth book render --work 2h --deadline \"tomorrow 18:00\"");
        }
        Instant from = ready == null ? null : moments.parse("--ready", ready);
        Duration length = length(from, moments);
        Instant to = to(from, length, moments);
        ObjectNode job = JsonTree.object().put("name", name == null ? nameless(moments) : name);
        job.put(work == null ? "stay" : "work", length.toString());
        if (from != null) {
            job.put("ready", from.toString());
        }
        if (to != null) {
            job.put("deadline", to.toString());
        }
        addRest(job);
        return job;
    }

    /** Gives a stay that starts now the deadline that a site gives it, for a service that needs one. */
    public static void addDeadline(ObjectNode job, Moments moments) {
        if (job.has("stay") && !job.has("deadline")) {
            Duration length = Duration.parse(job.path("stay").asText());
            job.put(
                    "deadline",
                    moments.clock().instant().plus(length).plus(GRACE).toString());
        }
    }

    private static String nameless(Moments moments) {
        return "booking-"
                + DateTimeFormatter.ofPattern("HHmm", Locale.ROOT)
                        .format(moments.clock().instant().atZone(moments.zone()));
    }

    /** All but the name and the times. */
    private void addRest(ObjectNode job) {
        put(job, "project", project);
        put(job, "servers", servers);
        put(job, "mostServers", mostServers);
        put(job, "fixAfter", fixAfter);
        put(job, "serial", serial);
        put(job, "pool", pool);
        put(job, "host", host);
        if (spread) {
            job.put("spread", true);
        }
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
            ObjectNode required =
                    job.path("attributes") instanceof ObjectNode said ? said : job.putObject("attributes");
            attributes.forEach(required::put);
        }
    }

    /** Whether they say how long servers are needed, so that the words beside them need not. */
    boolean sayHowLong() {
        return work != null || stay != null || (ready != null && deadline != null);
    }

    /** Adds what is given to a job that was said in words; nothing may be said twice. */
    void addTo(ObjectNode job, Moments moments) {
        if (job.has("work") || job.has("stay")) {
            refuse(work != null, "--work", "how long");
            refuse(stay != null, "--stay", "how long");
        }
        refuse(ready != null && job.has("ready"), "--ready", "when it starts");
        refuse(deadline != null && job.has("deadline"), "--deadline", "when it ends");
        refuse(servers != null && job.has("servers"), "--servers", "how many");
        refuse(mostServers != null && job.has("mostServers"), "--most-servers", "how many");
        refuse(pool != null && job.has("pool"), "--pool", "the pool");
        refuse(host != null && job.has("host"), "--host", "the host");
        refuse(budget != null && job.has("budget"), "--budget", "the price");
        refuse(start != null && job.has("starts"), "--start", "how it starts");
        Instant from = ready == null ? null : moments.parse("--ready", ready);
        Instant begin = from == null && job.has("ready")
                ? Instant.parse(job.path("ready").asText())
                : from;
        if (work != null) {
            job.put("work", Spans.positive("--work", work).toString());
        } else if (stay != null) {
            job.put("stay", Spans.positive("--stay", stay).toString());
        } else if (begin != null && deadline != null && !job.has("work") && !job.has("stay")) {
            job.put("stay", length(begin, moments).toString());
        }
        if (from != null) {
            job.put("ready", from.toString());
        }
        if (deadline != null) {
            job.put("deadline", end(deadline, begin, moments).toString());
        }
        addRest(job);
    }

    private static void refuse(boolean isTwice, String option, String what) {
        if (isTwice) {
            throw new BadInput("%s: the words already say %s; say it once".formatted(option, what));
        }
    }

    /** Time for which each server is needed; all the time between --from and --to if nothing else is given. */
    private Duration length(@Nullable Instant from, Moments moments) {
        if (work != null && stay != null) {
            throw new BadInput("Give either --work or --stay; " + Spans.FORMS);
        }
        if (work != null) {
            return Spans.positive("--work", work);
        }
        if (stay != null) {
            return Spans.positive("--stay", stay);
        }
        if (from == null || deadline == null) {
            throw new BadInput("Give either --work or --stay; " + Spans.FORMS);
        }
        Duration between = Duration.between(from, end(deadline, from, moments));
        if (!between.isPositive()) {
            throw new BadInput("--to (%s) is not after --from (%s)".formatted(deadline, ready));
        }
        return between;
    }

    /** When it must be over; null for a stay that starts now, which the service takes at its word as it does in plain words. */
    private @Nullable Instant to(@Nullable Instant from, Duration length, Moments moments) {
        if (deadline == null) {
            if (stay == null) {
                throw new BadInput("--deadline is missing; " + Moments.FORMS);
            }
            if (from == null) {
                return null;
            }
            return unhurried(from.plus(length), from, length, moments);
        }
        return unhurried(end(deadline, from, moments), from, length, moments);
    }

    /** From 22:00 to 06:00 ends on the next morning. */
    private static Instant end(String text, @Nullable Instant from, Moments moments) {
        Instant to = moments.parse("--deadline", text);
        return from == null || to.isAfter(from) || !Moments.isTimeOfDay(text)
                ? to
                : to.atZone(moments.zone()).plusDays(1).toInstant();
    }

    /** Postpones the deadline of a job that is to start now without any slack: it would be too late when the service reads it. */
    private static Instant unhurried(Instant to, @Nullable Instant from, Duration length, Moments moments) {
        Instant now = moments.clock().instant();
        boolean isNow = from == null || !from.isAfter(now);
        Duration left = Duration.between(now, to).minus(length);
        return isNow && left.compareTo(TYPING) > 0 && left.compareTo(GRACE) < 0
                ? now.plus(length).plus(GRACE)
                : to;
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
