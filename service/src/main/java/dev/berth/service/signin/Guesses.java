package dev.berth.service.signin;

import dev.berth.service.shelf.Shelf;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Makes guessing passwords slow. After a few wrong ones, each costs a wait that doubles: for an account from one address, for
 * an account from all addresses together, and for an address with all accounts together.
 *
 * <p>Nobody must be able to lock out the owner of an account by guessing from elsewhere, so the limit of an account holds only
 * for addresses from which it is not signed in; and its wait is short, as an owner may come from a new address, too.
 *
 * <p>Every attempt counts as wrong until it has proved right: otherwise many at once would all be the first.
 */
public final class Guesses {
    private static final int MOST_REMEMBERED = 100_000;
    private static final long FORGOTTEN = TimeUnit.HOURS.toNanos(1);

    private final LongSupplier nanos;
    /** Wrong passwords by the key of their counter; the owner of a counter is an address or an account. */
    private final Shelf<String, String, Wrong> wrong;

    /** How many were wrong, and when the last one was. */
    private record Wrong(int count, long at) {}

    /**
     * Counter of wrong passwords.
     *
     * @param owner the address or account that loses the counter when too many are kept
     * @param free how many wrong passwords cost no wait
     * @param longest seconds to wait at most
     */
    private record Counted(String owner, String key, int free, long longest) {
        long waitNanos(Wrong so) {
            int over = so.count() - free;
            return over < 0 ? 0 : TimeUnit.SECONDS.toNanos(Math.min(longest, over > 20 ? longest : 1L << over));
        }
    }

    public Guesses(LongSupplier nanos) {
        this.nanos = nanos;
        this.wrong = new Shelf<>(nanos, FORGOTTEN, Shelf.Bounds.ofCount(MOST_REMEMBERED, MOST_REMEMBERED));
    }

    private static List<Counted> counted(String account, String address, boolean isAtHome) {
        Counted pair = new Counted(address, "both " + account + " " + address, 5, 900);
        Counted from = new Counted(address, "from " + address, 50, 60);
        return isAtHome ? List.of(pair, from) : List.of(pair, from, new Counted(account, "for " + account, 100, 30));
    }

    /**
     * Begins an attempt, or refuses it with how long to wait.
     *
     * @param isAtHome whether the account is signed in from that address already
     */
    public synchronized void begin(String account, String address, boolean isAtHome) {
        long now = nanos.getAsLong();
        List<Counted> all = counted(account, address, isAtHome);
        long wait = all.stream().mapToLong(each -> left(each, now)).max().orElse(0);
        if (wait > 0) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(wait) + 1;
            throw Problem.of(
                            Code.TOO_MANY_REQUESTS,
                            "Too many wrong passwords; try again in %d second%s"
                                    .formatted(seconds, seconds == 1 ? "" : "s"))
                    .toException();
        }
        all.forEach(each -> {
            int before = wrong.get(each.key()).map(Wrong::count).orElse(0);
            wrong.put(each.owner(), each.key(), new Wrong(before + 1, now));
        });
    }

    private long left(Counted counted, long now) {
        return wrong.get(counted.key())
                .map(so -> so.at() + counted.waitNanos(so) - now)
                .orElse(0L);
    }

    /** Nobody could tell whether the attempt was right: it has not been one. */
    public synchronized void undecided(String account, String address, boolean isAtHome) {
        counted(account, address, isAtHome).forEach(this::takeBack);
    }

    private void takeBack(Counted counted) {
        wrong.get(counted.key()).ifPresent(so -> {
            if (so.count() <= 1) {
                wrong.remove(counted.key());
            } else {
                wrong.put(counted.owner(), counted.key(), new Wrong(so.count() - 1, so.at()));
            }
        });
    }

    /** The attempt was right after all. */
    public synchronized void right(String account, String address, boolean isAtHome) {
        for (Counted each : counted(account, address, isAtHome)) {
            if (each.key().startsWith("both ")) {
                wrong.remove(each.key());
            } else {
                takeBack(each);
            }
        }
    }
}
