package dev.berth.service.signin;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.berth.service.account.Secrets;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Argon2id with parameters that OWASP recommends: 7 MiB, five passes, one lane; of the equally strong choices the one with the least
 * memory. It takes memory and time on purpose, so only a few hashes are made at once; who waits too long for a turn is told to try
 * again. The library keeps the memory of one hash, so nothing is made before the first password comes.
 */
public final class Hashing {
    private static final int MEMORY_KIB = 7 * 1024;
    private static final int PASSES = 5;
    private static final int LANES = 1;
    private static final int BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long PATIENCE_SECONDS = 5;

    private final Semaphore turns =
            new Semaphore(Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2)));

    /** Hash of a password that nobody knows: comparing with it takes as long as with a real one. Made on first use. */
    private @Nullable String nobodys;

    public String hash(String password) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return inTurn(() -> Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, BYTES, Argon2.ID)
                .hash(password.getBytes(StandardCharsets.UTF_8), salt)
                .getResult());
    }

    private synchronized String nobodys() {
        if (nobodys == null) {
            nobodys = hash(Secrets.random(32));
        }
        return nobodys;
    }

    /** Whether a password is the one that was hashed; never, but after the same time, if there is none. */
    public boolean matches(String password, Optional<String> hash) {
        String encoded = hash.orElseGet(this::nobodys);
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
