package dev.berth.service.signin;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.berth.service.account.Secrets;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. It takes memory and time on purpose, so
 * only a few hashes are made at once; who waits too long for a turn is told to try again.
 */
public final class Hashing {
    private static final int MEMORY_KIB = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int BYTES = 32;
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore turns =
            new Semaphore(Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2)));
    private final Argon2Function argon2 = Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, BYTES, Argon2.ID);

    /** Of a password that nobody knows: to compare with it takes as long as with a real one. */
    private final String nobodys = argon2.hash(Secrets.random(32)).getResult();

    public String hash(String password) {
        return inTurn(() -> argon2.hash(password).getResult());
    }

    /** Whether a password is the one that was hashed; never, but after the same time, if there is none. */
    public boolean matches(String password, Optional<String> hash) {
        String encoded = hash.orElse(nobodys);
        boolean same = inTurn(() -> Argon2Function.getInstanceFromHash(encoded).check(password, encoded));
        return same && hash.isPresent();
    }

    private <T> T inTurn(Supplier<T> work) {
        try {
            if (!turns.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw Problem.of(Code.OVERLOADED, "Too many people sign in at once; try again in a moment")
                        .toException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.of(Code.CANCELLED, "The service is closing").toException();
        }
        try {
            return work.get();
        } finally {
            turns.release();
        }
    }
}
