package dev.berth.slurm;

import dev.berth.wire.program.Ending;
import dev.berth.wire.program.Program;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which Unix users this machine knows, from whatever it gets them: files, LDAP, SSSD. Asked with {@code getent}, because Java knows
 * nobody but the user it runs as. Answers are remembered for a while; if there is none, a user counts as known.
 */
final class UnixAccounts {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final long KNOWN_FOR = Duration.ofMinutes(10).toNanos();

    /** Time for which an unknown user is remembered: short, so that a new user need not wait. */
    private static final long UNKNOWN_FOR = Duration.ofSeconds(10).toNanos();

    /** Beyond that all is forgotten: no site has as many accounts, but a client may ask for any number of names. */
    private static final int MOST = 10_000;

    private static final int MOST_AT_ONCE = 20;

    private static final int MOST_BYTES = 64_000;

    /** How {@code getent} ends if it finds nobody. */
    private static final int NOT_FOUND = 2;

    private final Map<String, Known> cache = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    private record Known(boolean exists, long until) {}

    UnixAccounts(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param user of the form of a name, so that it is no option */
    boolean exists(String user) {
        Known known = cache.get(user);
        if (known == null || known.until() - nanos.getAsLong() < 0) {
            boolean exists = ask(user);
            if (cache.size() >= MOST) {
                cache.clear();
            }
            known = new Known(exists, nanos.getAsLong() + (exists ? KNOWN_FOR : UNKNOWN_FOR));
            cache.put(user, known);
        }
        return known.exists();
    }

    /** Asks for some of those whose answer is old or missing, so that nobody has to wait for it later. */
    void refresh(Collection<String> users) {
        users.stream()
                .filter(user -> {
                    Known known = cache.get(user);
                    return known == null || known.until() - nanos.getAsLong() < KNOWN_FOR / 10;
                })
                .limit(MOST_AT_ONCE)
                .forEach(user -> {
                    cache.remove(user);
                    exists(user);
                });
    }

    private static boolean ask(String user) {
        Ending ending = Program.of(List.of("getent", "passwd", user)).run(LIMIT, MOST_BYTES);
        return !(ending instanceof Ending.Exited exited) || exited.code() != NOT_FOUND;
    }
}
