package dev.berth.service.handover;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.ask.Asking;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Target;
import dev.berth.service.project.Memberships;
import dev.berth.service.series.SeriesBook;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handing a reservation over to another user.
 *
 * <p>All of it moves at once, whether it waits or runs: the former owner gets back what it took of the quotas, and it counts against
 * those of the new owner from then on, as if the new owner had booked it now. Its price stays, and so does the project that pays,
 * of which the new owner must be a member; only operators move it to another project, whose budget is checked then. One without a
 * project counts for the default project of its new owner. A command that runs in it goes on.
 */
public final class Giving {
    private Giving() {}

    /**
     * Gives a reservation to a user.
     *
     * @param project that pays from now on; null for the one that it is booked for
     */
    public static Reservation give(Transaction transaction, Target target, String to, @Nullable String project) {
        View view = transaction.view();
        Reservation reservation = target.lookedAfter(view);
        Account receiver = receiver(view, reservation, to);
        partOf(view, reservation.id()).ifPresent(larger -> {
            throw Problem.of(
                            Code.CANNOT_GIVE,
                            "%s is a part of %s, which has one owner; share it with %s instead"
                                    .formatted(reservation.id(), larger, to))
                    .toException();
        });
        String former = reservation.job().user();
        Optional<String> paying = paying(view, target.asker(), reservation.job(), receiver, project);
        Bookings.accepted(transaction.submit(new Command.Give(reservation.id(), to, paying)));
        AuditLog.add(transaction, "give", reservation.id().toString(), "from %s to %s".formatted(former, to));
        return view.reservation(reservation.id()).orElseThrow();
    }

    private static Account receiver(View view, Reservation reservation, String to) {
        Account receiver = view.facts(Accounts.class)
                .open(to)
                .orElseThrow(() -> Problem.invalid("to", to, "is not an account of this site; check the name")
                        .toException());
        if (!receiver.is(Role.USER)) {
            throw Problem.invalid("to", to, "may not have reservations; an administrator can make it a user")
                    .toException();
        }
        if (to.equals(reservation.job().user())) {
            throw Problem.invalid("to", to, "is the owner of " + reservation.id() + " already; name somebody else")
                    .toException();
        }
        return receiver;
    }

    /** Larger thing that it belongs to, which knows its owner. */
    private static Optional<String> partOf(View view, ReservationId id) {
        return Asking.partOf(view, id)
                .or(() -> view.facts(SeriesBook.class)
                        .of(id.number())
                        .map(series -> "the series " + IdKind.SERIES.id(series)));
    }

    private static Optional<String> paying(
            View view, Account asker, Job job, Account receiver, @Nullable String project) {
        Optional<String> before = Optional.ofNullable(job.terms().project());
        if (project != null && before.isPresent() && !before.get().equals(project) && !asker.is(Role.OPERATOR)) {
            throw Problem.invalid(
                            "project",
                            project,
                            "cannot pay for what is booked for project %s; only operators move a reservation to another project"
                                    .formatted(before.get()))
                    .toException();
        }
        if (project == null
                && before.isPresent()
                && !Memberships.of(view, receiver).contains(before.get())) {
            throw Problem.invalid(
                            "to",
                            receiver.name(),
                            "is not a member of project %s, which pays for it; an administrator can add members, and an operator can name another project"
                                    .formatted(before.get()))
                    .toException();
        }
        String wanted = project == null ? before.orElse(null) : project;
        return Optional.ofNullable(Memberships.settled(
                        view, job.of(receiver.name()).under(job.terms().withProject(wanted)))
                .terms()
                .project());
    }
}
