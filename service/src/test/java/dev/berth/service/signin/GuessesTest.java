package dev.berth.service.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.wire.problem.Rejected;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How slow guessing becomes, and for whom. */
class GuessesTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Guesses guesses = new Guesses(nanos::get);

    @Test
    void waitsDouble_fromTheFifthWrongOne() {
        for (int i = 0; i < 5; i++) {
            assertThat(isLetIn("ana", "here", false)).isTrue();
        }
        for (int seconds = 1; seconds <= 512; seconds *= 2) {
            assertThat(isLetIn("ana", "here", false)).isFalse();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds) - 1);
            assertThat(isLetIn("ana", "here", false)).isFalse();
            nanos.addAndGet(1);
            assertThat(isLetIn("ana", "here", false)).isTrue();
        }
        // From elsewhere, and for others, nothing has changed; nor here, an hour later.
        assertThat(isLetIn("ana", "there", false)).isTrue();
        assertThat(isLetIn("ben", "here", false)).isTrue();
        nanos.addAndGet(TimeUnit.HOURS.toNanos(2));
        assertThat(isLetIn("ana", "here", false)).isTrue();
    }

    @Test
    void ownerAtHome_isLetIn_whileManyGuessFromElsewhere() {
        int letIn = 0;
        for (int i = 0; i < 1000; i++) {
            letIn += isLetIn("ana", "robot" + i, false) ? 1 : 0;
        }
        assertThat(letIn).isEqualTo(100);
        assertThat(isLetIn("ana", "home", false)).isFalse();
        assertThat(isLetIn("ana", "home", true)).isTrue();
    }

    @Test
    void oneAddress_isSlowedDown_whateverItGuesses() {
        int letIn = 0;
        for (int i = 0; i < 1000; i++) {
            letIn += isLetIn("user" + i, "here", false) ? 1 : 0;
        }
        assertThat(letIn).isEqualTo(50);
    }

    @Test
    void rightOne_makesUpForWrongOnes() {
        for (int i = 0; i < 100; i++) {
            assertThat(isLetIn("ana", "here", false)).isTrue();
            guesses.right("ana", "here", false);
        }
    }

    private boolean isLetIn(String account, String address, boolean isAtHome) {
        try {
            guesses.begin(account, address, isAtHome);
            return true;
        } catch (Rejected e) {
            return false;
        }
    }
}
