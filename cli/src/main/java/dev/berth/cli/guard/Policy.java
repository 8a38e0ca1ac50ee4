package dev.berth.cli.guard;

import dev.berth.cli.host.HostProcess;
import java.time.Duration;
import java.util.Set;

/**
 * Policy of the guard for use without a reservation.
 *
 * @param grace from the first sight of a user on a device to TERM, and at most half a minute longer to KILL
 * @param exempt users to whom nothing is done
 * @param system whether something is done to root and system accounts
 * @param every from one look to the next
 */
record Policy(Kind kind, Duration grace, Set<String> exempt, boolean system, Duration every) {
    private static final Duration LONGEST_TO_KILL = Duration.ofSeconds(30);

    /** A look may take this long. */
    private static final Duration LOOK = Duration.ofSeconds(30);

    /** How far it goes; the names are those of the option. */
    enum Kind {
        report,
        warn,
        stop
    }

    /** Whether anything may be done to a process. */
    boolean mayTouch(HostProcess process) {
        return kind != Kind.report
                && (system || !process.isSystem())
                && !exempt.contains(process.user())
                && process.pid() != ProcessHandle.current().pid()
                && process.pid() > 1;
    }

    Duration toKill() {
        return grace.compareTo(LONGEST_TO_KILL) < 0 ? grace : LONGEST_TO_KILL;
    }

    /** From one look to the next: one may fail, but after a longer gap nobody knows who was there meanwhile. */
    Duration longestGap() {
        return every.multipliedBy(2).plus(LOOK);
    }

    /** How long a user may be away from a device and still count as the one who was there; longer than from one look to the next. */
    Duration longestAbsence() {
        return grace.compareTo(longestGap()) > 0 ? grace : longestGap();
    }
}
