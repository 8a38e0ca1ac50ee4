package dev.berth.cli.guard;

import dev.berth.cli.host.HostProcess;
import java.time.Duration;
import java.util.Set;

/**
 * What is done about use without a reservation.
 *
 * @param grace from the first sight to TERM, and at most half a minute longer to KILL
 * @param exempt users to whom nothing is done
 * @param system whether something is done to root and system accounts
 */
record Policy(Kind kind, Duration grace, Set<String> exempt, boolean system) {
    private static final Duration LONGEST_TO_KILL = Duration.ofSeconds(30);

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
}
