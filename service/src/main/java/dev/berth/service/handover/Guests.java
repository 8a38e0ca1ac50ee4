package dev.berth.service.handover;

import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Target;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Sharing of a reservation with guests: accounts, and projects, which stand for their members at any time. A guest may run commands
 * in it, and changes nothing about it.
 */
public final class Guests {
    private Guests() {}

    /**
     * Changes who may run commands in a reservation.
     *
     * @param added names of accounts or projects; an account goes first where both have a name, and {@code project:NAME} is always
     *     the project
     * @param removed the same; who is no guest may be among them
     */
    public static Sharing share(Transaction transaction, Target target, List<String> added, List<String> removed) {
        return share(transaction, target.asker(), target.lookedAfter(transaction.view()), added, removed);
    }

    /** The same for a reservation that the asker has just booked. */
    public static Sharing share(Transaction transaction, Account asker, Reservation reservation, List<String> added) {
        return share(transaction, asker, reservation, added, List.of());
    }

    /** Ends all sharing of a reservation. */
    public static Sharing stop(Transaction transaction, Target target) {
        Reservation reservation = target.lookedAfter(transaction.view());
        Sharing before = transaction.view().facts(Sharings.class).of(reservation);
        return recorded(transaction, before, before.with(List.of(), List.of()));
    }

    private static Sharing share(
            Transaction transaction, Account asker, Reservation reservation, List<String> added, List<String> removed) {
        View view = transaction.view();
        Sharing before = view.facts(Sharings.class).of(reservation);
        TreeSet<String> users = new TreeSet<>(before.users());
        TreeSet<String> projects = new TreeSet<>(before.projects());
        for (String name : removed) {
            if (isProject(before, name)) {
                projects.remove(plain(name));
            } else {
                users.remove(name);
            }
        }
        for (String name : added) {
            Optional<Account> account = name.startsWith(Sharing.PROJECT)
                    ? Optional.empty()
                    : view.facts(Accounts.class).open(name);
            if (account.isPresent()) {
                users.add(guest(account.get(), reservation));
            } else {
                projects.add(project(view, asker, name));
            }
        }
        if (users.size() + projects.size() > Sharing.MOST) {
            throw Problem.invalid(
                            "guests",
                            String.valueOf(users.size() + projects.size()),
                            "is more than the %d guests that a reservation can have; share it with a project instead"
                                    .formatted(Sharing.MOST))
                    .toException();
        }
        return recorded(transaction, before, before.with(List.copyOf(users), List.copyOf(projects)));
    }

    private static boolean isProject(Sharing before, String name) {
        return name.startsWith(Sharing.PROJECT)
                || (!before.users().contains(name) && before.projects().contains(name));
    }

    private static String plain(String name) {
        return name.startsWith(Sharing.PROJECT) ? name.substring(Sharing.PROJECT.length()) : name;
    }

    private static String guest(Account account, Reservation reservation) {
        if (account.name().equals(reservation.job().user())) {
            throw Problem.invalid(
                            "guests", account.name(), "is the owner of " + reservation.id() + "; leave out this name")
                    .toException();
        }
        if (!account.is(Role.USER)) {
            throw Problem.invalid("guests", account.name(), "may not run commands; an administrator can make it a user")
                    .toException();
        }
        return account.name();
    }

    /** One that the asker may see: others do not learn that it exists. */
    private static String project(View view, Account asker, String name) {
        return Memberships.find(view, plain(name))
                .filter(project -> asker.is(Role.OPERATOR)
                        || Memberships.isMember(asker, project)
                        || project.allStaff().contains(asker.name()))
                .map(Project::name)
                .orElseThrow(() -> Problem.invalid(
                                "guests",
                                name,
                                name.startsWith(Sharing.PROJECT)
                                        ? "is not a project of yours; berth project list shows them"
                                        : "is neither an account of this site nor a project of yours; check the name")
                        .toException());
    }

    private static Sharing recorded(Transaction transaction, Sharing before, Sharing after) {
        if (!after.equals(before)) {
            transaction.record(Sharings.KIND, after);
            AuditLog.add(
                    transaction,
                    "share",
                    "r" + after.reservation(),
                    after.guests().isEmpty() ? "with nobody" : "with " + String.join(", ", after.guests()));
        }
        return after;
    }
}
