package dev.berth.service.notice;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The webhooks that have not been deleted. */
public final class Webhooks implements FactKeeper<Webhook> {
    public static final String KIND = "webhook";

    private final KeyedFacts<Webhook> webhooks = new KeyedFacts<>(Webhook::id, Webhook::ended);

    record All(List<Webhook> webhooks) {}

    public Optional<Webhook> byId(String id) {
        return webhooks.get(id);
    }

    public List<Webhook> of(String owner) {
        return webhooks.values().stream()
                .filter(webhook -> webhook.owner().equals(owner))
                .toList();
    }

    boolean isEmpty() {
        return webhooks.isEmpty();
    }

    List<Webhook> all() {
        return webhooks.all();
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
        return webhooks.put(webhook);
    }

    /** Nothing where there is none, as in all snapshots from before there were webhooks. */
    @Override
    public Stream<byte[]> capture() {
        return webhooks.isEmpty()
                ? Stream.empty()
                : Pieces.of(all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        webhooks.clear();
        pieces.forEachRemaining(
                piece -> webhooks.restore(Codec.read(All.class, piece).webhooks()));
    }
}
