package dev.berth.service.booking;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Refused;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Changes of a reservation: confirmed, changed, cancelled, finished early, not used, or in need of more time. */
public final class Changes {
    private Changes() {}

    /** A reservation as it is after a change, and what that costs. */
    public record Changed(Reservation reservation, Quote quote) {}

    /**
     * Outcome of an overrun, that is of work that takes longer than its reservation.
     *
     * @param rest the reservation in which the rest continues, if the work migrates
     */
    public record Overrun(Reservation reservation, Quote quote, Optional<Reservation> rest) {}

    public static Reservation confirm(Transaction transaction, Target target) {
        Reservation reservation = target.in(transaction.view());
        Bookings.accepted(transaction.submit(new Command.Confirm(reservation.id())));
        if (reservation.placement().count() > 1) {
            stayTogether(transaction, reservation);
        }
        AuditLog.add(transaction, "confirm", reservation.id().toString(), "");
        return reservation;
    }

    public static Changed adjust(Transaction transaction, Target target, Function<Job, Adjustment> change) {
        Reservation reservation = target.in(transaction.view());
        Command.Adjust command = adjustment(reservation, change);
        Decision decision = transaction.submit(command);
        if (decision instanceof Decision.Refused refused
                && command.adjustment() instanceof Adjustment.Extend extend
                && extend.servers() == 0) {
            throw Extension.refused(
                    transaction,
                    refused,
                    reservation,
                    extend.work(),
                    less -> new Command.Adjust(reservation.id(), new Adjustment.Extend(less)));
        }
        Decision.Accepted accepted = adjusted(decision, reservation, command.adjustment(), transaction.now());
        stayOnItsHost(transaction, reservation);
        AuditLog.add(
                transaction,
                "change",
                reservation.id().toString(),
                command.adjustment().toString());
        Reservation after = transaction.view().reservation(reservation.id()).orElse(reservation);
        return new Changed(after, accepted.quote());
    }

