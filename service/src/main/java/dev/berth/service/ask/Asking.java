package dev.berth.service.ask;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.hold.HoldGroups;
import dev.berth.service.provision.Provisions;
import dev.berth.service.workflow.Plans;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.words.Phrase;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks owners for flexibility. Nothing of their reservations changes by that. */
public final class Asking {
    /** Nobody is asked by the service who has less time than this to answer, in milliseconds. */
    static final long LEAST_TIME = 10 * 60_000;

    private Asking() {}

    /**
     * Request of an operator.
     *
     * @param discount share of the price, in millionths
     * @param expires null for the usual time, or the start of the reservation if that is earlier
     */
    public record Order(
            ReservationId reservation,
            long deadline,
            int discount,
            @Nullable Long expires,
            String reason) {}

    /** Asks the owner of a reservation in the name of an operator. */
    public static Ask ask(Transaction transaction, Account asker, Order order, AskSettings settings) {
        if (!asker.is(Role.OPERATOR)) {
            throw Problem.notAllowed("Only operators may ask for flexibility").toException();
        }
        View view = transaction.view();
        Reservation reservation = known(view, order.reservation());
        notAskable(view, reservation, settings).ifPresent(why -> {
            throw why.toException();
        });
        checkDeadline(reservation, order.deadline());
        long expires = expiry(transaction.now(), reservation, order.expires(), settings);
        Ask ask = made(
                view,
                reservation,
                asker.name(),
                order.deadline(),
                order.discount(),
                order.reason(),
                Optional.empty(),
                expires);
        return record(transaction, ask);
    }

    /**
     * Asks an owner in the name of the site.
     *
     * @param deadline with which the job finds room
     * @param room of the job that found none; its group is the ask itself if it is 0
     * @return empty if the owner may not be asked, or would have too little time
     */
    static Optional<Ask> askForRoom(
            Transaction transaction, Reservation reservation, long deadline, Ask.Room room, AskSettings settings) {
        View view = transaction.view();
        long now = transaction.now();
        long expires = Math.min(now + settings.expiry(), latestAnswer(view, reservation, room.job()));
        if (expires - now < LEAST_TIME
                || notAskable(view, reservation, settings).isPresent()
                || deadline <= reservation.job().deadline()) {
            return Optional.empty();
        }
        long number = view.facts(Asks.class).next();
        Ask.Room own = new Ask.Room(room.group() == 0 ? number : room.group(), room.job(), room.hold(), room.held());
        return Optional.of(record(
                transaction,
                made(
                        view,
                        reservation,
                        transaction.actor(),
                        deadline,
                        settings.discount(),
                        "",
                        Optional.of(own),
                        expires)));
    }

    /** After that the answer comes too late, for the one or for the other. */
    private static long latestAnswer(View view, Reservation reservation, Job job) {
        long shortest = view.pools().stream()
                .filter(job.requirements()::match)
                .mapToLong(pool ->
                        job.shape().duration(Math.max(1, Math.min(job.shape().fewest(), pool.servers())), pool.rate()))
                .min()
                .orElse(0);
        return Math.min(reservation.window().start(), job.deadline() - shortest);
    }

    private static Reservation known(View view, ReservationId id) {
        if (view.queued(id).isPresent()) {
            throw new Refused(new Refusal.StillQueued(id));
        }
        return Bookings.find(view, id).orElseThrow(() -> Bookings.unknown(id));
    }

    /** Why the owner of a reservation cannot be asked; empty if that is possible. */
    static Optional<Problem> notAskable(View view, Reservation reservation, AskSettings settings) {
        return obstacle(view, reservation, settings).map(why -> Problem.of(Code.CANNOT_ASK, why));
    }

