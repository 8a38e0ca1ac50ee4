package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Totals of a pool, and the search in them for the least peak, against sums for each instant. */
class TotalsTest {
    @ParameterizedTest
    @CsvSource({"1, 60, 300", "2, 400, 600", "3, 6000, 4000", "4, 6000, 4000"})
    void leastPeaks_areThoseOfSumsForEachInstant(long seed, int horizon, int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomSlices slices = new RandomSlices(random);
        int hosts = 3 + random.nextInt(20);
        Layout layout = new Layout(slices.parts());
        Totals totals = new Totals(layout);
        totals.resize(hosts);
        List<PlainPeaks.Booking> booked = new ArrayList<>();
        LeastPeaks peaks = new LeastPeaks(totals);
        for (int i = 0; i < operations; i++) {
            change(totals, layout, booked, slices, horizon, random);
            if (i % Math.max(1, operations / 200) == 0) {
                String where = "seed %d, operation %d".formatted(seed, i);
                compare(layout, booked, peaks, hosts, slices.next(), horizon, random, where);
            }
        }
        undoForgets(totals, layout, booked, hosts, horizon, random);
        for (PlainPeaks.Booking gone : booked) {
            totals.add(gone.window(), Need.of(gone.slice(), layout), gone.count(), -1);
        }
        assertThat(totals.size()).as("steps left when everything is released").isOne();
    }

    private static void change(
            Totals totals,
            Layout layout,
            List<PlainPeaks.Booking> booked,
            RandomSlices slices,
            int horizon,
            SplittableRandom random) {
        if (!booked.isEmpty() && random.nextInt(3) == 0) {
            PlainPeaks.Booking gone = booked.remove(random.nextInt(booked.size()));
            totals.add(gone.window(), Need.of(gone.slice(), layout), gone.count(), -1);
            return;
        }
        int start = random.nextInt(horizon - 1);
        long end = random.nextInt(30) == 0
                ? Window.FOREVER
                : Math.min(horizon, start + 1 + random.nextInt(Math.max(2, horizon / 20)));
        Slice slice = random.nextInt(9) == 0 ? Slice.WHOLE : slices.next();
        PlainPeaks.Booking booking = new PlainPeaks.Booking(new Window(start, end), slice, 1 + random.nextInt(2));
        booked.add(booking);
        totals.add(booking.window(), Need.of(slice, layout), booking.count(), 1);
    }

    private static void compare(
            Layout layout,
            List<PlainPeaks.Booking> booked,
            LeastPeaks peaks,
            int hosts,
            Slice slice,
            int horizon,
            SplittableRandom random,
            String where) {
        int count = 1 + random.nextInt(3);
        int duration = 1 + random.nextInt(Math.max(2, horizon / 8));
        int from = 1 + random.nextInt(horizon - duration - 1);
        int latest = from + random.nextInt(Math.min(300, horizon - duration - from));
        int now = random.nextInt(from + 1);
        StartRuns runs = new StartRuns();
        runs.begin(from, latest);
        List<Integer> allowed = allowed(runs, from, latest, random);
        if (allowed.isEmpty()) {
            return;
        }
        Need need = Need.of(slice, layout);
        long[] levels = PlainPeaks.levels(layout.parts, booked, hosts, slice, count, from - 1, latest + duration + 1);
        PlainPeaks plain = new PlainPeaks(levels, from - 1, duration, now);
        NavigableSet<Integer> candidates = plain.candidates(allowed);
        long start = peaks.best(runs, need, count, now, duration);
        assertThat(start).as(where).isEqualTo(plain.best(allowed));
        assertThat(plain.peak((int) start)).as(where).isEqualTo(plain.least(allowed));
        List<Long> plainly = plain.lowest(candidates, 5);
        assertThat(Arrays.stream(peaks.lowest(runs, need, count, duration, 5))
                        .boxed()
                        .toList())
                .as(where)
                .isEqualTo(plainly);
    }

    private static List<Integer> allowed(StartRuns runs, int from, int latest, SplittableRandom random) {
        List<Integer> allowed = new ArrayList<>();
        for (int low = from + random.nextInt(3); low <= latest; ) {
            int high = Math.min(latest, low + random.nextInt(60));
            runs.add(low, high);
            for (int start = low; start <= high; start++) {
                allowed.add(start);
            }
            low = high + 2 + random.nextInt(20);
        }
        runs.keep(1);
        return allowed;
    }

    private static void undoForgets(
            Totals totals,
            Layout layout,
            List<PlainPeaks.Booking> booked,
            int hosts,
            int horizon,
            SplittableRandom random) {
        int before = totals.size();
        int now = random.nextInt(horizon);
        boolean has = totals.hasToForget(now);
        Undo undo = totals.forget(now);
        assertThat(totals.size()).isLessThanOrEqualTo(before);
        assertThat(has && totals.size() == before).isFalse();
        undo.undo();
        assertThat(totals.size()).isEqualTo(before);
        LeastPeaks peaks = new LeastPeaks(totals);
        for (int i = 0; i < 20; i++) {
            compare(layout, booked, peaks, hosts, Slice.WHOLE, horizon, random, "after forgetting and back");
        }
    }
}
