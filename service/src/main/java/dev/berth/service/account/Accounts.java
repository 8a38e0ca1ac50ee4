package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The accounts by name; a disabled one stays known, so that its name is not given to another user. */
public final class Accounts implements FactKeeper<Account> {
    public static final String KIND = "account";

    private final KeyedFacts<Account> accounts = new KeyedFacts<>(Account::name);

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
        return accounts.put(account);
    }

    public Optional<Account> open(String name) {
        return known(name).filter(Account::open);
    }

    public Optional<Account> known(String name) {
        return accounts.get(name);
    }

    /** How long ahead an account has to book. */
    public long leastLead(String name) {
        return known(name).map(Account::leastLead).orElse(0L);
    }

    public List<Account> open() {
        return accounts.values().stream().filter(Account::open).toList();
    }

    /** The disabled ones, too. */
    public List<Account> all() {
        return accounts.all();
    }

    /** Whether nobody could keep accounts any more without this one. */
    public boolean isLastAdministrator(String name) {
        return open().stream()
                .filter(account -> account.is(Role.ADMINISTRATOR))
                .allMatch(a -> a.name().equals(name));
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(accounts.all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        accounts.clear();
        pieces.forEachRemaining(
                piece -> accounts.restore(Codec.read(All.class, piece).accounts()));
    }
}
