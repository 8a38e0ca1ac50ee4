package dev.berth.lab.experiment.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.workload.Arrival;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * One server and twenty hours. Ana books from 1:00 to 11:00; then Ben asks for 4 hours that begin from 1:00 on and end by 12:00, for
 * which there is no room. A third job at 20:00 ends the run.
 */
class RecoverySimulationTest {
    private static final long HOUR = 3_600_000;
    private static final Habit STAYS = new Habit(Habit.Kind.STAYS, 1, 1);
    private static final Window SPAN = new Window(0, 20 * HOUR);
    private static final RecoverySimulation.Times TIMES = new RecoverySimulation.Times(HOUR / 2, HOUR, 24 * HOUR);
    private static final BookPolicy PROMPT = BookPolicy.asPromised("prompt");

    private static Measures run(RecoveryWay way, BookPolicy policy, Habit ana) {
        Iterator<Habit> habits = List.of(ana, STAYS, STAYS).iterator();
        List<Arrival> jobs = List.of(
                new Arrival(0, Job.of("ana", HOUR, 10 * HOUR, 11 * HOUR)),
                new Arrival(1, Job.of("ben", HOUR, 4 * HOUR, 12 * HOUR)),
                new Arrival(20 * HOUR, Job.of("last", 30 * HOUR, HOUR, 31 * HOUR)));
        return new RecoverySimulation(way, policy, List.of(new Pool("p", 1, "1")), habits::next, 0.5, TIMES, SPAN)
                .run(jobs.iterator(), 3, 0, 1);
    }

    private static Measures run(RecoveryWay way, Habit ana) {
        return run(way, PROMPT, ana);
    }

    private static void assertHours(Measures measures, double used, double idle) {
        assertThat(measures.get(RecoveryTally.USE) * 20).as("hours used").isCloseTo(used, within(1e-6));
        assertThat(measures.get(RecoveryTally.IDLE) * 20).as("hours idle").isCloseTo(idle, within(1e-6));
    }

    @Test
    void nothingGivenBack_holdsTheServerToTheEnd() {
        for (Habit.Kind kind : List.of(Habit.Kind.IDLES, Habit.Kind.ENDS_EARLY)) {
            Measures measures = run(RecoveryWay.KEPT, new Habit(kind, 0.2, 1));
            assertHours(measures, 2, 8);
            // Of 2 + 4 + 1 hours that are needed, Ben's 4.
            assertThat(measures.get(RecoveryTally.LOST)).isCloseTo(4 / 7.0, within(1e-9));
            assertThat(measures.get(RecoveryTally.SERVED)).isNaN();
        }
    }

    @Test
    void anIdleTailIsEndedAfterAnHour_andGoesToWhoWaits() {
        Habit idles = new Habit(Habit.Kind.IDLES, 0.2, 1);
        Measures measures = run(RecoveryWay.IDLE_LIST, idles);
        // Ana from 1:00 to 3:00, idle to 4:00, Ben from 4:00 to 8:00.
        assertHours(measures, 6, 1);
        assertThat(measures.get(RecoveryTally.LOST)).isZero();
        assertThat(measures.get(RecoveryTally.WAIT)).as("0 and 3 hours").isCloseTo(1.5, within(1e-6));
        assertThat(measures.get(RecoveryTally.LISTED)).isCloseTo(4, within(1e-3));
        assertThat(measures.get(RecoveryTally.SERVED)).isEqualTo(1);

        assertHours(run(RecoveryWay.IDLE, idles), 2, 1);
        assertHours(run(RecoveryWay.ENDS_LIST, idles), 2, 8);
    }

    @Test
    void anEarlyEndIsGivenBackAtOnce() {
        Habit ends = new Habit(Habit.Kind.ENDS_EARLY, 0.2, 1);
        assertHours(run(RecoveryWay.ENDS_LIST, ends), 6, 0);
        assertHours(run(RecoveryWay.ENDS, ends), 2, 0);
        // At 9:00 it is too late for Ben's 4 hours.
        Measures late = run(RecoveryWay.ENDS_LIST, new Habit(Habit.Kind.ENDS_EARLY, 0.8, 1));
        assertHours(late, 8, 0);
        assertThat(late.get(RecoveryTally.SERVED)).isZero();
    }

