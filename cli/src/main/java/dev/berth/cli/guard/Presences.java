package dev.berth.cli.guard;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Since when users are on devices without a reservation. By user and device and not by process: otherwise jobs that are shorter than the
 * grace, one after the other, would be warned for ever and never stopped. In memory, by the clock of the service.
 */
final class Presences {
    private final Policy policy;
    private final Map<Where, Presence> all = new HashMap<>();
    private @Nullable Instant looked;

    /**
     * A user on a device.
     *
     * @param servers the names of those that the user may be on; empty for the processors
     */
    record Where(String user, String pool, List<String> servers) {}

    /** How long somebody is there, and whether a warning was given. */
    static final class Presence {
        private final Instant since;
        private Instant last;
        private boolean isWarned;

        private Presence(Instant since) {
            this.since = since;
            this.last = since;
        }

        Instant since() {
            return since;
        }

        boolean isWarned() {
            return isWarned;
        }

        void warned() {
            isWarned = true;
        }
    }

    Presences(Policy policy) {
        this.policy = policy;
    }

    /** A round begins: forgets who was away for longer than the grace; and everybody if nobody has looked for too long. */
    void look(Instant now) {
        if (looked != null && now.isAfter(looked.plus(policy.longestGap()))) {
            all.clear();
        }
        looked = now;
        all.values().removeIf(each -> now.isAfter(each.last.plus(policy.longestAbsence())));
    }

    /** A user is seen on a device. */
    Presence seen(Where where, Instant now) {
        Presence presence = all.computeIfAbsent(where, any -> new Presence(now));
        presence.last = now;
        return presence;
    }
}
