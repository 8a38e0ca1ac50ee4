package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Running reservations that need longer, or end early. */
class RunningTest {
    @Test
    void whatRuns_needsLonger_orFinishesEarly(@TempDir Path directory) {
        AtomicReference<Instant> time = new AtomicReference<>(Shop.CLOCK.instant());
        try (Shop shop = new Shop(directory, time::get)) {
            shop.berth("book", "now", "--stay", "1h", "--pool", "fast", "--deadline", "09:00");
            time.set(Shop.CLOCK.instant().plus(Duration.ofMinutes(20)));
            // Whatever is written lets time pass, and it starts.
            shop.berth("drain", "slow", "--servers", "0");

            Ran dry = shop.berth("overrun", "r1", "--more", "30m", "--dry-run");
            assertThat(dry.code()).as(dry.err()).isZero();
            assertThat(dry.out()).startsWith("Would be granted. Price 3.00 instead of 2.00");
            Ran granted = shop.berth("overrun", "r1", "--more", "30m", "--policy", "push");
            assertThat(granted.out())
                    .startsWith("Granted. Price 3.00")
                    .contains("2026-11-16 08:00 to 2026-11-16 09:30");
            Ran finished = shop.berth("finish", "r1");
            assertThat(finished.code()).as(finished.err()).isZero();
            assertThat(finished.out()).contains("Finished r1");
            assertThat(shop.berth("show", "r1").out()).contains("finished-early");
            assertThat(shop.berth("finish", "r1").err()).contains("r1");
            assertThat(shop.berth("overrun", "r1", "--more", "-1h").err()).startsWith("--more: ");
        }
    }
}