    private static Optional<Phrase> obstacle(View view, Reservation reservation, AskSettings settings) {
        ReservationId id = reservation.id();
        if (view.reservation(id).filter(Reservation::isWaiting).isEmpty()) {
            return Optional.of(Phrase.of(
                    "%s does not wait any more, or its servers are settled; only waiting reservations can become more flexible",
                    id));
        }
        Asks asks = view.facts(Asks.class);
        String owner = reservation.job().user();
        Optional<String> larger = partOf(view, id);
        if (larger.isPresent()) {
            return Optional.of(Phrase.of("%s is a part of %s, whose times depend on each other", id, larger.get()));
        }
        Optional<Ask> other = asks.about(id, view.now());
        if (other.isPresent()) {
            return Optional.of(Phrase.of(
                    "%s already asks about %s; wait for the answer, or cancel it first",
                    other.get().id(), id));
        }
        if (!asks.mayAsk(owner)) {
            return Optional.of(
                    Phrase.of("%s does not want to be asked; berth notices set --asks on allows it again", owner));
        }
        if (asks.askedLately(owner, view.now()) >= settings.perDay()) {
            return Optional.of(Phrase.of(
                    "%s was asked %s times within a day, which is the limit of this site (asks.perDay)",
                    owner, settings.perDay()));
        }
        return asks.hasRoom()
                ? Optional.empty()
                : Optional.of(Phrase.of("%s asks are open on this site; wait until some are answered", Asks.MOST_OPEN));
    }

    /** Larger thing that a reservation is a part of, if its times follow from others. */
    public static Optional<String> partOf(View view, ReservationId id) {
        return view.facts(Plans.class)
                .of(id.number())
                .map(plan -> "the plan " + IdKind.PLAN.id(plan))
                .or(() -> view.facts(Provisions.class)
                        .of(id.number())
                        .map(provision -> "the provision " + IdKind.PROVISION.id(provision)))
                .or(() -> view.facts(HoldGroups.class).isGrouped(id)
                        ? Optional.of("a group that was held together, such as a deal")
                        : Optional.empty());
    }

    private static void checkDeadline(Reservation reservation, long deadline) {
        long before = reservation.job().deadline();
        boolean unfixes = reservation.job().terms().fixAfter() != null;
        if (deadline < before || (deadline == before && !unfixes)) {
            throw Problem.invalid("deadline", deadline, "must be later than the present deadline")
                    .toException();
        }
    }

    private static long expiry(long now, Reservation reservation, @Nullable Long wanted, AskSettings settings) {
        long start = reservation.window().start();
        if (wanted == null) {
            return Math.min(now + settings.expiry(), start);
        }
        if (wanted <= now) {
            throw Problem.invalid("expires", wanted, "must be in the future").toException();
        }
        if (wanted > start) {
            throw Problem.invalid("expires", wanted, "must not be after the start of the reservation")
                    .toException();
        }
        return wanted;
    }

    private static Ask made(
            View view,
            Reservation reservation,
            String by,
            long deadline,
            int share,
            String reason,
            Optional<Ask.Room> room,
            long expires) {
        return new Ask(
                view.facts(Asks.class).next(),
                reservation.id().number(),
                reservation.job().id().name(),
                reservation.job().user(),
                by,
                reservation.job().deadline(),
                deadline,
                reservation.agreement().price(),
                discount(view, reservation, deadline, share),
                reason,
                room,
                view.now(),
                expires,
                Ask.State.OPEN,
                view.now(),
                Optional.empty());
    }

    /** The share of the price, but no less than what the tariff would give its owner for the same flexibility, unasked. */
    private static Money discount(View view, Reservation reservation, long deadline, int share) {
        Money price = reservation.agreement().price();
        Money offered = Money.rounded(price.decimal().multiply(BigDecimal.valueOf(share, 6)));
        Command unasked = new Command.Adjust(
                reservation.id(), new Adjustment.Relax(reservation.job().ready(), deadline));
        Money least = view.decide(unasked) instanceof Decision.Accepted accepted ? saved(accepted.quote()) : Money.ZERO;
        Money most = offered.isAbove(least) ? offered : least;
        return most.isAbove(price) ? price : most;
    }

    private static Money saved(Quote quote) {
        return quote.before().minus(quote.after()).minus(quote.fee());
    }

    private static Ask record(Transaction transaction, Ask ask) {
        transaction.record(Asks.KIND, new AskFact.Made(ask));
        AuditLog.add(
                transaction,
                "ask",
                ask.id(),
                "%s, discount %s of %s".formatted(ask.reservationId(), ask.discount(), ask.price()));
        new AskNotices(transaction).asked(ask);
        return ask;
    }
}
