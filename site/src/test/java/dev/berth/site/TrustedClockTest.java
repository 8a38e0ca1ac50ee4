package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrustedClockTest {
    private static final long START = Instant.parse("2026-11-16T08:00:00Z").toEpochMilli();
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final FakeTime fake = new FakeTime(START);
    private TrustedClock clock = new TrustedClock(fake, ClockLimits.DEFAULT);

    /** A site whose last entry is from this time is opened. */
    private void reopen(long last, Optional<TrustedClock.Doubt> doubt) {
        clock = new TrustedClock(fake, ClockLimits.DEFAULT);
        clock.begin(last, doubt);
    }

    private void passesFrom(long time) {
        assertThat(clock.state().isStopped()).isFalse();
        assertThat(clock.doubt()).isEmpty();
        assertThat(clock.millis()).isEqualTo(time);
        fake.pass(SECOND);
        assertThat(clock.millis()).isEqualTo(time + SECOND);
        assertThat(clock.latest()).isEqualTo(time + SECOND);
    }

    private void stoppedAt(long time) {
        assertThat(clock.millis()).isEqualTo(time);
        assertThat(clock.state().isStopped()).isTrue();
        assertThat(clock.doubt()).isPresent();
        fake.pass(SECOND);
        assertThat(clock.millis()).isEqualTo(time);
        assertThat(clock.instant().toEpochMilli()).isEqualTo(time);
    }

    @Test
    void clockThatAgrees_isTime() {
        passesFrom(START);
        fake.pass(40 * DAY);
        passesFrom(START + SECOND + 40 * DAY);
    }

    @Test
    void jumpWithinTheTolerance_isTime() {
        clock.millis();
        fake.jump(MINUTE);
        passesFrom(START + MINUTE);
        fake.jump(-2 * MINUTE);
        assertThat(clock.millis()).as("never back").isEqualTo(START + MINUTE + SECOND);
        assertThat(clock.state().isStopped()).isFalse();
    }

    @Test
    void jumpAhead_stopsTime_untilTheClockIsBack() {
        for (long jump : new long[] {2 * MINUTE, 3 * DAY, 80 * 365 * DAY, Long.MAX_VALUE / 8}) {
            long before = clock.millis();
            fake.jump(jump);
            stoppedAt(before);
            assertThat(clock.state())
                    .isEqualTo(new ClockState(true, false, before, fake.wall(), before + SECOND))
                    .extracting(ClockState::drift)
                    .isEqualTo(jump);
            fake.jump(-jump);
            passesFrom(before + SECOND);
        }
    }

    @Test
    void jumpBack_stopsTime_untilTheClockIsBack() {
        clock.millis();
        fake.jump(-3 * DAY);
        stoppedAt(START);
        fake.jump(DAY);
        stoppedAt(START);
        fake.correct();
        passesFrom(START + 2 * SECOND);
    }

    @Test
    void clockThatStandsStill_isNoticed_andWhatItMissedPassesWhenItIsSet() {
        clock.millis();
        fake.run(MINUTE, 0);
        assertThat(clock.state().isStopped()).isFalse();
        fake.run(SECOND, 0);
        stoppedAt(START);
        fake.correct();
        passesFrom(START + MINUTE + 2 * SECOND);
    }

    @Test
    void clockThatRunsFast_isStoppedAtTheTolerance() {
        for (long speed : new long[] {2, 10, 600}) {
            for (int i = 0; i < 10_000; i++) {
                fake.run(100, 100 * speed);
                assertThat(clock.millis()).isLessThanOrEqualTo(fake.truth() + MINUTE + SECOND);
            }
            assertThat(clock.state().isStopped()).isTrue();
            fake.correct();
            assertThat(clock.state().isStopped()).as("speed %d", speed).isFalse();
            fake.pass(2 * MINUTE);
            clock.millis();
        }
    }

    @Test
    void clockThatIsSlightlyFastOrSlow_isFollowed() {
        for (int direction : new int[] {1, -1}) {
            for (int i = 0; i < 200_000; i++) {
                fake.run(10_000, 10_000 + direction * 5);
                assertThat(clock.millis()).isEqualTo(fake.wall());
            }
            assertThat(clock.state().drift()).isZero();
        }
    }

    /** To be a little off at each return must not add up. */
    @Test
    void manyReturns_areNoWayAhead() {
        clock.millis();
        for (int i = 0; i < 1_000; i++) {
            fake.jump(HOUR);
            clock.millis();
            fake.jump(MINUTE - HOUR);
            clock.millis();
            fake.pass(100);
            assertThat(clock.millis()).isLessThanOrEqualTo(fake.truth() + MINUTE + SECOND);
        }
        assertThat(clock.state().isStopped()).isTrue();
    }

    @Test
    void operatorAccepts_whatTheySaw() {
        clock.millis();
        fake.jump(3 * DAY);
        stoppedAt(START);
        long seen = fake.wall();
        fake.pass(3 * HOUR);
        assertThat(clock.hasSaid(seen)).isTrue();
        assertThat(clock.accept(seen)).isTrue();
        passesFrom(START + 3 * DAY + 3 * HOUR + SECOND);
    }

    @Test
    void operatorWhoSawAnotherJump_acceptsNothing() {
        clock.millis();
        fake.jump(3 * DAY);
        stoppedAt(START);
        long seen = fake.wall();
        for (long second : new long[] {80 * 365 * DAY, -79 * 365 * DAY, -365 * DAY - 6 * DAY}) {
            fake.jump(second);
            assertThat(clock.hasSaid(seen)).as("%d", second).isFalse();
            assertThat(clock.accept(seen)).isFalse();
            stoppedAt(START);
        }
        assertThat(clock.accept(fake.wall() + HOUR)).as("not yet said").isFalse();
        fake.correct();
        passesFrom(START + 4 * SECOND);
    }

    @Test
    void acceptedTimeThatIsEarlier_isWaitedFor() {
        clock.millis();
        fake.jump(-HOUR);
        stoppedAt(START);
        assertThat(clock.accept(fake.wall())).isTrue();
        assertThat(clock.state().isStopped()).isFalse();
        assertThat(clock.millis()).isEqualTo(START);
        fake.pass(HOUR);
        assertThat(clock.millis()).isEqualTo(START + SECOND);
    }

    @Test
    void reopened_withinTheLongestAbsence_goesOn() {
        reopen(START - 30 * DAY, Optional.empty());
        passesFrom(START);
        reopen(START + MINUTE, Optional.empty());
        assertThat(clock.millis()).isEqualTo(START + MINUTE);
        assertThat(clock.state().isStopped()).isFalse();
    }

    @Test
    void reopened_withAClockBeforeTheLastEntry_isStopped() {
        reopen(START + HOUR, Optional.empty());
        stoppedAt(START + HOUR);
        assertThat(clock.state().explanation())
                .containsSubsequence(
                        "2026-11-16 08:00:01 UTC, 1 hour before",
                        "stopped at 2026-11-16 09:00:00 UTC",
                        "berth clock accept 2026-11-16T08:00:01Z");
        fake.jump(HOUR + DAY);
        passesFrom(START + HOUR + DAY + SECOND);
    }

    @Test
    void reopened_afterTooLong_isStopped_untilItIsBackOrAccepted() {
        long last = START - 31 * DAY;
        reopen(last, Optional.empty());
        stoppedAt(last);
        assertThat(clock.state().explanation())
                .contains("2026-11-16 08:00:01 UTC, 31 days after")
                .contains("closed for that long");
        fake.jump(-30 * DAY);
        passesFrom(START - 30 * DAY + SECOND);

        reopen(last, Optional.empty());
        fake.correct();
        reopen(last, Optional.empty());
        stoppedAt(last);
        assertThat(clock.accept(fake.wall())).isTrue();
        passesFrom(fake.wall());
    }

    /** Whoever restarts a service because it is not well must not settle the doubt by that. */
    @Test
    void reopened_inDoubt_isStillStopped_unlessTheClockIsBack() {
        clock.millis();
        fake.jump(3 * DAY);
        stoppedAt(START);
        Optional<TrustedClock.Doubt> doubt = clock.doubt();
        fake.pass(HOUR);
        reopen(START, doubt);
        stoppedAt(START);
        assertThat(clock.doubt()).isPresent();
        reopen(START, clock.doubt());
        stoppedAt(START);
        fake.run(HOUR, 0);
        stoppedAt(START);
        fake.correct();
        passesFrom(fake.wall());

        fake.jump(-HOUR);
        clock.millis();
        reopen(clock.millis(), clock.doubt());
        assertThat(clock.state().isStopped()).isTrue();
        fake.correct();
        passesFrom(fake.wall());
    }

    @Test
    void whatMustNotStayOpen_goesOnWithWhatElapses() {
        clock.millis();
        fake.jump(80 * 365 * DAY);
        assertThat(clock.latest()).isEqualTo(START);
        fake.pass(2 * HOUR);
        assertThat(clock.latest()).isEqualTo(START + 2 * HOUR);
        assertThat(clock.millis()).isEqualTo(START);
        fake.jump(-90 * 365 * DAY);
        assertThat(clock.latest()).isEqualTo(START + 2 * HOUR);

        fake.correct();
        reopen(START - 40 * DAY, Optional.empty());
        assertThat(clock.latest())
                .as("closed for long, or wrong: the later of both")
                .isEqualTo(fake.wall());
    }

    @Test
    void explanation_saysBothTimes() {
        clock.millis();
        fake.pass(5 * SECOND);
        fake.jump(3 * DAY + HOUR);
        clock.millis();
        assertThat(clock.state().explanation())
                .containsSubsequence(
                        "2026-11-19 09:00:05 UTC",
                        "2026-11-16 08:00:05 UTC (3 days 1 hour less)",
                        "stopped at 2026-11-16 08:00:00 UTC",
                        "berth clock accept 2026-11-19T09:00:05Z");
        fake.jump(-4 * DAY);
        assertThat(clock.state().explanation()).contains("(23 hours more)");
    }

    @Test
    void suspendedMachine_isNoJump() {
        FakeTime awake = new FakeTime(START);
        long[] suspended = {0};
        int[] asked = {0};
        MachineTime machine = new MachineTime(
                new HandClock(0) {
                    @Override
                    public long millis() {
                        return awake.wall();
                    }
                },
                () -> awake.truth() * 1_000_000,
                () -> {
                    asked[0]++;
                    return suspended[0];
                });
        clock = new TrustedClock(machine, ClockLimits.DEFAULT);
        clock.millis();
        awake.pass(DAY);
        clock.millis();
        assertThat(asked[0]).as("looked up only if there is a reason").isZero();
        awake.jump(8 * HOUR);
        suspended[0] = 8 * HOUR;
        assertThat(clock.millis()).isEqualTo(START + DAY + 8 * HOUR);
        assertThat(clock.state().isStopped()).isFalse();
        awake.jump(8 * HOUR);
        assertThat(clock.state().isStopped()).as("set ahead by as much").isTrue();
        assertThat(asked[0]).isEqualTo(2);
    }

    @Test
    void suspension_ofThisMachine() {
        Suspension suspension = new Suspension(System::nanoTime);
        assertThat(suspension.getAsLong()).isBetween(0L, Duration.ofHours(1).toMillis());
        TimeSource.Reading reading =
                TimeSource.measured(java.time.Clock.systemUTC()).read();
        assertThat(reading.wall()).isGreaterThan(START - 365 * DAY);
    }
}
