package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Options that describe the job a user asks for. */
public final class JobOptions {
    private final HowManyServers servers = new HowManyServers();

    private final TimeOptions times = new TimeOptions(servers);

    private @Nullable Integer mostServers;

    private @Nullable String serial;

    private final PlaceOptions place = new PlaceOptions();

    private final PartOptions parts = new PartOptions();

    private @Nullable String budget;

    private @Nullable Integer fixAfter;

    private @Nullable String prefer;

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
        place.declareHost(syntax);
        parts.declare(syntax);
        syntax.text(
                "--for-user",
                "ACCOUNT",
                "Book for this account, as an operator or as staff of its project. Default: your own",
                value -> user = value);
        syntax.text("--user", "ACCOUNT", "The same as --for-user", value -> user = value);
        declareProject(syntax);
    }

    /** The same where nobody can book for somebody else. */
    public void declareForOneself(Syntax syntax, String usualStart) {
        declareJob(syntax, usualStart);
        declareProject(syntax);
    }

    private void declareJob(Syntax syntax, String usualStart) {
        times.declare(syntax);
        servers.declare(syntax);
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
        place.declarePool(syntax);
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

    /** Declares which of the windows at a site is wanted. */
    public void declarePreference(Syntax syntax) {
        syntax.text(
                "--prefer",
                "WINDOW",
                "Of the windows that are free: cheap for the lowest price, soon for the earliest end, clean for the"
                        + " least carbon dioxide. Default: the policy of the site chooses",
                value -> prefer = value);
    }

    /** Takes the window at a site that is wanted, where another option has read it. */
    public void prefer(@Nullable String window) {
        prefer = window;
    }

    private void declareProject(Syntax syntax) {
        syntax.text(
                "--project",
                "NAME",
                "Project to book for, one you belong to. Default: your default project",
                value -> project = value);
    }

    /** Options that say on which servers it runs. */
    public PlaceOptions place() {
        return place;
    }

    /** Whether nothing of it was told. */
    public boolean isEmpty() {
        return times.areEmpty()
                && !servers.isGiven()
                && place.pool() == null
                && place.host() == null
                && !parts.areGiven();
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
        times.complete(moments, now);
        return json(name, moments);
    }

    /** The same as an opportunistic job, which has no times, no price and no owner but oneself. */
    public ObjectNode opportunistJson(String name) {
        boolean hasOthers = mostServers != null
                || serial != null
                || parts.areGiven()
                || place.isSpread()
                || budget != null
                || fixAfter != null
                || prefer != null
                || start != null
                || notice != null
                || user != null
                || project != null;
        if (hasOthers) {
            throw new BadInput(
                    "--opportunistic takes only --servers, --pool, --require, --host and --work of the options of a"
                            + " job");
        }
        ObjectNode job = JsonTree.object().put("name", name);
        times.addWorkTo(job);
        addRest(job);
        return job;
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
        ObjectNode job = JsonTree.object().put("name", name == null ? nameless(moments) : name);
        refuseBesideTable();
        times.addAllTo(job, moments);
        addRest(job);
        return job;
    }

    private void refuseBesideTable() {
        servers.refuseBeside("--most-servers", mostServers != null);
        servers.refuseBeside("--serial", serial != null);
    }

    private static String nameless(Moments moments) {
        return "booking-"
                + DateTimeFormatter.ofPattern("HHmm", Locale.ROOT)
                        .format(moments.clock().instant().atZone(moments.zone()));
    }

    /** All but the name and the times. */
    private void addRest(ObjectNode job) {
        put(job, "project", project);
        servers.addTo(job);
        put(job, "mostServers", mostServers);
        put(job, "fixAfter", fixAfter);
        put(job, "serial", serial);
        place.addTo(job);
        parts.addTo(job);
        put(job, "budget", budget);
        put(job, "prefer", prefer);
        put(job, "starts", start);
        if (notice != null) {
            if (!"when-free".equals(start)) {
                throw new BadInput("--notice is for bookings that may start early; add --start when-free");
            }
            job.put("notice", Spans.positive("--notice", notice).toString());
        }
        put(job, "user", user);
    }

    /** Whether they say how long servers are needed, so that the words beside them need not. */
    boolean sayHowLong() {
        return times.sayHowLong();
    }

    boolean saysServers() {
        return servers.isGiven();
    }

    boolean saysReady() {
        return times.sayReady();
    }

    boolean saysDeadline() {
        return times.sayDeadline();
    }

    boolean saysParts() {
        return parts.areGiven();
    }

    /** Adds what is given to a job that was said in words; nothing may be said twice. */
    void addTo(ObjectNode job, Moments moments) {
        refuseBesideTable();
        times.refuseTwice(job);
        refuse(servers.isGiven() && (job.has("servers") || job.has("table")), "--servers", "how many");
        refuse(mostServers != null && (job.has("mostServers") || job.has("table")), "--most-servers", "how many");
        refuse(place.pool() != null && job.has("pool"), "--pool", "the pool");
        refuse(place.host() != null && job.has("host"), "--host", "the host");
        refuse(budget != null && job.has("budget"), "--budget", "the price");
        refuse(start != null && job.has("starts"), "--start", "how it starts");
        times.addTo(job, moments);
        addRest(job);
    }

    static void refuse(boolean isTwice, String option, String what) {
        if (isTwice) {
            throw new BadInput("%s: the words already say %s; say it once".formatted(option, what));
        }
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
