package dev.berth.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LublinDayTest {
    private static final double DAY = 86_400;
    private final LublinDay day = new LublinDay(new LublinGamma(8.1737, 3.9631));

    @Test
    void time_wholeDays_staysTheSame() {
        assertThat(day.time(0)).isEqualTo(0);
        assertThat(day.time(3 * DAY)).isCloseTo(3 * DAY, within(1e-6));
        assertThat(day.time(2 * DAY - 1e-6)).isCloseTo(2 * DAY, within(1e-3));
    }

    @Test
    void time_evenArrivals_crowdInTheAfternoon() {
        int night = 0;
        int afternoon = 0;
        double last = -1;
        for (int i = 0; i < 10_000; i++) {
            double time = day.time(i * DAY / 10_000);
            assertThat(time).isGreaterThan(last);
            last = time;
            night += time >= 4 * 3600 && time < 8 * 3600 ? 1 : 0;
            afternoon += time >= 13 * 3600 && time < 17 * 3600 ? 1 : 0;
        }

        assertThat(afternoon).isGreaterThan(4 * night);
    }
}
