package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.Times;

/** An entry of the waiting list, for its owner and operators: where it stands, or what became of it. */
final class WaitJson {
    private WaitJson() {}

    static ObjectNode of(View view, WaitEntry entry) {
        ObjectNode node = Json.object()
                .put("id", entry.id())
                .put("state", Names.of(entry.state()))
                .put("name", entry.name())
                .put("user", entry.user())
                .put("made", Times.instant(entry.made()))
                .put("until", Times.instant(entry.until()))
                .put("tell", entry.hold() > 0);
        view.waiter(entry.waiter()).ifPresent(waiter -> addPlace(node, view, waiter));
        entry.served().ifPresent(made -> node.put("reservation", made.toString()));
        if (entry.state() != WaitEntry.State.WAITING) {
            node.put("changed", Times.instant(entry.changed()));
        }
        if (entry.mayDecline(view.now())) {
            node.put("declineBy", Times.instant(entry.declineBy()));
        }
        return node;
    }

    private static void addPlace(ObjectNode node, View view, Waiter waiter) {
        node.put("place", view.waitersBefore(waiter.id()) + 1)
                .put("waiting", view.waiters().size());
        QueuedJson.addJob(node, waiter.job());
    }
}
