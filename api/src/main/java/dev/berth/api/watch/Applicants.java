package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.ReservationId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whose the queued requests are: the events that put them off or end their waiting name the request alone. */
final class Applicants {
    private final Map<ReservationId, String> byRequest = new HashMap<>();

    Applicants(Collection<Queued> waiting) {
        waiting.forEach(request -> byRequest.put(request.id(), request.job().user()));
    }

    /** The owners of the requests that these events are about. The events of all changes must come here, in order. */
    Map<ReservationId, String> follow(List<Event> events) {
        Map<ReservationId, String> owners = new HashMap<>();
        for (Event event : events) {
            switch (event) {
                case Event.Queued e ->
                    byRequest.put(e.request().id(), e.request().job().user());
                case Event.Deferred e -> e.requests().forEach(request -> note(owners, request, byRequest.get(request)));
                case Event.TurnedAway e -> note(owners, e.request(), byRequest.remove(e.request()));
                case Event.Closed e -> note(owners, e.reservation(), byRequest.remove(e.reservation()));
                case Event.Reserved e -> byRequest.remove(e.reservation().id());
                case Event.PoolAdded e -> {}
                case Event.ServersAdded e -> {}
                case Event.RoundsSet e -> {}
                case Event.LicencesSet e -> {}
                case Event.PolicySet e -> {}
                case Event.Held e -> {}
                case Event.Confirmed e -> {}
                case Event.Moved e -> {}
                case Event.StartsEarly e -> {}
                case Event.TariffSet e -> {}
                case Event.Changed e -> {}
                case Event.Renamed e -> {}
                case Event.Repacked e -> {}
                case Event.Bound e -> {}
                case Event.Shunned e -> {}
                case Event.Started e -> {}
                case Event.OutagePlanned e -> {}
                case Event.OutageEnded e -> {}
                case Event.TimeAdvanced e -> {}
                case Event.Degraded e -> {}
                case Event.Recovered e -> {}
                case Event.Opportunistic e -> {}
                case Event.Waitlist e -> {}
            }
        }
        return owners.isEmpty() ? Map.of() : owners;
    }

    private static void note(Map<ReservationId, String> owners, ReservationId request, @Nullable String owner) {
        if (owner != null) {
            owners.put(request, owner);
        }
    }
}