    /** Takes other parts or licences: at the same time if any host has room, else within its terms. */
    public static Changed require(Transaction transaction, Target target, UnaryOperator<Requirements> change) {
        Reservation reservation = target.in(transaction.view());
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(requiring(reservation, change)));
        Reservation after = transaction.view().reservation(reservation.id()).orElse(reservation);
        AuditLog.add(
                transaction,
                "change",
                reservation.id().toString(),
                after.job().requirements().toString());
        return new Changed(after, accepted.quote());
    }

    /** New requirements may depend on the present ones. */
    public static Command.Change requiring(Reservation reservation, UnaryOperator<Requirements> change) {
        Job job = reservation.job();
        return new Command.Change(reservation.id(), job.requiring(change.apply(job.requirements())));
    }

    /** Keeps a changed reservation on the host it was bound to; if its host has no room, the change is refused. */
    private static void stayOnItsHost(Transaction transaction, Reservation before) {
        Optional<Reservation> after =
                transaction.view().reservation(before.id()).filter(Reservation::isWaiting);
        if (!before.isBound() || after.isEmpty()) {
            return;
        }
        List<ServerSet> own = Spots.hosts(transaction.view(), after.get()).stream()
                .filter(host -> before.placement().servers().stream().allMatch(host::contains))
                .toList();
        if (!own.isEmpty()) {
            Bookings.accepted(transaction.submit(new Command.Settle(before.id(), own)));
        }
    }

    /** On one host if there is room; what was held was promised, wherever it is. */
    private static void stayTogether(Transaction transaction, Reservation reservation) {
        List<ServerSet> hosts = Spots.hosts(transaction.view(), reservation);
        Command.Settle settle = new Command.Settle(reservation.id(), hosts);
        if (!hosts.isEmpty() && transaction.decide(settle) instanceof Decision.Accepted) {
            Bookings.accepted(transaction.submit(settle));
        }
    }

    /**
     * Returns the accepted change. If servers cannot be added, the refusal offers them as a separate reservation beside this one.
     */
    private static Decision.Accepted adjusted(
            Decision decision, Reservation reservation, Adjustment adjustment, long now) {
        if (!(decision instanceof Decision.Refused refused
                && adjustment instanceof Adjustment.Extend extend
                && extend.servers() > 0
                && reservation.window().end() > now)) {
            return Bookings.accepted(decision);
        }
        Window window = reservation.window().from(now);
        Job job = reservation.job();
        Job beside = job.shaped(new Shape.Stay(extend.servers(), window.length()))
                .within(window.start(), window.end())
                .requiring(Requirements.pool(reservation.placement().pool().name()));
        throw new Refused(refused.refusal(), beside, Bookings.INSTEAD);
    }

    /** New terms may depend on the present ones. */
    public static Command.Adjust adjustment(Reservation reservation, Function<Job, Adjustment> change) {
        return new Command.Adjust(reservation.id(), change.apply(reservation.job()));
    }

    /** A reservation, or a request that is still queued. */
    public static Quote cancel(Transaction transaction, Target target) {
        Optional<Queued> request = QueuedBookings.find(transaction.view(), target);
        return request.isPresent()
                ? QueuedBookings.withdraw(transaction, request.get())
                : cancel(transaction, target.in(transaction.view()));
    }

    public static Quote cancel(Transaction transaction, Reservation reservation) {
        Quote quote = Bookings.accepted(transaction.submit(new Command.Cancel(reservation.id())))
                .quote();
        AuditLog.add(transaction, "cancel", reservation.id().toString(), "");
        return quote;
    }

    public static Quote finish(Transaction transaction, Target target) {
        Reservation reservation = target.in(transaction.view());
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(new Command.Finish(reservation.id())));
        AuditLog.add(transaction, "finish", reservation.id().toString(), "");
        return accepted.quote();
    }

    /**
     * Gives back what runs and nobody has used: its owner never came. The service itself
     * finds that out, so there is nobody to ask whether they may.
     *
     * @param why what was seen, for the audit log
     */
    public static Reservation noShow(Transaction transaction, ReservationId id, String why) {
        Reservation reservation = Bookings.find(transaction.view(), id).orElseThrow(() -> Bookings.unknown(id));
        Bookings.accepted(transaction.submit(new Command.NoShow(id)));
        AuditLog.add(transaction, "no-show", id.toString(), why);
        return reservation;
    }

    /**
     * Gives back what was used and is not any more, such as by a program that died. Its owner has come, so it is done early and no no-show.
     *
     * @param why what was seen, for the audit log
     */
    public static Reservation abandoned(Transaction transaction, ReservationId id, String why) {
        Reservation reservation = Bookings.find(transaction.view(), id).orElseThrow(() -> Bookings.unknown(id));
        Bookings.accepted(transaction.submit(new Command.Finish(id)));
        AuditLog.add(transaction, "finish", id.toString(), why);
        return reservation;
    }

    /**
     * Takes back what runs and is not used any more. Its price is settled as if its owner had cancelled it now.
     *
     * @param why what was seen, for the audit log
     */
    public static Quote reclaim(Transaction transaction, ReservationId id, String why) {
        Quote quote =
                Bookings.accepted(transaction.submit(new Command.Reclaim(id))).quote();
        AuditLog.add(transaction, "finish", id.toString(), why + settled(quote));
        return quote;
    }

    /** Amounts of a reservation that was taken back, for the audit log; empty if it was free. */
    public static String settled(Quote quote) {
        return quote.before().equals(Money.ZERO)
                ? ""
                : "; %s of %s remains due".formatted(quote.after().plus(quote.fee()), quote.before());
    }

    public static Overrun overrun(Transaction transaction, Target target, long more, OverrunPolicy policy) {
        Reservation reservation = target.in(transaction.view());
        Decision decision = transaction.submit(new Command.Overrun(reservation.id(), more, policy));
        if (decision instanceof Decision.Refused refused) {
            throw Extension.refused(
                    transaction,
                    refused,
                    reservation,
                    more,
                    less -> new Command.Overrun(reservation.id(), less, policy));
        }
        Decision.Accepted accepted = Bookings.accepted(decision);
        AuditLog.add(transaction, "overrun", reservation.id().toString(), Names.of(policy));
        Reservation after = Bookings.find(transaction.view(), reservation.id()).orElse(reservation);
        Optional<Reservation> rest = accepted.events().stream()
                .filter(Event.Reserved.class::isInstance)
                .map(event -> ((Event.Reserved) event).reservation())
                .findFirst();
        return new Overrun(after, accepted.quote(), rest);
    }
}
