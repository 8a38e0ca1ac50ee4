package dev.berth.service.runs;

import java.util.Optional;

/**
 * A command that runs, or has run, inside a reservation. As a fact: what is known of it from then on.
 *
 * @param reservation its number; of several runs in a reservation, one after the other, the last is known
 * @param user whose run it is: the owner of the reservation when it began, or a guest
 * @param runner a name that its runner made up, so that what it says twice counts once and what another says does not count
 * @param host where it runs, as the runner calls it
 * @param command what it is called, without its arguments, which may be secret
 * @param ending empty while it runs
 */
public record Run(
        long reservation,
        String user,
        String runner,
        String host,
        String command,
        long began,
        Optional<Ending> ending) {
    /** How a run ended. */
    public enum How {
        /** Ended by itself, or by a signal that somebody sent. */
        EXITED,
        /** Its runner stopped it, because its time was over or its reservation gone. */
        CUT_SHORT,
        /** Nobody has told: its runner went silent, or its reservation closed without a report. */
        LOST,
        /** Failed after its operating system had killed processes of it because it had no memory left. */
        OUT_OF_MEMORY
    }

    /**
     * The end of a run.
     *
     * @param code its exit code, if it was told
     */
    public record Ending(How how, Optional<Integer> code, long at) {}

    public boolean isRunning() {
        return ending.isEmpty();
    }

    /** Whether its runner may still say how it ended: a report that comes late is better than none. */
    public boolean isOpenToReports() {
        return ending.isEmpty() || ending.get().how() == How.LOST;
    }

    /** Whether it is known to be over, so that another may follow it. */
    boolean isOver() {
        return ending.filter(end -> end.how() != How.LOST).isPresent();
    }

    Run ended(Ending how) {
        return new Run(reservation, user, runner, host, command, began, Optional.of(how));
    }
}
