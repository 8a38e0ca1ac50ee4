package dev.berth.service.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The guests of a reservation, and who booked it; as a fact, what is known of them from then on.
 *
 * @param reservation its number
 * @param owner whose reservation it is
 * @param users the accounts it is shared with
 * @param projects the projects it is shared with: their members at the moment when it matters
 * @param bookedBy who booked it for its owner; empty if the owner did
 * @param over true once the reservation is closed
 */
public record Sharing(
        long reservation,
        String owner,
        List<String> users,
        List<String> projects,
        Optional<String> bookedBy,
        boolean over) {
    /** Largest number of accounts and projects that a reservation is shared with. */
    public static final int MOST = 100;

    /** Marks the name of a project among those of accounts. */
    public static final String PROJECT = "project:";

    public Sharing {
        users = List.copyOf(new TreeSet<>(users));
        projects = List.copyOf(new TreeSet<>(projects));
    }

    /** Sharing of a reservation that is shared with nobody, and that its owner booked. */
    public static Sharing none(long reservation, String owner) {
        return new Sharing(reservation, owner, List.of(), List.of(), Optional.empty(), false);
    }

    public Sharing with(List<String> otherUsers, List<String> otherProjects) {
        return new Sharing(reservation, owner, otherUsers, otherProjects, bookedBy, over);
    }

    public Sharing bookedBy(String account) {
        return new Sharing(reservation, owner, users, projects, Optional.of(account), over);
    }

    /** After it was handed over: its new owner needs no place among the guests. */
    public Sharing ownedBy(String other) {
        return new Sharing(
                reservation,
                other,
                users.stream().filter(user -> !user.equals(other)).toList(),
                projects,
                bookedBy,
                over);
    }

    Sharing over(boolean isOver) {
        return new Sharing(reservation, owner, users, projects, bookedBy, isOver);
    }

    /** The guests by name, a project with its mark, such as {@code ana} and {@code project:climate}. */
    public List<String> guests() {
        List<String> all = new ArrayList<>(users);
        projects.forEach(project -> all.add(PROJECT + project));
        return List.copyOf(all);
    }
}
