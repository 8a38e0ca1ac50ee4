package dev.berth.service.ask;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.quota.Limits;
import dev.berth.site.Actor;
import dev.berth.site.PartTime;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Optional;

/** Answers of owners, and asks that are taken back. One answer to each, and only while it is open. */
public final class Answering {
    private Answering() {}

    /** Effect of an ask that was accepted. */
    public record Accepted(Ask ask, Reservation reservation, Quote quote) {}

    /** The ask, if this account may see it. */
    public static Ask seen(View view, Account account, String id) {
        return IdKind.ASK
                .number(id)
                .flatMap(number -> view.facts(Asks.class).get(number))
                .filter(ask -> isSeen(ask, account))
                .orElseThrow(
                        () -> Problem.of(Code.UNKNOWN_ASK, "Unknown ask; berth requests lists those that concern you")
                                .toException());
    }

    /** Whether an ask concerns an account: it is asked, asks, or needs the room. */
    public static boolean isSeen(Ask ask, Account account) {
        return account.owns(ask.user()) || account.name().equals(ask.by()) || isForRoomOf(ask, account);
    }

    /** Whether the room is for a job of this account. */
    public static boolean isForRoomOf(Ask ask, Account account) {
        return ask.room().filter(room -> account.owns(room.job().user())).isPresent();
    }

    /** The owner agrees: the reservation has the new terms and the lower price from now on. */
    public static Accepted accept(Transaction transaction, AskTarget target) {
        Ask ask = answerable(transaction, target);
        if (!Asks.stands(
                ask, transaction.view().reservation(ask.reservationId()).orElse(null))) {
            throw Problem.of(
                            Code.ASK_OVER,
                            "%s can no longer be accepted: %s"
                                    .formatted(ask.id(), Ask.because(Ask.Why.RESERVATION_CHANGED)))
                    .toException();
        }
        Command.Adjust command =
                new Command.Adjust(ask.reservationId(), new Adjustment.Concede(ask.deadline(), ask.discount()));
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(command));
        Optional<Reservation> held = ask.room().flatMap(room -> hold(transaction, ask, room));
        settle(transaction, ask, Ask.State.ACCEPTED, Optional.empty(), held);
        AuditLog.add(transaction, "accept-ask", ask.id(), command.adjustment().toString());
        View view = transaction.view();
        view.facts(Asks.class)
                .beside(ask, transaction.now())
                .forEach(other -> end(transaction, other, Ask.Why.ANOTHER_ACCEPTED));
        AskNotices notices = new AskNotices(transaction);
        notices.accepted(ask);
        held.ifPresent(reservation -> notices.roomFound(ask, reservation));
        return new Accepted(
                view.facts(Asks.class).get(ask.number()).orElseThrow(),
                view.reservation(ask.reservationId()).orElseThrow(),
                accepted.quote());
    }

    /** The owner does not agree: everything stays as it is. */
    public static Ask decline(Transaction transaction, AskTarget target) {
        Ask ask = answerable(transaction, target);
        settle(transaction, ask, Ask.State.DECLINED, Optional.empty(), Optional.empty());
        AuditLog.add(transaction, "decline-ask", ask.id(), "");
        new AskNotices(transaction).declined(ask);
        return transaction.view().facts(Asks.class).get(ask.number()).orElseThrow();
    }

    /** Takes an ask back that is open: by operators, or by the user who no longer needs the room. */
    public static Ask withdraw(Transaction transaction, AskTarget target) {
        Ask ask = target.in(transaction);
        if (!target.asker().is(Role.OPERATOR) && !isForRoomOf(ask, target.asker())) {
            throw Problem.notAllowed("Only who asked may withdraw %s; to refuse it, decline it".formatted(ask.id()))
                    .toException();
        }
        target.checkAsSeen(transaction, ask);
        checkOpen(transaction, ask);
        end(transaction, ask, Ask.Why.TAKEN_BACK);
        AuditLog.add(transaction, "withdraw-ask", ask.id(), "");
        return transaction.view().facts(Asks.class).get(ask.number()).orElseThrow();
    }

    /** Ends an ask without an answer, and tells its owner if the owner has not brought that about. */
    static void end(Transaction transaction, Ask ask, Ask.Why why) {
        settle(transaction, ask, Ask.State.WITHDRAWN, Optional.of(why), Optional.empty());
        if (why != Ask.Why.RESERVATION_CHANGED) {
            new AskNotices(transaction).ended(ask, why);
        }
    }

    /** The ask, if it is for this very account: nobody agrees for another, operators included. */
    private static Ask answerable(Transaction transaction, AskTarget target) {
        Ask ask = target.in(transaction);
        if (!ask.user().equals(target.asker().name())) {
            throw Problem.notAllowed("Only %s may answer %s".formatted(ask.user(), ask.id()))
                    .toException();
        }
        target.checkAsSeen(transaction, ask);
        checkOpen(transaction, ask);
        return ask;
    }

    private static void checkOpen(Transaction transaction, Ask ask) {
        Ask.State state = ask.stateAt(transaction.now());
        if (state != Ask.State.OPEN) {
            throw Problem.of(Code.ASK_OVER, Ask.over(ask, state)).toException();
        }
    }

    private static void settle(
            Transaction transaction, Ask ask, Ask.State state, Optional<Ask.Why> why, Optional<Reservation> held) {
        transaction.record(
                Asks.KIND,
                new AskFact.Settled(
                        ask.number(),
                        ask.user(),
                        state,
                        why,
                        held.map(reservation -> reservation.id().number())));
    }

    /**
     * Holds the job that had found no room, in free servers or in the place of the reservation that may move now. If there is no
     * room after all, or its user may not book it any more, the owner's answer counts all the same.
     */
    private static Optional<Reservation> hold(Transaction transaction, Ask ask, Ask.Room room) {
        View view = transaction.view();
        Job job = room.job();
        if (view.facts(Accounts.class).open(job.user()).isEmpty()) {
            return Optional.empty();
        }
        long until = transaction.now() + room.hold();
        List<Command> ways =
                List.of(new Command.Hold(job, until), new Command.GiveWay(ask.reservationId(), job, until));
        for (Command way : ways) {
            if (transaction.decide(way) instanceof Decision.Accepted found
                    && Limits.foreseen(view, job.user(), ServerTimeClaim.of(PartTime.of(view), found.reservation()))
                            .isEmpty()) {
                Reservation held = Bookings.accepted(transaction.submit(way)).reservation();
                AuditLog.add(transaction, "hold", held.id().toString(), job.id().name() + " for " + Actor.SITE);
                return view.reservation(held.id());
            }
        }
        return Optional.empty();
    }
}
