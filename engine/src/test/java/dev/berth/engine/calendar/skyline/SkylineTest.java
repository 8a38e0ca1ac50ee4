package dev.berth.engine.calendar.skyline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree against a plain array with one value per instant. */
class SkylineTest {
    @ParameterizedTest
    @CsvSource({"1, 40, 2000", "2, 400, 3000", "3, 20000, 6000", "4, 60000, 12000", "5, 60000, 12000"})
    void everySearch_answersLikeAnArray(long seed, int horizon, int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        Skyline skyline = new Skyline();
        int[] free = new int[horizon];
        List<long[]> booked = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            if (!booked.isEmpty() && random.nextInt(3) == 0) {
                long[] gone = booked.remove(random.nextInt(booked.size()));
                add(skyline, free, gone[0], gone[1], (int) -gone[2]);
            } else {
                int start = random.nextInt(horizon);
                int end = start + 1 + random.nextInt(Math.max(1, Math.min(horizon - start, horizon / 20)));
                int delta = random.nextInt(9) - 4;
                booked.add(new long[] {start, end, delta});
                add(skyline, free, start, end, delta);
            }
            if (i % 5 == 0) {
                compareSearches(skyline, free, random, "seed " + seed + ", operation " + i);
            }
        }
        compareSteps(skyline, free, 0);
        for (long[] gone : booked) {
            add(skyline, free, gone[0], gone[1], (int) -gone[2]);
        }
        compareSteps(skyline, free, 0);
        assertThat(skyline.size()).as("steps left when everything is released").isLessThan(horizon / 20 + 10);
    }

    private static void add(Skyline skyline, int[] free, long start, long end, int delta) {
        skyline.add(new Window(start, end), delta);
        for (int t = (int) start; t < Math.min(end, free.length); t++) {
            free[t] += delta;
        }
    }

    private static void compareSearches(Skyline skyline, int[] free, SplittableRandom random, String where) {
        int from = random.nextInt(free.length);
        int to = from + 1 + random.nextInt(free.length - from);
        int level = random.nextInt(9) - 4;
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        int below = to;
        int atLeast = to;
        int clear = from;
        for (int t = from; t < to; t++) {
            min = Math.min(min, free[t]);
            max = Math.max(max, free[t]);
            below = free[t] < level ? Math.min(below, t) : below;
            atLeast = free[t] >= level ? Math.min(atLeast, t) : atLeast;
            clear = free[t] < level ? t + 1 : clear;
        }
        assertThat(skyline.freeAt(from)).as(where).isEqualTo(free[from]);
        assertThat(skyline.least(from, to)).as(where).isEqualTo(min);
        assertThat(skyline.mostAtBest(from, to)).as(where).isGreaterThanOrEqualTo(max);
        assertThat(skyline.firstBelow(level, from, to)).as(where).isEqualTo(below);
        assertThat(skyline.firstAtLeast(level, from, to)).as(where).isEqualTo(atLeast);
        assertThat(skyline.clearFrom(level, from, to)).as(where).isEqualTo(clear);
        int duration = 1 + random.nextInt(Math.max(1, (to - from) / 2));
        assertThat(skyline.firstStart(level, from, to - duration, duration))
                .as(where)
                .isEqualTo(firstStart(free, level, from, to - duration, duration));
    }

    private static int firstStart(int[] free, int level, int from, int latest, int duration) {
        int clear = 0;
        for (int t = from; t < latest + duration; t++) {
            clear = free[t] >= level ? clear + 1 : 0;
            if (clear == duration) {
                return t - duration + 1;
            }
        }
        return -1;
    }

    private static void compareSteps(Skyline skyline, int[] free, int now) {
        int[] seen = new int[free.length];
        List<long[]> changes = new ArrayList<>();
        skyline.changesFrom(now, (time, value) -> changes.add(new long[] {time, value}));
        changes.add(new long[] {free.length, 0});
        for (int i = 0; i + 1 < changes.size(); i++) {
            for (long t = Math.max(0, changes.get(i)[0]); t < Math.min(free.length, changes.get(i + 1)[0]); t++) {
                seen[(int) t] = (int) changes.get(i)[1];
            }
            assertThat(i > 0 && changes.get(i)[1] == changes.get(i - 1)[1])
                    .as("step %d changes nothing", i)
                    .isFalse();
        }
        for (int t = now; t < free.length; t++) {
            assertThat(seen[t]).as("at %d", t).isEqualTo(free[t]);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void forget_dropsWhatIsBehind_andUndoBringsItBack(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int horizon = 20_000;
        Skyline skyline = new Skyline();
        int[] free = new int[horizon];
        for (int i = 0; i < 5_000; i++) {
            int start = random.nextInt(horizon - 200);
            add(skyline, free, start, start + 1 + random.nextInt(200), random.nextInt(9) - 4);
        }
        int before = skyline.size();
        int now = 0;
        while (now < horizon - 2_000) {
            now += random.nextInt(900);
            Undo undo = skyline.hasToForget(now) ? skyline.forget(now) : Undo.NOTHING;
            compareSteps(skyline, free, now);
            if (random.nextBoolean()) {
                undo.undo();
                compareSteps(skyline, free, now);
            }
        }
        assertThat(skyline.size()).isLessThan(before / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void levelScan_and_levelSearch_agree(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Skyline skyline = new Skyline();
        skyline.add(new Window(0, Window.FOREVER), 40);
        for (int i = 0; i < 3_000; i++) {
            long start = random.nextInt(100_000);
            skyline.add(new Window(start, start + 1 + random.nextInt(3_000)), -1);
        }
        StepList steps = new StepList(Integer.MAX_VALUE);
        LevelSearch search = new LevelSearch();
        for (int i = 0; i < 4_000; i++) {
            long earliest = random.nextInt(90_000);
            long now = earliest - random.nextInt(2);
            long latest = earliest + random.nextInt(8_000);
            long duration = 1 + random.nextInt(4_000);
            int servers = 1 + random.nextInt(12);
            skyline.collect(earliest - 1, latest + duration + 1, steps);
            assertThat(LevelScan.start(steps, now, earliest, latest, duration, servers))
                    .as("seed %d, query %d", seed, i)
                    .isEqualTo(search.start(skyline, now, earliest, latest, duration, servers));
        }
    }
}
