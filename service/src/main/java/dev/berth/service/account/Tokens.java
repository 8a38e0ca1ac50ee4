package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The tokens that have not been ended. */
public final class Tokens implements FactKeeper<Token> {
    public static final String KIND = "token";

    private final TreeMap<String, Token> byId = new TreeMap<>();
    private final Map<String, Token> byHash = new HashMap<>();

    record All(List<Token> tokens) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Token> type() {
        return Token.class;
    }

    @Override
    public Undo apply(Token token, long time, String actor) {
        Token before = byId.get(token.id());
        put(token);
        return () -> put(before == null ? token.end() : before);
    }

    private void put(Token token) {
        if (token.ended()) {
            byId.remove(token.id());
            byHash.remove(token.hash());
        } else {
            byId.put(token.id(), token);
            byHash.put(token.hash(), token);
        }
    }

    public Optional<Token> byHash(String hash) {
        return Optional.ofNullable(byHash.get(hash));
    }

    public Optional<Token> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public List<Token> all() {
        return List.copyOf(byId.values());
    }

    public List<Token> of(String account) {
        return byId.values().stream()
                .filter(token -> token.account().equals(account))
                .toList();
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(List.copyOf(byId.values()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byId.clear();
        byHash.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).tokens().forEach(this::put));
    }
}
