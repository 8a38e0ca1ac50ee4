package dev.berth.service.ask;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.ReservationId;
import dev.berth.wire.IdKind;
import dev.berth.words.Phrase;
import java.util.Optional;

/**
 * Request of the provider to the owner of a waiting reservation: a later deadline, for a discount. Binding until it expires, and
 * it changes nothing unless the owner accepts.
 *
 * @param reservation its number
 * @param name of the reservation's job
 * @param user owner of the reservation
 * @param by the account that asks, or the site itself
 * @param before deadline of the reservation when it was asked for, and {@code price} its price then
 * @param deadline the later one that is asked for
 * @param reason words of the operator who asks; may be empty
 * @param room the job that found no room; empty if an operator asks for another reason
 * @param expires until when it can be accepted
 * @param changed when it came into its state
 * @param why it can no longer be accepted, if neither its owner nor the clock said so
 */
public record Ask(
        long number,
        long reservation,
        String name,
        String user,
        String by,
        long before,
        long deadline,
        Money price,
        Money discount,
        String reason,
        Optional<Room> room,
        long made,
        long expires,
        State state,
        long changed,
        Optional<Why> why) {
    /** State of an ask; one that is open is over when it expires, whether or not that was noted. */
    public enum State {
        OPEN,
        ACCEPTED,
        DECLINED,
        EXPIRED,
        /** Taken back before it was answered. */
        WITHDRAWN
    }

    /** Reason for which an ask was taken back. */
    public enum Why {
        /** Withdrawn by an operator, or by the user whose job needed room. */
        TAKEN_BACK,
        /** The reservation starts, has other terms, or is over. */
        RESERVATION_CHANGED,
        /** Another owner has accepted, and one was enough. */
        ANOTHER_ACCEPTED,
        /** The job that found no room has been booked otherwise. */
        BOOKED_OTHERWISE
    }

    /**
     * Room for a job that found none.
     *
     * @param group number of the first of the asks for this job; one that is accepted is enough
     * @param hold for how long the job is held once there is room, in milliseconds
     * @param held number of the reservation that was made for it; empty if there is none
     */
    public record Room(long group, Job job, long hold, Optional<Long> held) {
        Room holding(Optional<Long> reservationHeld) {
            return new Room(group, job, hold, reservationHeld);
        }
    }

    public String id() {
        return IdKind.ASK.id(number);
    }

    public ReservationId reservationId() {
        return new ReservationId(reservation);
    }

    /** Price of the reservation once it is accepted. */
    public Money after() {
        return price.minus(discount);
    }

    /** State at a time: nothing has to happen for an ask to expire. */
    public State stateAt(long now) {
        return state == State.OPEN && now >= expires ? State.EXPIRED : state;
    }

    public boolean isOpen(long now) {
        return stateAt(now) == State.OPEN;
    }

    Ask settled(State next, long time, Optional<Why> reasonOfEnd, Optional<Long> held) {
        return new Ask(
                number,
                reservation,
                name,
                user,
                by,
                before,
                deadline,
                price,
                discount,
                reason,
                room.map(each -> each.holding(held)),
                made,
                expires,
                next,
                time,
                reasonOfEnd);
    }

    /** Sentence about a state in which nobody can answer any more. */
    public static Phrase over(Ask ask, State now) {
        return switch (now) {
            case OPEN -> Phrase.text(ask.id() + " is open");
            case ACCEPTED -> Phrase.of("%s was accepted at %s", ask.id(), Phrase.time(ask.changed));
            case DECLINED -> Phrase.of("%s was declined at %s", ask.id(), Phrase.time(ask.changed));
            case EXPIRED -> Phrase.of("%s expired at %s; nothing was changed", ask.id(), Phrase.time(ask.expires));
            case WITHDRAWN ->
                Phrase.of(
                        "%s was withdrawn at %s%s",
                        ask.id(),
                        Phrase.time(ask.changed),
                        ask.why.map(each -> ": " + because(each)).orElse(""));
        };
    }

    /** Reason as the end of a sentence. */
    static String because(Why why) {
        return switch (why) {
            case TAKEN_BACK -> "it was taken back";
            case RESERVATION_CHANGED -> "the reservation has changed, started or ended";
            case ANOTHER_ACCEPTED -> "another owner has accepted";
            case BOOKED_OTHERWISE -> "the job that needed room was booked otherwise";
        };
    }
}
