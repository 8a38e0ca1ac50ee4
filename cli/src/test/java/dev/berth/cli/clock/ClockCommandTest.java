package dev.berth.cli.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.site.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth clock} and {@code berth clock accept}. */
class ClockCommandTest {
    private static final long THREE_DAYS = Duration.ofDays(3).toMillis();

    private final AtomicLong ahead = new AtomicLong();
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        long now = Shop.CLOCK.millis();
        TimeSource source = () -> new TimeSource.Reading(now + ahead.get(), 0);
        shop = new Shop(directory, source);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void clockThatIsRight_isShown() {
        Ran ran = shop.berth("clock");
        assertThat(ran.out()).isEqualTo("""
                state        time passes
                time         2026-11-16 08:00
                clock        2026-11-16 08:00
                drift        0s
                """);
        assertThat(ran.code()).isZero();
        assertThat(Shop.json(shop.berth("clock", "--json")).path("stopped").asBoolean())
                .isFalse();
    }

    @Test
    void clockThatJumped_isShownWithWhatToDo_andAcceptedAsItWasSeen() {
        ahead.set(THREE_DAYS);
        Ran seen = shop.berth("clock");
        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out()).startsWith("""
                state        time is stopped
                time         2026-11-16 08:00
                clock        2026-11-19 08:00
                drift        3d

                The clock of this machine says 2026-11-19 08:00:00 UTC""").endsWith("run: berth clock accept 2026-11-19T08:00:00Z\n");

        ahead.set(2 * THREE_DAYS);
        Ran refused = shop.berth("clock", "accept", "2026-11-19T08:00:00Z");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("since it said 2026-11-19 08:00", "(clock-jumped)");
        assertThat(shop.berth("clock").code()).isEqualTo(1);

        Ran accepted = shop.berth("clock", "accept");
        assertThat(accepted.err()).isEmpty();
        assertThat(accepted.out()).isEqualTo("""
                accepted
                state        time passes
                time         2026-11-22 08:00
                clock        2026-11-22 08:00
                drift        0s
                """);
        assertThat(shop.berth("clock", "accept", "soon").code()).isEqualTo(2);
    }
}
