package dev.berth.broker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.remote.SiteLink;
import dev.berth.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The real way to the sites, of which one may be in trouble. */
final class FaultyLink implements SiteLink {
    private final SiteLink real;
    private final List<Late> late = new ArrayList<>();
    private String victim = "";
    private Fault fault = Fault.NONE;
    private String from = "";
    private int failures;
    private int asked;
    private final Set<String> paths = new HashSet<>();

    /** Faults that a site may have. */
    enum Fault {
        NONE,
        /** Requests do not arrive. */
        DEAD,
        /** Requests are carried out, and their answers are lost. */
        CUT_OFF,
        /** Requests are given up by the broker, and arrive long after that. */
        SLOW,
        /** Requests do not arrive; something in between says that it is unavailable. */
        UNAVAILABLE,
        /** The site answers, but knows no reservation any more, as if it had gone back to an old backup. */
        FORGETFUL,
        /** The same, and it calls itself otherwise: it is another site. */
        ANOTHER
    }

    private record Late(String site, String user, String method, String path, String body) {}

    FaultyLink(SiteLink real) {
        this.real = real;
    }

    /** Something is wrong from the first request on that contains this. */
    synchronized void fail(String site, Fault how, String since) {
        victim = site;
        fault = how;
        from = since;
        failures = 0;
    }

    synchronized void heal() {
        fault = Fault.NONE;
    }

    synchronized int failures() {
        return failures;
    }

    /** How many requests there were. */
    synchronized int asked() {
        return asked;
    }

    /** Whether a site was asked for this. */
    synchronized boolean wasAsked(String site, String path) {
        return paths.contains(site + path);
    }

    /** Delivers the delayed requests now. */
    void arrive() {
        List<Late> all;
        synchronized (this) {
            all = List.copyOf(late);
            late.clear();
        }
        for (Late each : all) {
            try {
                real.send(each.site(), each.user(), each.method(), each.path(), each.body());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public List<String> sites() {
        return real.sites();
    }

    private synchronized Fault fault(String site, String method, String path) {
        asked++;
        paths.add(site + path);
        boolean begins = (method + " " + path).contains(from);
        if (!site.equals(victim) || fault == Fault.NONE || (!begins && failures == 0)) {
            return Fault.NONE;
        }
        failures++;
        return fault;
    }

    @Override
    public Reply send(String site, String user, String method, String path, String body) throws IOException {
        Fault now = fault(site, method, path);
        if (now == Fault.SLOW) {
            synchronized (this) {
                late.add(new Late(site, user, method, path, body));
            }
        }
        if (now == Fault.DEAD || now == Fault.SLOW) {
            throw new IOException("it does not answer");
        }
        if (now == Fault.UNAVAILABLE) {
            return new Reply(503, Json.object().put("code", "unavailable").put("detail", "Try again later"));
        }
        if (now == Fault.ANOTHER && path.equals("/health")) {
            return new Reply(200, Json.object().put("status", "ok").put("site", "elsewhere"));
        }
        if (now == Fault.FORGETFUL || now == Fault.ANOTHER) {
            if (path.startsWith("/reservations/")) {
                return new Reply(
                        404, Json.object().put("code", "unknown-reservation").put("detail", "Unknown"));
            }
            if (path.startsWith("/reservations")) {
                ObjectNode none = Json.object();
                none.putArray("reservations");
                return new Reply(200, none);
            }
        }
        Reply reply = real.send(site, user, method, path, body);
        if (now == Fault.CUT_OFF) {
            throw new IOException("the answer was lost");
        }
        return reply;
    }
}
