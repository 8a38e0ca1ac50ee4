package dev.berth.service.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Of a heap of 1,000 bytes 600 may be alive; 570 are nearly that. */
class HeadroomTest {
    private final AtomicLong alive = new AtomicLong(100);
    private final AtomicInteger measured = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();
    private final Headroom headroom = new Headroom(
            1_000,
            () -> {
                measured.incrementAndGet();
                return alive.get();
            },
            clock::get);

    @Test
    void isMeasured_onlyWhenWhatWasAcceptedMayBeTooMuch() {
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(1);
        headroom.accepted(499);
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(1);
        headroom.accepted(1);
        alive.set(200);
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(2);
        headroom.accepted(399);
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(2);
    }

    @Test
    void aCollection_tellsThatThereIsRoom_withoutMeasuring() {
        assertThat(headroom.isFull()).isFalse();
        headroom.accepted(400);
        headroom.collected(300);
        headroom.accepted(100);
        // What came before the collection may have come after it, for all that is known: 300 + 400 + 100.
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(2);
        headroom.collected(99);
        headroom.accepted(400);
        headroom.collected(90);
        headroom.collected(80);
        headroom.accepted(500);
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(2);
    }

    @Test
    void garbage_doesNotMakeItFull() {
        assertThat(headroom.isFull()).isFalse();
        headroom.collected(900);
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(1);
    }

    @Test
    void fullSite_isLookedAtAgainAfterAWhile_andTakesMoreWhenSomethingHasGone() {
        alive.set(570);
        assertThat(headroom.isFull()).isTrue();
        alive.set(300);
        headroom.collected(300);
        assertThat(headroom.isFull()).as("it was looked at just now").isTrue();
        assertThat(measured).hasValue(1);
        clock.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(headroom.isFull()).isFalse();
        assertThat(measured).hasValue(2);
    }
}
