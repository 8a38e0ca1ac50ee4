package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Refused;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * How far a reservation can be extended where it is, found when more was refused. Every answer is one that the book gave: half of what
 * was asked for is tried, then more or less, down to the millisecond.
 */
final class Extension {
    private Extension() {}

    /**
     * The refusal with the latest end that is possible, if it was for want of room.
     *
     * @param more what was asked for
     * @param command that extends it by so much
     */
    static Refused refused(
            Transaction transaction,
            Decision.Refused decision,
            Reservation before,
            long more,
            LongFunction<Command> command) {
        Refused refused = new Refused(decision.refusal());
        return isForWantOfRoom(decision.refusal())
                ? refused.reaching(latestEnd(transaction, before, more, command))
                : refused;
    }

    private static boolean isForWantOfRoom(Refusal refusal) {
        return refusal instanceof Refusal.NoCapacity
                || refusal instanceof Refusal.NoRoomToExtend
                || refusal instanceof Refusal.CannotPush;
    }

    private static long latestEnd(
            Transaction transaction, Reservation before, long more, LongFunction<Command> command) {
        long latest = before.window().end();
        long good = 0;
        long bad = more;
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            OptionalLong end = end(transaction.decide(command.apply(middle)), before);
            if (end.isPresent()) {
                good = middle;
                latest = Math.max(latest, end.getAsLong());
            } else {
                bad = middle;
            }
        }
        return latest;
    }

    /** Where it ends then, if it begins as before: elsewhere it would be moved, not extended. */
    private static OptionalLong end(Decision decision, Reservation before) {
        return decision instanceof Decision.Accepted accepted
                ? accepted.events().stream()
                        .filter(Event.Changed.class::isInstance)
                        .map(event -> ((Event.Changed) event).reservation())
                        .filter(after -> after.id().equals(before.id())
                                && after.window().start() == before.window().start()
                                && after.placement()
                                        .pool()
                                        .equals(before.placement().pool()))
                        .mapToLong(after -> after.window().end())
                        .findFirst()
                : OptionalLong.empty();
    }
}
