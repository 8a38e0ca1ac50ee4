package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.Times;
import java.util.Optional;
import java.util.function.Supplier;

/** An entry of the waiting list, for its owner and operators: where it stands, or what became of it. */
final class WaitJson {
    private WaitJson() {}

    static ObjectNode of(View view, WaitEntry entry) {
        return found(view, entry).get();
    }

    /** Looks up what the answer says; its JSON is made when it is asked for, after the lock is given back. */
    static Supplier<ObjectNode> found(View view, WaitEntry entry) {
        Optional<Place> place = view.waiter(entry.waiter())
                .map(waiter -> new Place(
                        waiter,
                        view.waitersBefore(waiter.id()) + 1,
                        view.waiters().size()));
        boolean mayDecline = entry.mayDecline(view.now());
        return () -> json(entry, place, mayDecline);
    }

    /** Where somebody stands among all who wait. */
    private record Place(Waiter waiter, long place, long of) {}

    private static ObjectNode json(WaitEntry entry, Optional<Place> place, boolean mayDecline) {
        ObjectNode node = Json.object()
                .put("id", entry.id())
                .put("state", Names.of(entry.state()))
                .put("name", entry.name())
                .put("user", entry.user())
                .put("made", Times.instant(entry.made()))
                .put("until", Times.instant(entry.until()))
                .put("tell", entry.hold() > 0);
        place.ifPresent(found -> {
            node.put("place", found.place()).put("waiting", found.of());
            QueuedJson.addJob(node, found.waiter().job());
        });
        entry.served().ifPresent(made -> node.put("reservation", made.toString()));
        if (entry.state() != WaitEntry.State.WAITING) {
            node.put("changed", Times.instant(entry.changed()));
        }
        if (mayDecline) {
            node.put("declineBy", Times.instant(entry.declineBy()));
        }
        return node;
    }
}
