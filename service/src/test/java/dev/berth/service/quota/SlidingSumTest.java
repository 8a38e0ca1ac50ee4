package dev.berth.service.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sum of a sliding window, beside one that goes over all charges. */
class SlidingSumTest {
    private final SlidingSum sum = new SlidingSum();
    private final List<DatedAmounts> all = new ArrayList<>();

    private long expected(long since) {
        long expected = 0;
        for (DatedAmounts parts : all) {
            expected = DatedAmounts.sum(expected, parts.since(since));
        }
        return expected;
    }

    @Test
    void windowsThatSlideBothWays_haveTheSumOfAllCharges() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(3) > 0 || all.isEmpty()) {
                long time = random.nextInt(200);
                DatedAmounts earlier = random.nextBoolean()
                        ? null
                        : new DatedAmounts(time - 1 - random.nextInt(50), amount(random), null);
                DatedAmounts parts = new DatedAmounts(time, amount(random), earlier);
                all.add(parts);
                sum.add(parts);
            } else {
                sum.remove(all.remove(random.nextInt(all.size())));
            }
            long since = random.nextInt(300) - 80;
            assertThat(sum.since(since)).as("seed %d, step %d", seed, i).isEqualTo(expected(since));
        }
        all.forEach(sum::remove);
        assertThat(sum.since(-100)).isZero();
    }

    /** Some are as large as a sum can be. */
    private static long amount(Random random) {
        return random.nextInt(40) == 0 ? Long.MAX_VALUE / 4 - random.nextInt(3) : 1 + random.nextInt(1_000_000);
    }
}
