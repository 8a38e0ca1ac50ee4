package dev.berth.service.signin;

import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final Map<String, Wrong> wrong = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Wrong> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /** How many were wrong, and when the last one was. */
    private record Wrong(int count, long at) {}

    /**
     * What is counted together.
     *
     * @param free how many wrong passwords cost no wait
     * @param longest seconds to wait at most
     */
    private record Counted(String key, int free, long longest) {
        long waitNanos(Wrong so) {
            int over = so.count() - free;
            return over < 0 ? 0 : TimeUnit.SECONDS.toNanos(Math.min(longest, over > 20 ? longest : 1L << over));
        }
    }

    public Guesses(LongSupplier nanos) {
        this.nanos = nanos;
    }

    private static List<Counted> counted(String account, String address, boolean isAtHome) {
        Counted pair = new Counted("both " + account + " " + address, 5, 900);
        Counted from = new Counted("from " + address, 50, 60);
        return isAtHome ? List.of(pair, from) : List.of(pair, from, new Counted("for " + account, 100, 30));
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
        all.forEach(each -> wrong.merge(
                each.key(),
                new Wrong(1, now),
                (before, one) -> new Wrong(now - before.at() > FORGOTTEN ? 1 : before.count() + 1, now)));
    }

    private long left(Counted counted, long now) {
        Wrong so = wrong.get(counted.key());
        return so == null || now - so.at() > FORGOTTEN ? 0 : so.at() + counted.waitNanos(so) - now;
    }

    /** Nobody could tell whether the attempt was right: it has not been one. */
    public synchronized void undecided(String account, String address, boolean isAtHome) {
        counted(account, address, isAtHome).forEach(each -> takeBack(each.key()));
    }

    private void takeBack(String key) {
        wrong.computeIfPresent(key, (same, so) -> so.count() <= 1 ? null : new Wrong(so.count() - 1, so.at()));
    }

    /** The attempt was right after all. */
    public synchronized void right(String account, String address, boolean isAtHome) {
        for (Counted each : counted(account, address, isAtHome)) {
            if (each.key().startsWith("both ")) {
                wrong.remove(each.key());
            } else {
                takeBack(each.key());
            }
        }
    }
}
