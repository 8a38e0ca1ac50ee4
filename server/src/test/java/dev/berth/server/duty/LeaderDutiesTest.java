package dev.berth.server.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaderDutiesTest {
    private static final int COUNT = 4;

    private final List<String> log = new ArrayList<>();

    /** Faults by the number of a duty; what is thrown by it. */
    private Optional<Throwable> atStart = Optional.empty();

    private int failingStart = -1;
    private final List<Integer> failingStops = new ArrayList<>();

    private final List<Duty<AutoCloseable>> all =
            IntStream.range(0, COUNT).mapToObj(this::duty).toList();
    private final LeaderDuties duties = new LeaderDuties(all);

    private Duty<AutoCloseable> duty(int number) {
        return new Duty<>("duty " + number, () -> {
            log.add("start " + number);
            if (number == failingStart) {
                throw atStart.map(LeaderDutiesTest::unchecked).orElseThrow();
            }
            return () -> {
                log.add("stop " + number);
                if (failingStops.contains(number)) {
                    // Whatever is thrown: a checked exception, an unchecked one or an error.
                    throw switch (number % 3) {
                        case 0 -> new Exception("stop " + number);
                        case 1 -> new IllegalStateException("stop " + number);
                        default -> throw new AssertionError("stop " + number);
                    };
                }
            };
        });
    }

    private static RuntimeException unchecked(Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        }
        return (RuntimeException) fault;
    }

    private static List<String> started(int until) {
        return IntStream.range(0, until).mapToObj(each -> "start " + each).toList();
    }

    /** The stops of the first {@code count} duties, the last first. */
    private static List<String> stopped(int count) {
        return IntStream.range(0, count)
                .mapToObj(each -> "stop " + (count - 1 - each))
                .toList();
    }

    private static List<String> both(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private void assertNothingRuns() {
        assertThat(all).allMatch(duty -> duty.running().isEmpty());
    }

    @Test
    void all_areStartedInOrder_andStoppedInTheOpposite() {
        duties.start();

        assertThat(log).isEqualTo(started(COUNT));
        assertThat(all).allMatch(duty -> duty.running().isPresent());

        duties.close();

        assertThat(log).isEqualTo(both(started(COUNT), stopped(COUNT)));
        assertNothingRuns();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void startThatFails_stopsWhatHadStarted_andNothingElse(int failing) {
        for (Throwable fault : List.of(new IllegalStateException("no"), new AssertionError("no"))) {
            log.clear();
            failingStart = failing;
            atStart = Optional.of(fault);

            assertThatThrownBy(duties::start).isSameAs(fault);

            assertThat(log).isEqualTo(both(started(failing + 1), stopped(failing)));
            assertNothingRuns();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void stopThatFails_keepsNoOtherFromStopping(int failing) {
        failingStops.add(failing);
        duties.start();
        log.clear();

        duties.close();

        assertThat(log).isEqualTo(stopped(COUNT));
        assertNothingRuns();
    }

    @Test
    void everyStopMayFail() {
        failingStops.addAll(List.of(0, 1, 2, 3));
        duties.start();
        log.clear();

        duties.close();

        assertThat(log).isEqualTo(stopped(COUNT));
        assertNothingRuns();
    }

    /** The failure of the start is what is told, and what had started is stopped although that fails, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void startThatFails_isTold_whateverTheStopsDo(int failing) {
        RuntimeException fault = new IllegalStateException("no");
        failingStart = failing;
        atStart = Optional.of(fault);
        failingStops.addAll(List.of(0, 1, 2, 3));

        assertThatThrownBy(duties::start).isSameAs(fault);

        assertThat(log).isEqualTo(both(started(failing + 1), stopped(failing)));
        assertNothingRuns();
    }

    @Test
    void stop_isDoneOnce_howeverOftenItIsAskedFor() {
        duties.close();
        assertThat(log).isEmpty();

        duties.start();
        duties.close();
        duties.close();

        assertThat(log).isEqualTo(both(started(COUNT), stopped(COUNT)));
    }

    @Test
    void lead_mayBeginAgain_butNotTwice() {
        duties.start();
        duties.close();
        duties.start();
        log.clear();

        assertThatThrownBy(duties::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("duty 0");

        assertThat(log).isEmpty();
        assertThat(all).allMatch(duty -> duty.running().isPresent());
    }
}