    @Test
    void whoNeverComesIsEndedAfterHalfAnHour_orCancelsForAFee() {
        Habit absent = new Habit(Habit.Kind.ABSENT, 0, 0.7);
        assertHours(run(RecoveryWay.KEPT, absent), 0, 10);
        assertHours(run(RecoveryWay.ENDS_LIST, absent), 4, 0.5);
        assertHours(run(RecoveryWay.FEES_LIST, absent), 4, 0.5);
        Measures deterred = run(RecoveryWay.FEES_LIST, new Habit(Habit.Kind.ABSENT, 0, 0.4));
        assertHours(deterred, 4, 0);
        assertThat(deterred.get(RecoveryTally.WAIT))
                .as("Ben starts when he is ready")
                .isZero();
        assertHours(run(RecoveryWay.IDLE_LIST, new Habit(Habit.Kind.ABSENT, 0, 0.4)), 4, 0.5);
    }

    @Test
    void whatIsKnownBeforehandIsNotBooked() {
        Measures none = run(RecoveryWay.FORESEEN, new Habit(Habit.Kind.ABSENT, 0, 1));
        assertHours(none, 4, 0);
        assertThat(none.get(RecoveryTally.SERVED)).as("nobody waits").isNaN();
        assertHours(run(RecoveryWay.FORESEEN, new Habit(Habit.Kind.IDLES, 0.2, 1)), 6, 0);
    }

    @Test
    void earlyStartsTakeWhatIsGivenBack() {
        List<Arrival> jobs = List.of(
                new Arrival(0, Job.of("ana", HOUR, 10 * HOUR, 11 * HOUR)),
                new Arrival(1, Job.of("ben", HOUR, 4 * HOUR, 20 * HOUR)),
                new Arrival(20 * HOUR, Job.of("last", 30 * HOUR, HOUR, 31 * HOUR)));
        Habit ends = new Habit(Habit.Kind.ENDS_EARLY, 0.2, 1);
        for (boolean early : List.of(true, false)) {
            Iterator<Habit> habits = List.of(ends, STAYS, STAYS).iterator();
            Measures measures = new RecoverySimulation(
                            RecoveryWay.ENDS,
                            early ? PROMPT.startingEarly() : PROMPT,
                            List.of(new Pool("p", 1, "1")),
                            habits::next,
                            0,
                            TIMES,
                            SPAN)
                    .run(jobs.iterator(), 3, 0, 1);
            assertHours(measures, 6, 0);
            assertThat(measures.get(RecoveryTally.WAIT))
                    .as("Ben at 3:00 instead of 11:00, and Ana at once")
                    .isCloseTo(early ? 1 : 5, within(1e-6));
        }
    }

    @Test
    void habitsAreDrawnAtTheirRates() {
        Habits habits = new Habits(0.1, 0.24, 0.12, 1, 1);
        assertThat(habits.deterred()).isEqualTo(0.5);
        assertThat(new Habits(0.1, 0, 0, 3, 0.5).deterred()).isEqualTo(0.5);
        assertThat(new Habits(0.1, 0, 0, 0, 1).deterred()).isZero();
        SplittableRandom random = new SplittableRandom(1);
        double used = 0;
        int absent = 0;
        for (int i = 0; i < 100_000; i++) {
            Habit habit = habits.draw(random);
            used += habit.used();
            absent += habit.comes() ? 0 : 1;
        }
        assertThat(absent / 1e5).isCloseTo(0.1, within(0.005));
        assertThat(used / (1e5 - absent)).as("netto's 80%").isCloseTo(0.8, within(0.005));
        assertThatExceptionOfType(BadValue.class).isThrownBy(() -> new Habits(0.5, 0.4, 0.2, 1, 1));
    }
}
