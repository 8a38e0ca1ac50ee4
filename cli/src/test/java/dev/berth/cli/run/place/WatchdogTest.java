package dev.berth.cli.run.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WatchdogTest {
    private static TimeLeft time(Duration left, Duration grace) {
        return new TimeLeft(Instant.EPOCH, left, grace);
    }

    /** Whole seconds, rounded up, let a command live on while others have its servers. */
    @Test
    void killsByTheEnd_notAtTheNextWholeSecond() {
        assertThat(Watchdog.order(time(Duration.ofMillis(60_257), Duration.ofMillis(250)), 1234.56))
                .isEqualTo("129481 25\n");
    }

    /** The service waits no longer for a command whose runner is dead. */
    @Test
    void deadRunner_hasAGraceOfHalfAMinuteAtMost() {
        assertThat(Watchdog.order(time(Duration.ofHours(1), Duration.ofMinutes(10)), 0))
                .isEqualTo("360000 3000\n");
        assertThat(Watchdog.order(time(Duration.ofSeconds(-1), Duration.ZERO), 7))
                .isEqualTo("700 0\n");
    }

    @Test
    @Timeout(60)
    void notNeeded_ends() throws IOException, InterruptedException {
        Watchdog watchdog = Watchdog.ready(Launch.newMark());
        assertThat(watchdog.isAlive()).isTrue();

        watchdog.close();

        while (watchdog.isAlive()) {
            Thread.sleep(10);
        }
    }
}
