package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.host.Executables;
import dev.berth.cli.run.place.CommandGroups;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.Surroundings;
import dev.berth.cli.run.place.ThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that end, fail, do not listen, hide and are told to stop. */
@Timeout(60)
class SupervisorTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Executables PROGRAMS = new Executables("/usr/bin");
    private static final ThisMachine HERE =
            new ThisMachine(PROGRAMS, CommandGroups.ofThisMachine(PROGRAMS, "/nowhere"));
    /** Where users can make no control groups. */
    private static final ThisMachine WITHOUT_GROUPS = new ThisMachine(PROGRAMS, CommandGroups.NONE);
    /** Never gets more time. */
    private static final MoreTime NOBODY = standing -> {};

    private static final Instant END = Instant.parse("2026-11-16T09:00:00Z");

    @TempDir
    Path work;

    private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();

    private static ReservationStanding running(Duration left, Instant end) {
        return new ReservationStanding(
                "running",
                "cores",
                new RunServers(List.of(0), List.of("0"), List.of(), List.of(), List.of()),
                END,
                end,
                "x" + end,
                System.nanoTime(),
                left,
                ReservationStanding.Queue.NONE);
    }

    /** One of so long a time that all but this is over. */
    private static ReservationStanding nearlyOver(Duration length, Duration left, Instant end) {
        return new ReservationStanding(
                "running",
                "cores",
                new RunServers(List.of(0), List.of("0"), List.of(), List.of(), List.of()),
                END,
                end,
                "x" + end,
                System.nanoTime() - length.minus(left).toNanos(),
                length,
                ReservationStanding.Queue.NONE);
    }

    private static TimeLimits limits(Duration grace, @Nullable String warning, Duration warn) {
        return new TimeLimits(grace, warning, warn);
    }

    private Supervisor supervisor(Duration left, TimeLimits limits) {
        return new Supervisor(happenings, running(left, END), limits, NOBODY);
    }

    private int run(Supervisor supervisor, String script) throws IOException, InterruptedException {
        return run(HERE, supervisor, script);
    }

    private int run(ThisMachine place, Supervisor supervisor, String script) throws IOException, InterruptedException {
        Launch launch = launch(script);
        try (Preparation preparation = place.prepare(launch.mark())) {
            return supervisor.run(preparation, launch);
        }
    }

    private Launch launch(String script) {
        return new Launch(
                Launch.newMark(),
                "r17",
                List.of("sh", "-c", script),
                Surroundings.ofThisProcess(Map.of("WORK", work.toString(), "BERTH_RESERVATION", "r17")),
                false);
    }

    /** Once a file is there, because the command has come so far. */
    private void when(String file, Supplier<Happening> happening) {
        once(file, () -> happenings.add(happening.get()));
    }

    private void once(String file, Runnable action) {
        Thread.ofVirtual().start(() -> {
            Awaitility.await(file)
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> Files.exists(work.resolve(file)));
            action.run();
        });
    }

    private void assertNothingLives(String file) throws IOException {
        Path status = Path.of("/proc", Files.readString(work.resolve(file)).strip(), "status");
        // One that was killed stays known until its parent asks for its exit code.
        assertThat(Files.exists(status) ? Files.readString(status) : "State:\tX")
                .containsPattern("State:\\t[XZ]");
    }

    @Test
    void exitCode_andVariables_passThrough() throws Exception {
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG));

        assertThat(run(supervisor, "printf %s $BERTH_RESERVATION > $WORK/id; exit 7"))
                .isEqualTo(7);

        assertThat(work.resolve("id")).hasContent("r17");
        assertThat(supervisor.wasCutShort()).isFalse();
    }

    @Test
    void deathBySignal_isTheCodeOfAShell() throws Exception {
        assertThat(run(supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG)), "kill -s KILL $$"))
                .isEqualTo(128 + 9);
    }

    @Test
    void whatItLeavesRunning_endsWithIt() throws Exception {
        run(
                supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG)),
                "sleep 600 & echo $! > $WORK/child; setsid sh -c 'echo $$ > $WORK/daemon; exec sleep 600' &"
                        + " while [ ! -s $WORK/daemon ]; do sleep 0.05; done");

        assertNothingLives("child");
        assertNothingLives("daemon");
    }

    /** With another session, no environment, and parents that are gone. */
    private static final String HIDING = "env -i setsid sh -c \"echo \\$\\$ >$WORK/bare; exec sleep 600\" &"
            + " (env -i setsid sh -c \"(sh -c 'echo \\$\\$ >$WORK/grandchild; exec setsid sleep 600' &)\" &);"
            + " while [ ! -s $WORK/bare ] || [ ! -s $WORK/grandchild ]; do sleep 0.05; done; ";

    private void assertHiddenOnesEnd(ThisMachine place) throws IOException, InterruptedException {
        run(place, supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG)), HIDING);
        assertNothingLives("bare");
        assertNothingLives("grandchild");
    }

    @Test
    void whatHides_endsWithIt() throws Exception {
        assertHiddenOnesEnd(HERE);
    }

    @Test
    void whatHides_endsWithIt_withoutControlGroups() throws Exception {
        assertHiddenOnesEnd(WITHOUT_GROUPS);
    }

    /** The command itself runs on, and its time is over: KILL reaches those that ignore TERM. */
    @Test
    void whatHides_endsAtTheEndOfItsTime() throws Exception {
        for (ThisMachine place : List.of(HERE, WITHOUT_GROUPS)) {
            Files.deleteIfExists(work.resolve("ready"));
            when(
                    "ready",
                    () -> new Happening.Stands(
                            nearlyOver(Duration.ofSeconds(40), Duration.ofSeconds(5), END.plusSeconds(1))));
            int code = run(
                    place,
                    supervisor(LONG, limits(Duration.ofSeconds(30), null, LONG)),
                    "trap '' TERM; " + HIDING + "touch $WORK/ready; while :; do sleep 0.1; done");
            assertThat(code).isEqualTo(128 + 9);
            assertNothingLives("bare");
            assertNothingLives("grandchild");
            Files.delete(work.resolve("bare"));
            Files.delete(work.resolve("grandchild"));
        }
    }

    /** Orphans that have ended are not kept: a command may leave thousands. */
    @Test
    void orphansThatHaveEnded_vanish() throws Exception {
        int code = run(
                WITHOUT_GROUPS,
                supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG)),
                "(env -i setsid sh -c \"(sh -c 'echo \\$\\$ >$WORK/grandchild' &)\" &);"
                        + " while [ ! -s $WORK/grandchild ] || [ -e /proc/$(cat $WORK/grandchild) ]; do sleep 0.05; done; exit 9");
        assertThat(code).isEqualTo(9);
    }

    /** The last 5 of 40 s are left: 4 s for the command to end, and one in which every process must be dead. */
    @Test
    void timeOver_termThenKill() throws Exception {
        when(
                "ready",
                () -> new Happening.Stands(
                        nearlyOver(Duration.ofSeconds(40), Duration.ofSeconds(5), END.plusSeconds(1))));
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(30), null, LONG));

        int code = run(
                supervisor,
                "trap 'echo term >> $WORK/heard' TERM; echo $$ > $WORK/pid; touch $WORK/ready; while :; do sleep 0.1; done");

        assertThat(code).isEqualTo(128 + 9);
        assertThat(supervisor.wasCutShort()).isTrue();
        assertThat(work.resolve("heard")).exists();
        assertNothingLives("pid");
    }

    /** The last 31 of 400 s are left: 30 s for the command to end. */
    @Test
    void timeOver_itMayEndByItself() throws Exception {
        when(
                "ready",
                () -> new Happening.Stands(
                        nearlyOver(Duration.ofSeconds(400), Duration.ofSeconds(31), END.plusSeconds(1))));
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(30), null, LONG));

        assertThat(run(supervisor, "trap 'exit 5' TERM; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(5);

        assertThat(supervisor.wasCutShort()).isTrue();
    }

    /** Others have the servers from the end on, so the command is killed a moment before it, even without a grace. */
    @Test
    void endIsKeptAMomentBefore() throws Exception {
        List<Duration> kept = new CopyOnWriteArrayList<>();
        Preparation prepared = HERE.prepare(Launch.newMark());
        Preparation noting = (launch, time) -> {
            kept.add(time.left());
            return prepared.start(launch, time);
        };
        ReservationStanding standing = running(Duration.ofSeconds(40), END);
        Supervisor supervisor =
                new Supervisor(happenings, standing, limits(Duration.ZERO, null, Duration.ZERO), NOBODY);

        supervisor.run(noting, launch("exit 0"));

        assertThat(kept)
                .singleElement()
                .satisfies(left -> assertThat(left).isLessThanOrEqualTo(Duration.ofMillis(39_500)));
    }

    /** Its runner was stopped between the answer of the service and the start. */
    @Test
    void timeOverBeforeItCouldStart_startsNothing() throws Exception {
        Supervisor supervisor = new Supervisor(
                happenings,
                nearlyOver(Duration.ofSeconds(40), Duration.ofMillis(500), END),
                limits(Duration.ofSeconds(1), null, LONG),
                NOBODY);

        assertThat(run(supervisor, "touch $WORK/ran")).isEqualTo(128 + 9);

        assertThat(supervisor.wasCutShort()).isTrue();
        assertThat(work.resolve("ran")).doesNotExist();
    }

    @Test
    void warning_comesFirst() throws Exception {
        when("ready", () -> new Happening.Stands(running(Duration.ofMinutes(4), END.plusSeconds(1))));
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(1), "USR1", Duration.ofMinutes(5)));

        assertThat(run(supervisor, "trap 'exit 3' USR1; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(3);
    }

    @Test
    void signal_isPassedOn() throws Exception {
        when("ready", () -> new Happening.Signalled("USR2"));

        assertThat(run(
                        supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG)),
                        "trap 'exit 4' USR2; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(4);
    }

    @Test
    void extended_runsOn() throws Exception {
        happenings.add(new Happening.Stands(running(LONG, END.plusSeconds(600))));
        Supervisor supervisor = supervisor(Duration.ofSeconds(1), limits(Duration.ofSeconds(1), null, LONG));

        assertThat(run(supervisor, "sleep 2; exit 6")).isEqualTo(6);
    }

    @Test
    void cancelled_isStopped() throws Exception {
        ReservationStanding gone = new ReservationStanding(
                "cancelled",
                "cores",
                new RunServers(List.of(), List.of(), List.of(), List.of(), List.of()),
                END,
                END,
                "y",
                System.nanoTime(),
                LONG,
                ReservationStanding.Queue.NONE);
        when("ready", () -> new Happening.Stands(gone));
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG));

        assertThat(run(supervisor, "trap '' TERM; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(128 + 9);
        assertThat(supervisor.wasCutShort()).isTrue();
        assertThat(supervisor.why()).isEqualTo("it is cancelled");
    }

    /** Its server has failed, and its reservation goes on elsewhere: where it runs, others may come. */
    @Test
    void otherServers_isStopped() throws Exception {
        ReservationStanding moved = running(LONG, END);
        when(
                "ready",
                () -> new Happening.Stands(new ReservationStanding(
                        moved.state(),
                        moved.pool(),
                        new RunServers(List.of(2), List.of("2"), List.of(), List.of(), List.of()),
                        moved.start(),
                        moved.end(),
                        "y",
                        moved.asked(),
                        moved.left(),
                        moved.queue())));
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(1), null, LONG));

        assertThat(run(supervisor, "trap '' TERM; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(128 + 9);
        assertThat(supervisor.why()).containsSubsequence("has failed", "server 2 now");
    }

    @Test
    void stopped_isTermThenKill() throws Exception {
        when("ready", Happening.Stopped::new);
        Supervisor supervisor = supervisor(LONG, limits(Duration.ofSeconds(4), null, LONG));

        assertThat(
                        run(
                                supervisor,
                                "trap 'touch $WORK/heard' TERM; echo $$ > $WORK/pid; touch $WORK/ready; while :; do sleep 0.1; done"))
                .isEqualTo(128 + 9);
        assertThat(supervisor.wasStopped()).isTrue();
        assertThat(work.resolve("heard")).exists();
        assertNothingLives("pid");
    }

    /** Asked for once before each end: 5 of 20 s to go, more is granted, then none. */
    @Test
    void moreTime_isAskedForBeforeEachEnd() throws Exception {
        List<Instant> asked = new CopyOnWriteArrayList<>();
        MoreTime once = standing -> {
            asked.add(standing.end());
            if (asked.size() == 1) {
                happenings.add(new Happening.Stands(
                        nearlyOver(Duration.ofSeconds(20), Duration.ofSeconds(5), END.plusSeconds(1))));
            }
        };
        Supervisor supervisor = new Supervisor(
                happenings,
                nearlyOver(Duration.ofSeconds(20), Duration.ofSeconds(5), END),
                limits(Duration.ofSeconds(30), null, LONG),
                once);

        run(supervisor, "while :; do sleep 0.1; done");

        assertThat(asked).containsExactly(END, END.plusSeconds(1));
        assertThat(supervisor.wasCutShort()).isTrue();
    }

    /** A monotonic clock that a test sets forward; the machine may be as slow as it likes. */
    private static final class SetForward implements LongSupplier {
        private final AtomicLong ahead = new AtomicLong();

        @Override
        public long getAsLong() {
            return System.nanoTime() + ahead.get();
        }

        void by(Duration time) {
            ahead.addAndGet(time.toNanos());
        }
    }

    private static final Duration GRACE = Duration.ofMinutes(1);

    /**
     * TERM comes when the grace begins; once the command has heard it, more time comes, and once that is taken in the command ends.
     *
     * @param later how long after TERM it ends, by the clock of its supervisor
     */
    private Supervisor moreTimeAfterTerm(Duration later) throws IOException, InterruptedException {
        SetForward clock = new SetForward();
        once("ready", () -> clock.by(LONG.minus(GRACE)));
        once("heard", () -> {
            happenings.add(new Happening.Stands(running(LONG.multipliedBy(3), END.plusSeconds(2))));
            // Comes after it, so that the command is told of the one when the other is taken in.
            happenings.add(new Happening.Signalled("USR1"));
        });
        once("told", () -> {
            clock.by(later);
            happenings.add(new Happening.Signalled("USR2"));
        });
        Supervisor supervisor =
                new Supervisor(happenings, running(LONG, END), limits(GRACE, null, LONG), NOBODY, Farewell.TERM, clock);
        assertThat(run(
                        supervisor,
                        "trap 'touch $WORK/heard' TERM; trap 'touch $WORK/told' USR1; trap 'exit 0' USR2;"
                                + " touch $WORK/ready; while :; do sleep 0.1; done"))
                .isZero();
        return supervisor;
    }

    @Test
    void moreTimeThatComesAfterTerm_isTooLateForWhatEnds() throws Exception {
        assertThat(moreTimeAfterTerm(Duration.ZERO).wasCutShort()).isTrue();
    }

    @Test
    void moreTimeThatComesAfterTerm_isInTimeForWhatGoesOn() throws Exception {
        assertThat(moreTimeAfterTerm(GRACE).wasCutShort()).isFalse();
    }
}
