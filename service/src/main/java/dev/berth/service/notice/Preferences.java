package dev.berth.service.notice;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Pieces;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What each account wants to be told. */
public final class Preferences implements FactKeeper<Preference> {
    public static final String KIND = "notice-preference";

    private final TreeMap<String, Preference> byAccount = new TreeMap<>();

    record All(List<Preference> preferences) {}

    public Preference of(String account) {
        Preference known = byAccount.get(account);
        return known == null ? Preference.usual(account) : known;
    }

    boolean hasMail() {
        return byAccount.values().stream().anyMatch(each -> each.mail().isPresent());
    }

    /** Of those who have chosen anything. */
    Collection<Preference> all() {
        return Collections.unmodifiableCollection(byAccount.values());
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
        Preference before = byAccount.put(preference.account(), preference);
        return () -> {
            if (before == null) {
                byAccount.remove(preference.account());
            } else {
                byAccount.put(before.account(), before);
            }
        };
    }

    /** Nothing where nobody has chosen, as in all snapshots from before there were notices. */
    @Override
    public Stream<byte[]> capture() {
        return byAccount.isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(byAccount.values()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byAccount.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece)
                .preferences()
                .forEach(preference -> byAccount.put(preference.account(), preference)));
    }
}
