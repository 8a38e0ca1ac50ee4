package dev.berth.cli.run.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A machine with numbers up to 32768, 168 processes and threads, and 1000 that had been started when the command began as 500. */
class NewcomersTest {
    private final Newcomers since = new Newcomers(1_000);

    private long least(long startedNow, long last) {
        return since.least(500, startedNow, 168, last, 32_768);
    }

    @Test
    void younger_haveHigherNumbers_untilThoseBeginAgain() {
        assertThat(least(1_001, 500)).isEqualTo(500);
        assertThat(least(9_000, 8_600)).isEqualTo(500);
        assertThat(least(9_000, 310)).as("began again from below").isZero();
    }

    @Test
    void many_mayHaveGoneAllTheWayRound() {
        assertThat(least(17_299, 20_000)).isEqualTo(500);
        assertThat(least(17_300, 20_000)).isZero();
    }

    @Test
    void whatIsNotCounted_isNotKnown() {
        assertThat(least(1_000, 500)).as("the command itself is missing").isZero();
        assertThat(new Newcomers(0).least(500, 10, 168, 510, 32_768)).isZero();
    }

    @Test
    void thisMachine_counts() throws IOException, InterruptedException {
        Newcomers before = Newcomers.sinceNow();
        Process process = new ProcessBuilder("true").start();

        assertThat(before.least(process.pid())).isIn(0L, process.pid());
        assertThat(process.waitFor()).isZero();
    }
}
