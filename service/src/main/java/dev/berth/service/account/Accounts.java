package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Pieces;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The accounts by name; a disabled one stays known, so that its name is not given to another user. */
public final class Accounts implements FactKeeper<Account> {
    public static final String KIND = "account";

    private final TreeMap<String, Account> byName = new TreeMap<>();

    record All(List<Account> accounts) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Account> type() {
        return Account.class;
    }

    @Override
    public Undo apply(Account account, long time, String actor) {
        Account before = byName.put(account.name(), account);
        return () -> {
            if (before == null) {
                byName.remove(account.name());
            } else {
                byName.put(before.name(), before);
            }
        };
    }

    public Optional<Account> open(String name) {
        return known(name).filter(Account::open);
    }

    public Optional<Account> known(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** How long ahead an account has to book. */
    public long leastLead(String name) {
        return known(name).map(Account::leastLead).orElse(0L);
    }

    public List<Account> open() {
        return byName.values().stream().filter(Account::open).toList();
    }

    /** The disabled ones, too. */
    public List<Account> all() {
        return List.copyOf(byName.values());
    }

    /** Whether nobody could keep accounts any more without this one. */
    public boolean isLastAdministrator(String name) {
        return open().stream()
                .filter(account -> account.is(Role.ADMINISTRATOR))
                .allMatch(a -> a.name().equals(name));
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(List.copyOf(byName.values()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byName.clear();
        pieces.forEachRemaining(piece ->
                Codec.read(All.class, piece).accounts().forEach(account -> byName.put(account.name(), account)));
    }
}
