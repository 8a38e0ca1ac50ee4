package dev.berth.service.notice;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Preference of an account: which notices it receives, and how.
 *
 * @param mail the confirmed address; nothing but a confirmation is ever sent to another one
 * @param pending an address that waits for its confirmation
 * @param kinds the kinds of notices sent by mail
 * @param startLead how long before the start a reminder is sent, in milliseconds, and {@code endLead} before the end
 * @param zone time zone of the times in mails; empty for the site's
 */
public record Preference(
        String account,
        Optional<String> mail,
        Optional<Pending> pending,
        Set<NoticeKind> kinds,
        long startLead,
        long endLead,
        Optional<String> zone) {
    public static final long START_LEAD = Duration.ofMinutes(15).toMillis();
    public static final long END_LEAD = Duration.ofMinutes(10).toMillis();
    public static final long LONGEST_LEAD = Duration.ofDays(7).toMillis();

    /**
     * An address that has not been confirmed yet.
     *
     * @param hash of the code that was mailed to it
     */
    public record Pending(String address, String hash, long expires) {}

    public Preference {
        kinds = NoticeKind.ordered(kinds);
    }

    public static Preference usual(String account) {
        return new Preference(
                account, Optional.empty(), Optional.empty(), NoticeKind.ALL, START_LEAD, END_LEAD, Optional.empty());
    }

    public boolean wantsMail(NoticeKind kind) {
        return mail.isPresent() && (kinds.contains(kind) || !NoticeKind.ALL.contains(kind));
    }

    public Preference withMail(Optional<String> other) {
        return new Preference(account, other, Optional.empty(), kinds, startLead, endLead, zone);
    }

    public Preference withPending(Pending other) {
        return new Preference(account, mail, Optional.of(other), kinds, startLead, endLead, zone);
    }

    public Preference withKinds(Set<NoticeKind> others) {
        return new Preference(account, mail, pending, others, startLead, endLead, zone);
    }

    public Preference withLeads(long start, long end) {
        return new Preference(account, mail, pending, kinds, start, end, zone);
    }

    public Preference withZone(Optional<String> other) {
        return new Preference(account, mail, pending, kinds, startLead, endLead, other);
    }
}
