package dev.berth.service.notice;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Notice preferences of all accounts. */
public final class Preferences implements FactKeeper<Preference> {
    public static final String KIND = "notice-preference";

    private final KeyedFacts<Preference> preferences = new KeyedFacts<>(Preference::account);

    record All(List<Preference> preferences) {}

    public Preference of(String account) {
        return preferences.get(account).orElseGet(() -> Preference.usual(account));
    }

    boolean hasMail() {
        return preferences.values().stream().anyMatch(each -> each.mail().isPresent());
    }

    /** Preferences of the accounts that have chosen any. */
    Collection<Preference> all() {
        return preferences.values();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Preference> type() {
        return Preference.class;
    }

    @Override
    public Undo apply(Preference preference, long time, String actor) {
        return preferences.put(preference);
    }

    /** Nothing where nobody has chosen, as in all snapshots from before there were notices. */
    @Override
    public Stream<byte[]> capture() {
        return preferences.isEmpty()
                ? Stream.empty()
                : Pieces.of(preferences.all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        preferences.clear();
        pieces.forEachRemaining(
                piece -> preferences.restore(Codec.read(All.class, piece).preferences()));
    }
}
