package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BucketsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Buckets buckets = new Buckets(10, nanos::get);

    private long granted(String caller) {
        return IntStream.range(0, 100).filter(i -> buckets.take(caller)).count();
    }

    @Test
    void twoSecondsWorthAtOnce_thenTheRate() {
        assertThat(granted("ana")).isEqualTo(20);
        assertThat(granted("ana")).isZero();
        nanos.addAndGet(500_000_000);
        assertThat(granted("ana")).isEqualTo(5);
        nanos.addAndGet(60_000_000_000L);
        assertThat(granted("ana")).isEqualTo(20);
    }

    @Test
    void eachCallerHasTheirOwn_andNobodyIsRememberedForEver() {
        assertThat(granted("ana")).isEqualTo(20);
        assertThat(granted("ben")).isEqualTo(20);
        IntStream.range(0, 1_000_000).forEach(i -> buckets.take("caller " + i));
        assertThat(buckets.callers()).isLessThanOrEqualTo(2 * Buckets.GENERATION);
        nanos.addAndGet(60_000_000_000L);
        assertThat(granted("ana")).isEqualTo(20);
    }

    @Test
    void whoKeepsComingIsNotForgotten_howeverManyOthersCome() {
        assertThat(granted("ana")).isEqualTo(20);
        for (int i = 0; i < 10 * Buckets.GENERATION; i++) {
            buckets.take("caller " + i);
            if (i % 1_000 == 0) {
                assertThat(buckets.take("ana")).isFalse();
            }
        }
    }
}
