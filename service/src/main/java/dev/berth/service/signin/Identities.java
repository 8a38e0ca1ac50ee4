package dev.berth.service.signin;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Identities at providers and the accounts they belong to. The owner of an account that came from outside is settled once. */
public final class Identities implements FactKeeper<Identity> {
    public static final String KIND = "identity";

    private final KeyedFacts<Identity> identities =
            new KeyedFacts<>(identity -> key(identity.provider(), identity.subject()));

    record All(List<Identity> identities) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Identity> type() {
        return Identity.class;
    }

    @Override
    public Undo apply(Identity identity, long time, String actor) {
        return identities.put(identity);
    }

    public Optional<Identity> of(String provider, String subject) {
        return identities.get(key(provider, subject));
    }

    /** Whether an account came from a provider. */
    public boolean isFrom(String provider, String account) {
        return identities.values().stream()
                .anyMatch(each ->
                        each.account().equals(account) && each.provider().equals(provider));
    }

    /** Providers are named without blanks. */
    private static String key(String provider, String subject) {
        return provider + " " + subject;
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(identities.all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        identities.clear();
        pieces.forEachRemaining(
                piece -> identities.restore(Codec.read(All.class, piece).identities()));
    }
}
