package dev.berth.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.BadValue;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LublinWorkloadTest {
    private static final int JOBS = 20_000;

    private static List<Arrival> arrivals(int processors, double load, long seed) {
        LublinWorkload workload = new LublinWorkload(processors, load, runTime -> runTime, seed);
        return Stream.generate(workload::next).limit(JOBS).toList();
    }

    private static double offeredLoad(List<Arrival> arrivals, int processors) {
        double asked = arrivals.stream()
                .mapToDouble(arrival ->
                        (double) arrival.job().servers() * arrival.job().work().amount())
                .sum();
        return asked / ((double) arrivals.getLast().submit() * processors);
    }

    @Test
    void next_sameSeed_isTheSameStream() {
        assertThat(arrivals(128, 0.7, 5)).isEqualTo(arrivals(128, 0.7, 5));
        assertThat(arrivals(128, 0.7, 5)).isNotEqualTo(arrivals(128, 0.7, 6));
    }

    @Test
    void next_otherLoad_isTheSameJobsAtOtherTimes() {
        List<Arrival> busy = arrivals(128, 1.4, 5);
        List<Arrival> calm = arrivals(128, 0.7, 5);

        assertThat(busy)
                .extracting(arrival -> arrival.job().work())
                .isEqualTo(calm.stream().map(arrival -> arrival.job().work()).toList());
        assertThat(calm.getLast().submit() / (double) busy.getLast().submit()).isCloseTo(2, within(0.05));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 100, 128, 1000})
    void next_anyMachine_fitsOnIt(int processors) {
        List<Arrival> arrivals = arrivals(processors, 0.8, 1);

        assertThat(arrivals)
                .allSatisfy(arrival -> assertThat(arrival.job().servers()).isBetween(1, processors));
        assertThat(arrivals).extracting(Arrival::submit).isSorted();
        assertThat(arrivals)
                .as("nearly the whole machine is asked for now and then")
                .anySatisfy(arrival ->
                        assertThat(arrival.job().servers()).isGreaterThanOrEqualTo((int) Math.ceil(0.9 * processors)));
    }

    @Test
    void next_manyJobs_haveTheSharesOfTheModel() {
        List<Arrival> arrivals = arrivals(128, 0.7, 2);
        long serial = arrivals.stream()
                .filter(arrival -> arrival.job().servers() == 1)
                .count();
        long powers = arrivals.stream()
                .filter(arrival -> arrival.job().servers() > 1
                        && Integer.bitCount(arrival.job().servers()) == 1)
                .count();

        assertThat(serial / (double) JOBS).isCloseTo(0.24, within(0.01));
        // 0.75 by choice; of the others 27% are a power of two by rounding, mostly 2 and 4.
        assertThat(powers / (double) (JOBS - serial)).isCloseTo(0.75 + 0.25 * 0.27, within(0.015));
    }

    @Test
    void next_manyJobs_haveRunTimesOfTheModel() {
        List<Arrival> arrivals = arrivals(128, 0.7, 3);
        long[] sorted = arrivals.stream()
                .mapToLong(arrival -> arrival.job().work().amount())
                .sorted()
                .toArray();

        // Short jobs of about a minute, long ones of about three hours, little between.
        assertThat(sorted[JOBS / 2]).isBetween(60L, 300L);
        assertThat(sorted[JOBS / 4]).isBetween(15L, 60L);
        assertThat(sorted[JOBS * 9 / 10]).isBetween(7_200L, 21_600L);
        assertThat(sorted[JOBS - 1]).isLessThan(162_755);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.7, 1.2})
    void next_manyJobs_offerTheWantedLoad(double load) {
        assertThat(offeredLoad(arrivals(128, load, 4), 128) / load).isCloseTo(1, within(0.1));
    }

    @Test
    void next_manySeeds_offerTheWantedLoadInTheMean() {
        // One stream strays by some 5%, for a few gaps of days weigh much; ten of them together must not.
        double mean = LongStream.rangeClosed(1, 10)
                .mapToDouble(seed -> offeredLoad(arrivals(100, 0.8, seed), 100))
                .average()
                .orElseThrow();

        assertThat(mean / 0.8).isCloseTo(1, within(0.05));
    }

    @Test
    void next_slackOfTheRunTime_isInTheDeadline() {
        assertThat(arrivals(128, 0.7, 1)).allSatisfy(arrival -> {
            assertThat(arrival.job().ready()).isEqualTo(arrival.submit());
            assertThat(arrival.job().deadline())
                    .isEqualTo(arrival.submit() + 2 * arrival.job().work().amount());
            assertThat(arrival.job().user()).isEmpty();
        });
    }

    @Test
    void next_bookAhead_movesReadyAndDeadline() {
        LublinWorkload now = new LublinWorkload(128, 0.7, runTime -> 5, 1);
        LublinWorkload ahead = new LublinWorkload(128, 0.7, () -> 60, runTime -> 5, 1);

        for (int i = 0; i < 100; i++) {
            Arrival soon = now.next();
            Arrival later = ahead.next();
            assertThat(later.submit()).isEqualTo(soon.submit());
            assertThat(later.job().ready()).isEqualTo(soon.submit() + 60);
            assertThat(later.job().deadline()).isEqualTo(soon.job().deadline() + 60);
        }
    }

    @Test
    void constructor_badMachineOrLoad_isRefused() {
        assertThatThrownBy(() -> new LublinWorkload(0, 0.7, runTime -> 0, 1))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("processors: \"0\"");
        assertThatThrownBy(() -> new LublinWorkload(8, 0, runTime -> 0, 1))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("load: \"0.0\"");
        assertThatThrownBy(() -> new LublinWorkload(8, Double.NaN, runTime -> 0, 1))
                .isInstanceOf(BadValue.class);
    }
}
