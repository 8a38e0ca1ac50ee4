package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Options that say when a job runs and how long: its work or stay, its earliest start and its latest end. */
public final class TimeOptions {
    /** For a request to arrive. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Least slack of a job that is to start now; negative because time has passed since this command read "now". */
    private static final Duration TYPING = Duration.ofSeconds(-1);

    private static final String USUAL_STAY = "1h";
    private static final Duration PATIENCE = Duration.ofDays(7);

    /** A table of servers says how long as well. */
    private final HowManyServers servers;

    private @Nullable String work;

    private @Nullable String stay;

    private @Nullable String ready;

    private @Nullable String deadline;

    private boolean isCompleted;

    TimeOptions(HowManyServers servers) {
        this.servers = servers;
    }

    void declare(Syntax syntax) {
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
                "Latest end, such as 18:00, \"tomorrow 9am\" or \"Mon 06:00\". Default with --for: as soon as its time"
                        + " is over",
                value -> deadline = once("--deadline", "--to", deadline, value));
        syntax.text(
                "--to",
                "TIME",
                "The same as --deadline. --from and --to alone reserve all the time between them",
                value -> deadline = once("--to", "--deadline", deadline, value));
        syntax.text(
                "--by",
                "TIME",
                "The same as --deadline",
                value -> deadline = once("--by", "--deadline", deadline, value));
    }

    /** Two names of one thing must not contradict each other. */
    private static String once(String name, String other, @Nullable String before, String value) {
        if (before != null) {
            throw new BadInput("%s and %s mean the same; give one of them".formatted(name, other));
        }
        return value;
    }

    /** Whether nothing of it was told. */
    boolean areEmpty() {
        return work == null && stay == null && deadline == null && ready == null;
    }

    /** Whether they say how long servers are needed. */
    boolean sayHowLong() {
        return work != null || stay != null || servers.isTable() || (ready != null && deadline != null);
    }

    boolean sayReady() {
        return ready != null;
    }

    boolean sayDeadline() {
        return deadline != null;
    }

    /**
     * Completes the times of a job that waits for its servers: unless it is said, it takes an hour and has a week to wait.
     *
     * @param now whether it must start at once
     */
    void complete(Moments moments, boolean now) {
        if (!sayHowLong()) {
            stay = USUAL_STAY;
        }
        if (deadline == null || isCompleted) {
            // It may be completed anew, for another try.
            isCompleted = true;
            Instant from = ready == null ? moments.clock().instant() : moments.parse("--ready", ready);
            Duration length = servers.isTable() ? servers.longest() : givenLength();
            deadline = from.plus(length).plus(now ? GRACE : PATIENCE).toString();
        }
    }

    /** The time that --work or --stay says. */
    private Duration givenLength() {
        return work == null ? Spans.positive("--stay", stay == null ? "" : stay) : Spans.positive("--work", work);
    }

    private void refuseBesideTable() {
        servers.refuseBeside("--work", work != null);
        servers.refuseBeside("--stay", stay != null);
    }

    /** Adds all times to a job. */
    void addAllTo(ObjectNode job, Moments moments) {
        Instant from = ready == null ? null : moments.parse("--ready", ready);
        refuseBesideTable();
        Duration length = servers.isTable() ? servers.shortest() : length(from, moments);
        Instant to = to(from, length, moments);
        if (!servers.isTable()) {
            job.put(work == null ? "stay" : "work", length.toString());
        }
        if (from != null) {
            job.put("ready", from.toString());
        }
        if (to != null) {
            job.put("deadline", to.toString());
        }
    }

    /** Adds the work of a job that has no times, if it is given. */
    void addWorkTo(ObjectNode job) {
        if (stay != null || ready != null || deadline != null) {
            throw new BadInput(
                    "--opportunistic: a job on idle servers has no times; --work limits how long it may run in all");
        }
        if (work != null) {
            job.put("work", Spans.positive("--work", work).toString());
        }
    }

    /** Refuses what the words of a job say as well. */
    void refuseTwice(ObjectNode job) {
        refuseBesideTable();
        boolean saysHowLong = saysHowLong(job);
        JobOptions.refuse(work != null && saysHowLong, "--work", "how long");
        JobOptions.refuse(stay != null && saysHowLong, "--stay", "how long");
        JobOptions.refuse(servers.isTable() && saysHowLong, "--servers", "how long");
        JobOptions.refuse(ready != null && job.has("ready"), "--ready", "when it starts");
        JobOptions.refuse(deadline != null && job.has("deadline"), "--deadline", "when it ends");
    }

    private static boolean saysHowLong(ObjectNode job) {
        return job.has("work") || job.has("stay") || job.has("table");
    }

    /** Adds the times that are given to a job that was said in words. */
    void addTo(ObjectNode job, Moments moments) {
        Instant from = ready == null ? null : moments.parse("--ready", ready);
        Instant begin = from == null && job.has("ready")
                ? Instant.parse(job.path("ready").asText())
                : from;
        if (work != null) {
            job.put("work", Spans.positive("--work", work).toString());
        } else if (stay != null) {
            job.put("stay", Spans.positive("--stay", stay).toString());
        } else if (begin != null && deadline != null && !saysHowLong(job) && !servers.isTable()) {
            job.put("stay", length(begin, moments).toString());
        }
        if (from != null) {
            job.put("ready", from.toString());
        }
        if (deadline != null) {
            job.put("deadline", end(deadline, begin, moments).toString());
        }
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
}
