package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows what the events of one transaction do to claims, whichever command or passing of time they come from. */
final class Touching {
    private final Book book;
    private final boolean served;
    private final Map<ReservationId, Optional<ServerTimeClaim>> before = new LinkedHashMap<>();
    /** The reservations themselves, as they were then. */
    private final Map<ReservationId, Reservation> was = new HashMap<>();
    /** Claims that remain of reservations that closed. */
    private final Map<ReservationId, ServerTimeClaim> closed = new HashMap<>();

    private final Map<ReservationId, Ended> ended = new HashMap<>();

    private final Map<ReservationId, Touched.TurnedAway> turnedAway = new HashMap<>();

    private final Set<ReservationId> chosen = new LinkedHashSet<>();

    /** @param served whether all of it is what those who wait are served */
    Touching(Book book, boolean served) {
        this.book = book;
        this.served = served;
    }

    /** Called before the event is applied. */
    void next(@Nullable Command command, Event event) {
        for (ReservationId id : claims(event)) {
            if (!before.containsKey(id)) {
                before.put(id, ServerTimeClaim.of(book, id));
                found(id).ifPresent(reservation -> was.put(id, reservation));
            }
            closed.remove(id);
            ended.remove(id);
            if (choosesStarts(command) && !(event instanceof Event.Moved)) {
                chosen.add(id);
            }
        }
        if (event instanceof Event.TurnedAway away) {
            book.queued(away.request())
                    .ifPresent(request ->
                            turnedAway.put(away.request(), new Touched.TurnedAway(request.job(), away.reason())));
        }
        if (event instanceof Event.Closed close) {
            ReservationId id = close.reservation();
            found(id).ifPresent(reservation -> {
                closed.put(id, left(reservation, close.cause()));
                ended.put(id, new Ended(reservation, close.cause(), book.now()));
            });
        }
    }

    /** With servers or without. */
    private Optional<Reservation> found(ReservationId id) {
        return book.reservation(id).or(() -> book.degraded(id).map(Degraded::reservation));
    }

    private ServerTimeClaim left(Reservation reservation, Event.Cause cause) {
        return switch (cause) {
            // The book may learn of the end later; what ran to its end was used whole.
            case ENDED ->
                ServerTimeClaim.used(
                        PartTime.of(book), reservation, reservation.window().end(), true);
            case FINISHED_EARLY, NO_SHOW, CANCELLED ->
                ServerTimeClaim.used(PartTime.of(book), reservation, book.now(), true);
            case EXPIRED, DISPLACED ->
                ServerTimeClaim.used(
                        PartTime.of(book), reservation, reservation.window().start(), false);
        };
    }

    /** Overruns go on as soon as they can, and repairs keep what was promised: neither asks for a start. */
    private static boolean choosesStarts(@Nullable Command command) {
        return command instanceof Command.Reserve
                || command instanceof Command.Hold
                || command instanceof Command.Replace
                || command instanceof Command.Change
                || command instanceof Command.Adjust;
    }

    private static List<ReservationId> claims(Event event) {
        return switch (event) {
            case Event.Queued e -> List.of(e.request().id());
            case Event.TurnedAway e -> List.of(e.request());
            case Event.PoolAdded e -> OpenReservationIndex.concerned(e);
            case Event.ServersAdded e -> OpenReservationIndex.concerned(e);
            case Event.Reserved e -> OpenReservationIndex.concerned(e);
            case Event.RoundsSet e -> OpenReservationIndex.concerned(e);
            case Event.LicencesSet e -> OpenReservationIndex.concerned(e);
            case Event.PolicySet e -> OpenReservationIndex.concerned(e);
            case Event.Deferred e -> OpenReservationIndex.concerned(e);
            case Event.Held e -> OpenReservationIndex.concerned(e);
            case Event.Confirmed e -> OpenReservationIndex.concerned(e);
            case Event.Moved e -> OpenReservationIndex.concerned(e);
            case Event.StartsEarly e -> OpenReservationIndex.concerned(e);
            case Event.TariffSet e -> OpenReservationIndex.concerned(e);
            case Event.Changed e -> OpenReservationIndex.concerned(e);
            case Event.Renamed e -> OpenReservationIndex.concerned(e);
            case Event.Repacked e -> OpenReservationIndex.concerned(e);
            case Event.Bound e -> OpenReservationIndex.concerned(e);
            case Event.Shunned e -> OpenReservationIndex.concerned(e);
            case Event.Started e -> OpenReservationIndex.concerned(e);
            case Event.Closed e -> OpenReservationIndex.concerned(e);
            case Event.OutagePlanned e -> OpenReservationIndex.concerned(e);
            case Event.OutageEnded e -> OpenReservationIndex.concerned(e);
            case Event.TimeAdvanced e -> OpenReservationIndex.concerned(e);
            case Event.Degraded e -> OpenReservationIndex.concerned(e);
            case Event.Recovered e -> OpenReservationIndex.concerned(e);
            case Event.Opportunistic e -> OpenReservationIndex.concerned(e);
            case Event.Waitlist e -> OpenReservationIndex.concerned(e);
        };
    }

    List<Touched> touched() {
        List<Touched> touched = new ArrayList<>();
        before.forEach((id, claim) -> {
            Optional<ServerTimeClaim> after =
                    ServerTimeClaim.of(book, id).or(() -> Optional.ofNullable(closed.get(id)));
            touched.add(new Touched(
                    id,
                    claim,
                    after,
                    chosen.contains(id),
                    served,
                    Optional.ofNullable(ended.get(id)),
                    Optional.ofNullable(turnedAway.get(id)),
                    Optional.ofNullable(was.get(id))));
        });
        return touched;
    }
}
