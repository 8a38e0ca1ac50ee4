package dev.berth.service.notice;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Pieces;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The webhooks that have not been deleted. */
public final class Webhooks implements FactKeeper<Webhook> {
    public static final String KIND = "webhook";

    private final TreeMap<String, Webhook> byId = new TreeMap<>();

    record All(List<Webhook> webhooks) {}

    public Optional<Webhook> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public List<Webhook> of(String owner) {
        return byId.values().stream()
                .filter(webhook -> webhook.owner().equals(owner))
                .toList();
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    List<Webhook> all() {
        return List.copyOf(byId.values());
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Webhook> type() {
        return Webhook.class;
    }

    @Override
    public Undo apply(Webhook webhook, long time, String actor) {
        Webhook before = byId.get(webhook.id());
        put(webhook);
        return () -> put(before == null ? webhook.end() : before);
    }

    private void put(Webhook webhook) {
        if (webhook.ended()) {
            byId.remove(webhook.id());
        } else {
            byId.put(webhook.id(), webhook);
        }
    }

    /** Nothing where there is none, as in all snapshots from before there were webhooks. */
    @Override
    public Stream<byte[]> capture() {
        return byId.isEmpty() ? Stream.empty() : Pieces.of(all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byId.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).webhooks().forEach(this::put));
    }
}
