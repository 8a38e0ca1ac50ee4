package dev.berth.service.hold;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.GroupBookings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds jobs together, confirms them together, releases them together; each of these can be repeated. What an account may
 * book is judged when it is held: a group that is held can be confirmed until it lapses.
 */
public final class GroupHolds {
    private GroupHolds() {}

    /** The group of that name, if the account has one. */
    public static Optional<HoldGroup> find(View view, Account asker, String name) {
        return view.facts(HoldGroups.class).get(asker.name(), name);
    }

    /** The group of that name, which must be there. */
    public static HoldGroup own(View view, Account asker, String name) {
        return find(view, asker, name).orElseThrow(() -> unknown(asker, name).toException());
    }

    private static Problem unknown(Account asker, String name) {
        return Problem.of(Code.UNKNOWN_HOLD, asker.name() + " has no holds named " + name);
    }

    /**
     * Whether a group that is held cannot be confirmed any more: a hold of it has ended, or has lost its servers.
     *
     * @param now by the clock, which the book may be behind
     */
    public static boolean isLapsed(View view, HoldGroup group, long now) {
        return group.state() == HoldGroup.State.HELD && !ids(group).stream().allMatch(id -> isKept(view, id, now));
    }

    /** Whether it is still held; or confirmed by itself, which is as good. */
    private static boolean isKept(View view, ReservationId id, long now) {
        return view.reservation(id).isPresent()
                && (view.now() >= now
                        || view.heldUntil(id).map(until -> until > now).orElse(true));
    }

    /** When the first of a group that is held lapses. */
    public static Optional<Long> until(View view, HoldGroup group) {
        return ids(group).stream().flatMap(id -> view.heldUntil(id).stream()).min(Long::compare);
    }

    /** The reservations of a group. */
    public static List<ReservationId> ids(HoldGroup group) {
        return group.reservations().stream().map(ReservationId::new).toList();
    }

    /**
     * A group as the same request has held it before.
     *
     * @throws dev.berth.wire.problem.Rejected if the name stands for something else, or was released
     */
    public static Optional<HoldGroup> repeated(View view, Account asker, String name, String digest) {
        return find(view, asker, name).map(group -> {
            if (group.state() == HoldGroup.State.RELEASED) {
                throw released(name).toException();
            }
            if (!group.digest().equals(digest)) {
                throw Problem.of(
                                Code.HOLD_EXISTS,
                                "The holds named %s were made by another request; choose a new name".formatted(name))
                        .toException();
            }
            return group;
        });
    }

    private static Problem released(String name) {
        return Problem.of(
                Code.HOLD_RELEASED, "The holds named %s were released; hold again under a new name".formatted(name));
    }

    /**
     * Holds all of these jobs, or none.
     *
     * @param digest of the request: a repeated one is not carried out again
     * @param time for how long
     */
    public static HoldGroup hold(
            Transaction transaction, Account asker, String name, String digest, List<Job> jobs, long time) {
        View view = transaction.view();
        Optional<HoldGroup> given = repeated(view, asker, name, digest);
        if (given.isPresent()) {
            return given.get();
        }
        if (!view.facts(HoldGroups.class).hasRoom(asker.name())) {
            throw Problem.of(
                            Code.TOO_MANY_HOLDS,
                            "%s has held too many groups within %d days; wait until older ones are forgotten"
                                    .formatted(asker.name(), HoldGroups.KEPT.toDays()))
                    .toException();
        }
        List<Long> reservations = new ArrayList<>();
        for (Job asked : jobs) {
            Job job = Bookings.mayBook(view, asker, asked);
            Reservation held = Bookings.accepted(
                            transaction.submit(new Command.Hold(job, transaction.now() + time)), job, null)
                    .reservation();
            reservations.add(held.id().number());
        }
        transaction.record(HoldGroups.KIND, new HoldFact.Held(asker.name(), name, digest, reservations));
        AuditLog.add(
                transaction, "hold-group", name, ids(own(view, asker, name)).toString());
        return own(view, asker, name);
    }

    /** Confirms all of a group, or nothing. */
    public static HoldGroup confirm(Transaction transaction, Account asker, String name) {
        View view = transaction.view();
        HoldGroup group = own(view, asker, name);
        if (group.state() == HoldGroup.State.CONFIRMED) {
            return group;
        }
        if (group.state() == HoldGroup.State.RELEASED) {
            throw released(name).toException();
        }
        if (isLapsed(view, group, transaction.now())) {
            throw Problem.of(
                            Code.HOLD_LAPSED,
                            "The holds named %s have lapsed or lost their servers; hold again under a new name"
                                    .formatted(name))
                    .toException();
        }
        for (ReservationId id : ids(group)) {
            if (view.heldUntil(id).isPresent()) {
                Bookings.accepted(transaction.submit(new Command.Confirm(id)));
            }
        }
        settle(transaction, asker, name, HoldGroup.State.CONFIRMED, Money.ZERO);
        AuditLog.add(transaction, "confirm-group", name, "");
        return own(view, asker, name);
    }

    /** A group as it is now, and what it cost to give it up. */
    public record Released(HoldGroup group, Quote quote) {}

    /**
     * Gives up all of a group. One that is not known yet can never be held from now on: its request may still be on its way.
     *
     * @param undo whether what is confirmed is cancelled, too
     */
    public static Released release(Transaction transaction, Account asker, String name, boolean undo) {
        View view = transaction.view();
        Optional<HoldGroup> known = find(view, asker, name);
        HoldGroup.State state = known.map(HoldGroup::state).orElse(HoldGroup.State.HELD);
        if (state == HoldGroup.State.RELEASED) {
            HoldGroup group = known.orElseThrow();
            return new Released(
                    group,
                    group.fee()
                            .map(fee -> new Quote(Money.ZERO, Money.ZERO, fee))
                            .orElse(Quote.NONE));
        }
        if (state == HoldGroup.State.CONFIRMED && !undo) {
            throw Problem.of(
                            Code.HOLD_CONFIRMED,
                            "The holds named %s are confirmed; to cancel their reservations, ask with undo=true"
                                    .formatted(name))
                    .toException();
        }
        List<ReservationId> open = known.map(GroupHolds::ids).orElse(List.of()).stream()
                .filter(id -> Bookings.find(view, id).isPresent())
                .toList();
        Quote quote = open.isEmpty() ? Quote.NONE : GroupBookings.giveUp(transaction, open);
        settle(transaction, asker, name, HoldGroup.State.RELEASED, quote.fee());
        AuditLog.add(transaction, "release-group", name, "");
        return new Released(own(view, asker, name), quote);
    }

    private static void settle(Transaction transaction, Account asker, String name, HoldGroup.State state, Money fee) {
        Optional<Money> cost = Optional.of(fee).filter(each -> !each.equals(Money.ZERO));
        transaction.record(HoldGroups.KIND, new HoldFact.Settled(asker.name(), name, state, cost));
    }
}
