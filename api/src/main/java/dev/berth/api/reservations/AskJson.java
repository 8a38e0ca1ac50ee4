package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.ask.Answering;
import dev.berth.service.ask.Ask;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.util.function.Supplier;

/**
 * An ask as an account sees it. Who is asked does not learn more of the job that needs room than the site shows of others'
 * reservations; who needs the room does not learn what its owner pays.
 */
final class AskJson {
    private AskJson() {}

    static ObjectNode of(View view, Account account, Ask ask) {
        return found(view, account, ask).get();
    }

    /** Looks up what depends on the site; its JSON is made without it. */
    static Supplier<ObjectNode> found(View view, Account account, Ask ask) {
        long now = view.now();
        Visibility visibility = view.visibility();
        return () -> json(ask, account, now, visibility);
    }

    private static ObjectNode json(Ask ask, Account account, long now, Visibility visibility) {
        boolean isOperator = account.is(Role.OPERATOR);
        boolean isAsked = account.name().equals(ask.user());
        ObjectNode node = Json.object()
                .put("id", ask.id())
                .put("state", Names.of(ask.stateAt(now)))
                .put("made", Times.instant(ask.made()))
                .put("expires", Times.instant(ask.expires()));
        if (isOperator || isAsked) {
            node.put("reservation", ask.reservationId().toString())
                    .put("name", ask.name())
                    .put("user", ask.user())
                    .put("by", ask.by())
                    .put("deadlineBefore", Times.instant(ask.before()))
                    .put("deadline", Times.instant(ask.deadline()))
                    .put("price", ask.price().toString())
                    .put("discount", ask.discount().toString())
                    .put("priceAfter", ask.after().toString());
            if (!ask.reason().isEmpty()) {
                node.put("reason", ask.reason());
            }
        }
        if (ask.state() != Ask.State.OPEN) {
            node.put("settled", Times.instant(ask.changed()));
        }
        ask.why().ifPresent(why -> node.put("why", Names.of(why)));
        ask.room().ifPresent(room -> addRoom(node, visibility, account, ask, room));
        return node;
    }

    /** Changes whenever the ask does, and is the same for everybody who may see it. */
    static String etag(Ask ask, long now) {
        return "\"%s-%s-%d\"".formatted(ask.id(), Names.of(ask.stateAt(now)), ask.changed());
    }

    private static void addRoom(ObjectNode node, Visibility visibility, Account account, Ask ask, Ask.Room room) {
        ObjectNode wanted = node.putObject("room");
        if (Answering.isForRoomOf(ask, account)) {
            wanted.put("user", room.job().user()).put("name", room.job().id().name());
            room.held().ifPresent(held -> wanted.put("held", new ReservationId(held).toString()));
        } else if (visibility == Visibility.NAMES) {
            wanted.put("user", room.job().user());
        }
    }
}
