package dev.berth.service.signin;

import dev.berth.service.account.AuditLog;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Rejected;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Writes failed attempts to sign in to the audit log: one line a minute of each kind and address, so that guesses do not fill the journal. */
public final class FailedSignIns {
    private static final long LINE_EVERY = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_LINES = 10_000;
    private static final int LONGEST = 300;

    private final Site site;
    private final LongSupplier nanos;
    private final Map<String, Long> lastLine = new HashMap<>();

    public FailedSignIns(Site site, LongSupplier nanos) {
        this.site = site;
        this.nanos = nanos;
    }

    void wrongPassword(String account, String address) {
        write("wrong-password", account, address, "");
    }

    /**
     * Does what signs somebody in whom others vouch for, and writes down why they are refused.
     *
     * @param provider who vouches for them
     */
    public <T> T audited(String provider, String address, Supplier<T> signIn) {
        try {
            return signIn.get();
        } catch (Rejected e) {
            if (e.problem().is(Code.UNAUTHORIZED)
                    || e.problem().is(Code.NOT_ALLOWED)
                    || e.problem().is(Code.DUPLICATE_ACCOUNT)) {
                write("failed-sign-in", provider, address, ": " + e.problem().detail());
            }
            throw e;
        }
    }

    /** That a line cannot be written is no reason to answer otherwise. */
    private void write(String what, String subject, String address, String why) {
        if (!isLineDue(what + " " + address)) {
            return;
        }
        String detail = "from " + address + why;
        site.write(Actor.SITE, transaction -> {
                    AuditLog.add(
                            transaction,
                            what,
                            subject,
                            detail.length() <= LONGEST ? detail : detail.substring(0, LONGEST) + "...");
                    return true;
                })
                .exceptionally(failed -> false)
                .join();
    }

    private synchronized boolean isLineDue(String key) {
        long now = nanos.getAsLong();
        lastLine.values().removeIf(at -> lastLine.size() > MOST_LINES || now - at > LINE_EVERY);
        return lastLine.putIfAbsent(key, now) == null;
    }
}
