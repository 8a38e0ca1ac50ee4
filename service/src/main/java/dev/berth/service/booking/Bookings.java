package dev.berth.service.booking;

import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Booking of reservations: the one path for every way of asking. The user's limits are checked against the resulting changes. */
public final class Bookings {
    /** Wish for the offers made in place of one that is no longer available. */
    static final Wish INSTEAD = new Wish(3, Wish.Ranking.PHI, Duration.ofDays(1).toMillis());

    /** The servers that a degraded reservation still has: those that it kept and that have not gone out of service since. */
    public static ServerSet kept(View view, Reservation lost) {
        List<Outage> outages = view.outages(lost.placement().pool());
        return ServerSet.of(outages.stream()
                .filter(kept -> kept.isKeptFor(lost.id())
                        && outages.stream()
                                .noneMatch(other -> other.server() == kept.server()
                                        && !other.isKeptFor(lost.id())
                                        && other.window().overlaps(kept.window())))
                .mapToInt(Outage::server)
                .sorted()
                .toArray());
    }

    private Bookings() {}

    /** The job with its project, if the asker may have a job of this user's, who must be known. */
    public static Job mayBook(View view, Account asker, Job job) {
        boolean isForOther = !job.user().equals(asker.name()) && !asker.is(Role.OPERATOR);
        if (isForOther && !isStaff(view, asker, job)) {
            throw Problem.notAllowed(
                            "%s may not book for %s; only operators and the staff of a project of %s may, with project: NAME"
                                    .formatted(asker.name(), job.user(), job.user()))
                    .toException();
        }
        if (view.facts(Accounts.class).open(job.user()).isEmpty()) {
            throw Problem.invalid("user", job.user(), "is not an account of this site")
                    .toException();
        }
        return Memberships.settled(view, job);
    }

    /** Whether the asker is staff of the project that a job names, or that its user has as default. */
    private static boolean isStaff(View view, Account asker, Job job) {
        return Memberships.isStaff(view, asker, Memberships.project(view, job));
    }

    /** Keeps who booked for somebody else. */
    private static Reservation booked(Transaction transaction, Account asker, Reservation reservation) {
        if (!reservation.job().user().equals(asker.name())) {
            transaction.record(
                    Sharings.KIND,
                    transaction.view().facts(Sharings.class).of(reservation).bookedBy(asker.name()));
        }
        return reservation;
    }

    /**
     * Books a job.
     *
     * @param wish what to offer instead if it is refused; null for nothing
     */
    public static Reservation book(Transaction transaction, Account asker, Job job, @Nullable Wish wish) {
        return book(transaction, asker, job, Where.ANYWHERE, wish);
    }

    /** The same where it is wanted. */
    public static Reservation book(Transaction transaction, Account asker, Job job, Where where, @Nullable Wish wish) {
        Reservation reservation = reserve(transaction, asker, job, where, wish);
        AuditLog.add(transaction, "book", reservation.id().toString(), job.id().name());
        return reservation;
    }

    /** Books an offer that was made to the asker. */
    public static Reservation book(Transaction transaction, Account asker, RecentOffers offers, String offer) {
        RecentOffers.Made made = offers.get(offer, asker.name())
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_OFFER, "This offer is unknown or has expired; ask for offers again")
                        .toException());
        return book(transaction, asker, made.job(), made.where(), INSTEAD);
    }

    /** Books as a part of something larger, which is what the audit log tells of. */
    public static Reservation reserve(Transaction transaction, Account asker, Job asked, @Nullable Wish wish) {
        return reserve(transaction, asker, asked, Where.ANYWHERE, wish);
    }

    private static Reservation reserve(
            Transaction transaction, Account asker, Job asked, Where where, @Nullable Wish wish) {
        return booked(transaction, asker, placed(transaction, asker, asked, where, wish));
    }

    private static Reservation placed(
            Transaction transaction, Account asker, Job asked, Where where, @Nullable Wish wish) {
        Job job = mayBook(transaction.view(), asker, asked);
        Optional<Spots> spots = Spots.of(transaction.view(), job, where);
        if (spots.isEmpty()) {
            return accepted(transaction.submit(new Command.Reserve(job)), job, wish)
                    .reservation();
        }
        Spots.Found found = spots.get().best(wish);
        Reservation reservation = accepted(transaction.submit(new Command.Reserve(found.job())), found.job(), wish)
                .reservation();
        if (found.hosts().isEmpty()) {
            return reservation;
        }
        accepted(transaction.submit(new Command.Settle(reservation.id(), found.hosts())));
        return transaction.view().reservation(reservation.id()).orElseThrow();
    }

    /** Whether a job is settled on some servers when it is booked, so that the book alone cannot place it later. */
    public static boolean isSettledAtOnce(View view, Job job, Where where) {
        return Spots.of(view, job, where).isPresent();
    }

    /**
     * A reservation that is kept for a while.
     *
     * @param offer as it is now
     */
    public record Held(Offer offer, Reservation reservation, long until) {}

    /** Keeps an offer for a time. */
    public static Held hold(Transaction transaction, Account asker, Offer offer, long time) {
        Job job = mayBook(transaction.view(), asker, offer.job());
        Reservation held = booked(
                transaction,
                asker,
                accepted(transaction.submit(new Command.Hold(job, transaction.now() + time)), job, null)
                        .reservation());
        AuditLog.add(transaction, "hold", held.id().toString(), job.id().name());
        return new Held(
                new Offer(
                        offer.family(),
                        job,
                        held.placement(),
                        held.agreement().price(),
                        offer.phi(),
                        held.agreement().conditions().grams()),
                held,
                transaction.view().heldUntil(held.id()).orElseThrow());
    }

    /** The reservation, whether it has servers or has lost them. */
    public static Optional<Reservation> find(View view, ReservationId id) {
        return view.reservation(id).or(() -> view.degraded(id).map(Degraded::reservation));
    }

    public static Rejected unknown(ReservationId id) {
        return Problem.of(Code.UNKNOWN_RESERVATION, "Reservation " + id + " does not exist or has ended")
                .toException();
    }

    /**
     * Returns the acceptance of a command by the book.
     *
     * @throws Refused if the book refused the command, with the job and the wish to make offers from
     */
    public static Decision.Accepted accepted(Decision decision, @Nullable Job job, @Nullable Wish wish) {
        return switch (decision) {
            case Decision.Accepted accepted -> accepted;
            case Decision.Refused refused -> throw new Refused(refused.refusal(), job, wish);
            case Decision.Report report -> throw new IllegalStateException("nobody asked for a report");
        };
    }

    /**
     * Returns the acceptance of a command by the book.
     *
     * @throws Refused if the book refused the command
     */
    public static Decision.Accepted accepted(Decision decision) {
        return accepted(decision, null, null);
    }
}
