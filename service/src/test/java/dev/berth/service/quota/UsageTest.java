package dev.berth.service.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Usage that counts against a quota, and from when. */
class UsageTest {
    private static final long DAY = 86_400_000;

    private Usage usage = new Usage(Optional.empty());

    private Undo charge(long reservation, long amount, long time) {
        return usage.apply(new Usage.Charge("ana", reservation, amount), time, "ana");
    }

    private String snapshot() {
        return snapshot(usage);
    }

    private static String snapshot(Usage of) {
        return of.capture()
                .map(piece -> new String(piece, StandardCharsets.UTF_8))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void whatIsAdded_countsFromThenOn_andGoesFirst() {
        charge(1, 10, 100);
        charge(1, 15, 200);
        charge(2, 7, 250);
        assertThat(usage.since("ana", 0)).isEqualTo(22);
        assertThat(usage.since("ana", 100)).as("after 100, and not at 100").isEqualTo(12);
        charge(1, 8, 300);
        assertThat(usage.since("ana", 100)).isEqualTo(7);
        assertThat(usage.since("ana", 99)).isEqualTo(15);
        charge(1, 0, 400);
        assertThat(usage.charged("ana", 1)).isZero();
        assertThat(usage.since("ben", 0)).isZero();
    }

    @Test
    void snapshotsOfBefore_areRead() {
        byte[] piece = """
                {"charges":[{"time":100,"charge":{"user":"ana","reservation":1,"amount":10}},\
                {"time":200,"charge":{"user":"ben","reservation":2,"amount":5}}]}""".getBytes(StandardCharsets.UTF_8);
        usage.restore(List.of(piece).iterator());
        assertThat(usage.since("ana", 0)).isEqualTo(10);
        assertThat(usage.since("ben", 199)).isEqualTo(5);
    }

    @Test
    void manySmallAdditions_areFewParts_andNoneIsLost() {
        for (int i = 1; i <= 1000; i++) {
            charge(1, i, i);
        }
        assertThat(usage.charged("ana", 1)).isEqualTo(1000);
        assertThat(usage.since("ana", 999)).isEqualTo(1);
        assertThat(snapshot().split("\"time\"", -1)).hasSizeLessThan(20);
    }

    @Test
    void ofManyReservations_theOldestAreKnownByDay_andNoneCountsLess() {
        usage = new Usage(10);
        long[] amounts = new long[1_000];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = 1 + i % 7;
            charge(i + 1, amounts[i], i * DAY / 100);
        }
        assertThat(snapshot().split("\"time\"", -1))
                .as("ten days, ten reservations")
                .hasSizeLessThan(24);
        for (int since = 0; since < amounts.length; since += 17) {
            long least = 0;
            long most = 0;
            for (int i = 0; i < amounts.length; i++) {
                least += i > since ? amounts[i] : 0;
                most += i > since - 100 ? amounts[i] : 0;
            }
            assertThat(usage.since("ana", since * DAY / 100)).isBetween(least, most);
        }
        long before = usage.since("ana", 0);
        charge(1, 0, 11 * DAY);
        assertThat(usage.since("ana", 0))
                .as("what is known by day is not given back")
                .isEqualTo(before);
        charge(1_000, 0, 11 * DAY);
        assertThat(usage.since("ana", 0)).isEqualTo(before - amounts[999]);
        charge(1_001, 5, 500 * DAY);
        assertThat(usage.since("ana", 0)).as("what no quota looks at goes").isLessThan(before);
    }

    @Test
    void everyChargeIsTakenBackToTheBit_andRestoredFromASnapshot() {
        usage = new Usage(20);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Deque<Undo> undo = new ArrayDeque<>();
        Deque<String> before = new ArrayDeque<>();
        charge(1, 3, 1);
        String first = snapshot();
        for (int i = 0; i < 300; i++) {
            before.push(snapshot());
            // Days apart, so that the oldest are dropped on the way.
            undo.push(charge(1 + random.nextInt(i / 10 + 1), random.nextInt(5), i * DAY * 3));
            Usage restored = new Usage(Optional.empty());
            restored.restore(usage.capture().iterator());
            assertThat(snapshot(restored)).as("seed %d", seed).isEqualTo(snapshot());
        }
        while (!undo.isEmpty()) {
            undo.pop().undo();
            assertThat(snapshot()).as("seed %d", seed).isEqualTo(before.pop());
        }
        assertThat(snapshot()).isEqualTo(first);
    }
}
