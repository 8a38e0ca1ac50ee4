package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of starts against a count for each instant. */
class StartRunsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keep_isExactlyWhereSoManyHostsAllowIt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StartRuns runs = new StartRuns();
        int several = 0;
        for (int round = 0; round < 20_000; round++) {
            int from = random.nextInt(5);
            int latest = from + random.nextInt(40);
            int[] hosts = new int[latest + 1];
            runs.begin(from, latest);
            int count = random.nextInt(12);
            for (int host = 0; host < count; host++) {
                addHost(runs, hosts, from, latest, random);
            }
            int wanted = 1 + random.nextInt(4);
            runs.keep(wanted);
            List<Long> kept = new ArrayList<>();
            for (int run = 0; run < runs.size(); run++) {
                // Nothing between two runs would be one run.
                assertThat(run == 0 || runs.low(run) > runs.high(run - 1) + 1)
                        .as("seed %d, round %d: apart", seed, round)
                        .isTrue();
                for (long start = runs.low(run); start <= runs.high(run); start++) {
                    kept.add(start);
                }
            }
            List<Long> plain = new ArrayList<>();
            for (long start = from; start <= latest; start++) {
                if (hosts[(int) start] >= wanted) {
                    plain.add(start);
                }
            }
            assertThat(kept).as("seed %d, round %d", seed, round).isEqualTo(plain);
            several += runs.size() > 1 ? 1 : 0;
        }
        assertThat(several).as("rounds with several runs").isGreaterThan(1000);
    }

    /** Runs of one host are apart or touch, and never overlap. */
    private static void addHost(StartRuns runs, int[] hosts, int from, int latest, SplittableRandom random) {
        if (random.nextInt(6) == 0) {
            runs.add(from, latest);
            for (int start = from; start <= latest; start++) {
                hosts[start]++;
            }
            return;
        }
        for (int low = from + random.nextInt(4); low <= latest; ) {
            int high = Math.min(latest, low + random.nextInt(10));
            runs.add(low, high);
            for (int start = low; start <= high; start++) {
                hosts[start]++;
            }
            low = high + 1 + random.nextInt(4);
        }
    }
}
