package dev.berth.service.broker;

import dev.berth.service.broker.remote.SiteLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The real way to the sites, of which one may be in trouble. */
final class FaultyLink implements SiteLink {
    private final SiteLink real;
    private final List<Late> late = new ArrayList<>();
    private String victim = "";
    private Fault fault = Fault.NONE;
    private String from = "";
    private int failures;

    /** What may be wrong with a site. */
    enum Fault {
        NONE,
        /** Requests do not arrive. */
        DEAD,
        /** Requests are carried out, and their answers are lost. */
        CUT_OFF,
        /** Requests are given up by the broker, and arrive long after that. */
        SLOW
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

    /** What was slow arrives now. */
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
        Reply reply = real.send(site, user, method, path, body);
        if (now == Fault.CUT_OFF) {
            throw new IOException("the answer was lost");
        }
        return reply;
    }
}
