package dev.berth.engine.book;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.List;

/** Decided change of a book. Holds all that is needed to carry it out, so that a replay decides nothing. */
public sealed interface Event {
    /** Reservations that are new or otherwise from now on, as they then are; an event may name others by their number. */
    default List<Reservation> reservations() {
        return switch (this) {
            case Reserved e -> List.of(e.reservation());
            case Held e -> List.of(e.reservation());
            case Changed e -> List.of(e.reservation());
            case StartsEarly e -> List.of(e.reservation());
            case Recovered e -> List.of(e.reservation());
            case Degraded e -> List.of(e.reservation());
            case Moved e -> e.reservations();
            case Repacked e -> e.reservations();
            case PoolAdded e -> List.of();
            case LicencesSet e -> List.of();
            case PolicySet e -> List.of();
            case ServersAdded e -> List.of();
            case RoundsSet e -> List.of();
            case Queued e -> List.of();
            case Deferred e -> List.of();
            case TurnedAway e -> List.of();
            case Confirmed e -> List.of();
            case TariffSet e -> List.of();
            case Renamed e -> List.of();
            case Bound e -> List.of();
            case Shunned e -> List.of();
            case Started e -> List.of();
            case Closed e -> List.of();
            case OutagePlanned e -> List.of();
            case OutageEnded e -> List.of();
            case TimeAdvanced e -> List.of();
            case Opportunistic e -> List.of();
            case Waitlist e -> List.of();
        };
    }

    record PoolAdded(Pool pool) implements Event {}

    record ServersAdded(PoolId pool, int count) implements Event {}

    /**
     * The site has these licences from now on, and no others.
     *
     * @param held those of them that are held outside the book; none in older journals
     */
    record LicencesSet(Amounts licences, HeldLicences held) implements Event {
        public LicencesSet(Amounts licences) {
            this(licences, HeldLicences.NONE);
        }
    }

    /** Jobs are placed by this calendar and admitted by this admission policy from now on. */
    record PolicySet(String policy, String admission) implements Event {}

    /** There is a new reservation; if a request with its number was queued, that is granted. */
    record Reserved(Reservation reservation) implements Event {}

    record RoundsSet(Rounds rounds) implements Event {}

    /** A request waits for the end of its round. */
    record Queued(dev.berth.engine.intake.Queued request) implements Event {}

    /** A round is over, and these requests wait for the next one. */
    record Deferred(List<ReservationId> requests) implements Event {}

    /** A queued request is decided, and refused. */
    record TurnedAway(ReservationId request, Refusal reason) implements Event {}

    /** The reservation is kept until a time, and gone unless it is confirmed by then. */
    record Held(Reservation reservation, long until) implements Event {}

    record Confirmed(ReservationId reservation) implements Event {}

    /**
     * Other placements for reservations, within their agreements, all at once. They wait; one that ran until now ran on
     * a server that failed, and starts over; one that was bound is no longer.
     */
    record Moved(List<Reservation> reservations) implements Event {}

    /**
     * Other tentative hosts or devices for reservations that wait, at the times that they have, all at once: nothing that was
     * promised changes.
     */
    record Repacked(List<Reservation> reservations) implements Event {}

    /**
     * The reservation starts earlier than promised, in its new placement; it waits until then.
     *
     * @param promised when it was to start before
     */
    record StartsEarly(Reservation reservation, long promised) implements Event {}

    record TariffSet(PoolId pool, Tariff tariff) implements Event {}

    /** The reservation has new terms or another price, and perhaps another placement. */
    record Changed(Reservation reservation) implements Event {}

    /** Other tentative servers for a reservation that waits. */
    record Renamed(ReservationId reservation, ServerSet servers) implements Event {}

    /** The servers of a reservation that waits are settled from now on. */
    record Bound(ReservationId reservation, ServerSet servers) implements Event {}

    /** These servers of a pool, and no others, are handed out last. */
    record Shunned(PoolId pool, ServerSet servers) implements Event {}

    record Started(ReservationId reservation, ServerSet servers) implements Event {}

    /** The reservation is no longer open, or the request no longer queued. */
    record Closed(ReservationId reservation, Cause cause) implements Event {}

    /** Why a reservation closes. */
    enum Cause {
        ENDED,
        FINISHED_EARLY,
        /** It had its servers and nobody used them. */
        NO_SHOW,
        CANCELLED,
        /** Held and not confirmed in time. */
        EXPIRED,
        /** Servers failed and what was promised can no longer be kept, or was only offered. */
        DISPLACED
    }

    record OutagePlanned(PoolId pool, Outage outage) implements Event {}

    /** The outage is over or no longer planned. */
    record OutageEnded(PoolId pool, Outage outage) implements Event {}

    record TimeAdvanced(long to) implements Event {}

    /** The reservation lost its servers and no others are found: it holds no capacity until it recovers. */
    record Degraded(Reservation reservation, Refusal reason) implements Event {}

    /** A degraded reservation has a placement again, within its terms or within new ones. */
    record Recovered(Reservation reservation) implements Event {}

    /** Something befell an opportunistic job. In one advance these come after all else, in the order of their times. */
    record Opportunistic(Turn turn) implements Event {}

    /** The waiting list changes, or was looked at. */
    record Waitlist(WaitlistTurn turn) implements Event {}

    /** The reservations and requests that it changes. Other tentative servers, and one more round to wait, are no change. */
    default List<ReservationId> changes() {
        return switch (this) {
            case Reserved e -> List.of(e.reservation().id());
            case Queued e -> List.of(e.request().id());
            case TurnedAway e -> List.of(e.request());
            case Held e -> List.of(e.reservation().id());
            case Confirmed e -> List.of(e.reservation());
            case Moved e -> e.reservations().stream().map(Reservation::id).toList();
            case StartsEarly e -> List.of(e.reservation().id());
            case Changed e -> List.of(e.reservation().id());
            case Bound e -> List.of(e.reservation());
            case Started e -> List.of(e.reservation());
            case Closed e -> List.of(e.reservation());
            case Degraded e -> List.of(e.reservation().id());
            case Recovered e -> List.of(e.reservation().id());
            case Deferred e -> List.of();
            case Renamed e -> List.of();
            case Repacked e -> List.of();
            case LicencesSet e -> List.of();
            case PolicySet e -> List.of();
            case PoolAdded e -> List.of();
            case ServersAdded e -> List.of();
            case Shunned e -> List.of();
            case RoundsSet e -> List.of();
            case TariffSet e -> List.of();
            case OutagePlanned e -> List.of();
            case OutageEnded e -> List.of();
            case TimeAdvanced e -> List.of();
            case Opportunistic e -> List.of();
            case Waitlist e -> List.of();
        };
    }
}
