package dev.berth.engine.intake;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
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
    /** Enough for callers to have time to ask what became of their requests. */
    private static final int MOST_DECLINED = 10_000;

    private final NavigableMap<ReservationId, Queued> waiting = new TreeMap<>();
    private final NavigableMap<ReservationId, Declined> declined = new TreeMap<>();
    /** How many of a user were declined and are remembered. */
    private final Map<String, Integer> declinedOf = new HashMap<>();

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

    /** Waiting requests in the order in which they came. */
    public Collection<Queued> waiting() {
        return Collections.unmodifiableCollection(waiting.values());
    }

    /** Refused requests, by number. */
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
        Declined forgotten = remember(Declined.of(request, reason, now));
        return () -> {
            if (forgotten != null) {
                keep(forgotten);
            }
            forget(id);
            waiting.put(id, request);
        };
    }

    /**
     * Takes in what was refused, for a book that is restored; returns the one that is forgotten for that, if any: the
     * oldest of the user with most, so that nobody pushes out what others have yet to read.
     */
    public @Nullable Declined remember(Declined refused) {
        keep(refused);
        if (declined.size() <= MOST_DECLINED) {
            return null;
        }
        String user = declinedOf.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
        Declined oldest = declined.values().stream()
                .filter(each -> each.user().equals(user))
                .findFirst()
                .orElseThrow();
        forget(oldest.id());
        return oldest;
    }

    private void keep(Declined refused) {
        declined.put(refused.id(), refused);
        declinedOf.merge(refused.user(), 1, Integer::sum);
    }

    private void forget(ReservationId id) {
        Declined gone = declined.remove(id);
        if (gone != null) {
            declinedOf.computeIfPresent(gone.user(), (user, count) -> count == 1 ? null : count - 1);
        }
    }

    private Queued known(ReservationId id) {
        Queued request = waiting.get(id);
        if (request == null) {
            throw new IllegalArgumentException("no request " + id + " is queued");
        }
        return request;
    }
}
