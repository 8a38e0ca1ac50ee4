package dev.berth.service.adoption;

import java.util.List;

/**
 * The processes that a reservation was made for; as a fact, what is known of them from then on.
 *
 * @param reservation its number
 * @param owner whose reservation it is
 * @param host the machine that they run on
 * @param over true once the reservation is closed
 */
public record Adoption(long reservation, String owner, String host, List<AdoptedProcess> processes, boolean over) {
    /** Most processes that are adopted at once. */
    public static final int MOST = 1_000;

    public Adoption {
        processes = List.copyOf(processes);
    }

    Adoption ownedBy(String other) {
        return new Adoption(reservation, other, host, processes, over);
    }

    Adoption over(boolean isOver) {
        return new Adoption(reservation, owner, host, processes, isOver);
    }

    boolean names(String onHost, String user, long pid) {
        return !over
                && host.equals(onHost)
                && processes.stream()
                        .anyMatch(each -> each.pid() == pid && each.user().equals(user));
    }
}
