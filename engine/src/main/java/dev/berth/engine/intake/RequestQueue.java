package dev.berth.engine.intake;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a book keeps for the end of their round, and the latest that were refused then. They hold no capacity.
 * Every change can be taken back exactly, once all later ones are.
 */
public final class RequestQueue {
    /** So many that whoever asked has time to ask what came of it. */
    private static final int MOST_DECLINED = 10_000;

    private final NavigableMap<ReservationId, Queued> waiting = new TreeMap<>();
    private final NavigableMap<ReservationId, Declined> declined = new TreeMap<>();
    private @Nullable Rounds rounds;

    /** How requests are decided; null until they may be queued. */
    public @Nullable Rounds rounds() {
        return rounds;
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public boolean contains(ReservationId id) {
        return waiting.containsKey(id);
    }

    public @Nullable Queued get(ReservationId id) {
        return waiting.get(id);
    }

    /** Those that wait, in the order they came. */
    public Collection<Queued> waiting() {
        return Collections.unmodifiableCollection(waiting.values());
    }

    /** Those that were refused, by number. */
    public Collection<Declined> declined() {
        return Collections.unmodifiableCollection(declined.values());
    }

    public @Nullable Declined declined(ReservationId id) {
        return declined.get(id);
    }

    public Undo set(@Nullable Rounds after) {
        Rounds before = rounds;
        rounds = after;
        return () -> rounds = before;
    }

    public Undo add(Queued request) {
        waiting.put(request.id(), request);
        return () -> waiting.remove(request.id());
    }

    /** It is granted or withdrawn. */
    public Undo remove(ReservationId id) {
        Queued request = known(id);
        waiting.remove(id);
        return () -> waiting.put(id, request);
    }

    public Undo defer(List<ReservationId> ids) {
        List<Queued> before = ids.stream().map(this::known).toList();
        before.forEach(request -> waiting.put(request.id(), request.deferred()));
        return () -> before.forEach(request -> waiting.put(request.id(), request));
    }

    public Undo turnAway(ReservationId id, Refusal reason, long now) {
        Queued request = known(id);
        waiting.remove(id);
        Map.Entry<ReservationId, Declined> forgotten = remember(Declined.of(request, reason, now));
        return () -> {
            if (forgotten != null) {
                declined.put(forgotten.getKey(), forgotten.getValue());
            }
            declined.remove(id);
            waiting.put(id, request);
        };
    }

    /** Takes in what was refused, for a book that is restored; returns whom it forgets for that. */
    public Map.@Nullable Entry<ReservationId, Declined> remember(Declined refused) {
        declined.put(refused.id(), refused);
        return declined.size() > MOST_DECLINED ? declined.pollFirstEntry() : null;
    }

    private Queued known(ReservationId id) {
        Queued request = waiting.get(id);
        if (request == null) {
            throw new IllegalArgumentException("no request " + id + " is queued");
        }
        return request;
    }
}
