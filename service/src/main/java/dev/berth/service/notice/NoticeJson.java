package dev.berth.service.notice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;

/** A notice as programs read it. */
public final class NoticeJson {
    private NoticeJson() {}

    public static ObjectNode of(Delivery delivery) {
        Notice notice = delivery.notice();
        ObjectNode node = Json.object()
                .put("id", delivery.key().toString())
                .put("kind", Names.of(notice.kind()))
                .put("time", Times.instant(notice.made()))
                .put("user", notice.user())
                .put("reservation", notice.reservation())
                .put("name", notice.job());
        notice.place()
                .ifPresent(place -> node.put("pool", place.pool())
                        .put("servers", place.servers())
                        .put("start", Times.instant(place.start()))
                        .put("end", Times.instant(place.end())));
        notice.previous().ifPresent(start -> node.put("previousStart", Times.instant(start)));
        if (!notice.detail().isEmpty()) {
            node.put("detail", notice.detail());
        }
        return node;
    }

    /** One that was given up, and why. */
    public static ObjectNode failed(Delivery delivery) {
        ObjectNode node = Json.object().put("reason", delivery.failure());
        node.set("notice", of(delivery));
        return node;
    }
}
