package dev.berth.cli.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.berth.cli.host.ExactSignal;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.remote.JsonTree;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EnforcementTest {
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Instant START = Instant.parse("2026-11-16T08:00:00Z");

    private final List<Process> started = new ArrayList<>();
    private final List<String> acts = new ArrayList<>();
    private final Enforcement stopping =
            new Enforcement(policy(Policy.Kind.stop, true), (act, process) -> acts.add(act + " " + process.pid()));

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Process sleep() throws IOException {
        Process process = new ProcessBuilder("sleep", "300").start();
        started.add(process);
        return process;
    }

    /** A round some seconds after the start, in which processes of this user are on a card. */
    private void round(int seconds, String card, Process... seen) {
        ArrayNode intruders = JsonTree.array();
        for (Process each : seen) {
            use(intruders, card, each);
        }
        stopping.enforce(START.plusSeconds(seconds), intruders, ProcessTable.read());
    }

    private static void use(ArrayNode intruders, String card, Process process) {
        intruders
                .addObject()
                .put("user", System.getProperty("user.name"))
                .put("pid", process.pid())
                .put("pool", "cards")
                .put("since", START.toString())
                .putArray("servers")
                .add(card);
    }

    /** Ten jobs of a minute each, one after the other, with a grace of five minutes. */
    @Test
    void jobsShorterThanTheGrace_areWarnedOnce_andThenStopped() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int job = 0; job < 10; job++) {
            Process process = sleep();
            round(60 * job, "gpu0", process);
            round(60 * job + 30, "gpu0", process);
            if (job == 0) {
                expected.add("warn " + process.pid());
            }
            if (job >= 5) {
                expected.add("terminate " + process.pid());
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            } else {
                assertThat(process.isAlive()).isTrue();
            }
        }
        assertThat(acts.stream().filter(act -> !act.startsWith("kill"))).containsExactlyElementsOf(expected);
    }

    @Test
    void whoWasAwayForLongerThanTheGrace_isWarnedAnew() throws Exception {
        Process process = sleep();
        round(0, "gpu0", process);
        for (int seconds = 30; seconds <= 330; seconds += 30) {
            round(seconds, "gpu0");
        }
        round(360, "gpu0", process);
        assertThat(acts).containsExactly("warn " + process.pid(), "warn " + process.pid());
        assertThat(process.isAlive()).isTrue();
    }

    /** Gap between two rounds, as after an outage of the service: nobody knows whether the process was there. */
    @Test
    void afterAGap_timeIsCountedAnew() throws Exception {
        Process process = sleep();
        round(0, "gpu0", process);
        round(30, "gpu0", process);
        round(400, "gpu0", process);
        assertThat(acts).containsExactly("warn " + process.pid(), "warn " + process.pid());
    }

    @Test
    void anotherCard_hasAGraceOfItsOwn_andAProcessOnSeveralIsToldOnce() throws Exception {
        Process first = sleep();
        Process second = sleep();
        for (int seconds = 0; seconds < 300; seconds += 30) {
            round(seconds, "gpu0", first);
        }
        round(300, "gpu1", second);
        round(330, "gpu1", second);
        assertThat(acts).containsExactly("warn " + first.pid(), "warn " + second.pid());
        assertThat(second.isAlive()).isTrue();

        Process both = sleep();
        ArrayNode intruders = JsonTree.array();
        use(intruders, "gpu2", both);
        use(intruders, "gpu3", both);
        stopping.enforce(START.plusSeconds(360), intruders, ProcessTable.read());
        assertThat(acts).hasSize(3).last().isEqualTo("warn " + both.pid());
    }

    /** Its number may be another's by now. */
    @Test
    void aProcessOfAnotherBirth_getsNoSignal() throws Exception {
        Process process = sleep();
        HostProcess seen = ProcessTable.read().find(process.pid()).orElseThrow();
        HostProcess other = new HostProcess(
                seen.pid(), seen.born() + "1", seen.user(), seen.uid(), 0, 0, 0, seen.name(), "", seen.container());
        for (ExactSignal signal : ExactSignal.values()) {
            assertThat(signal.send(other)).isFalse();
        }
        assertThat(process.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();

        assertThat(ExactSignal.TERM.send(seen)).isTrue();
        assertThat(process.waitFor()).isEqualTo(128 + 15);
        assertThat(ExactSignal.TERM.send(seen)).as("gone").isFalse();
    }

    private static HostProcess process(String user, int uid) {
        return new HostProcess(4_000_000, "1", user, uid, 0, 0, 0, "python3", "", "");
    }

    private static Policy policy(Policy.Kind kind, boolean system) {
        return new Policy(kind, Duration.ofMinutes(5), Set.of("backup"), system, EVERY);
    }

    @Test
    void rootAndSystemUsers_areLeftAlone_unlessTheyAreIncluded() {
        assertThat(policy(Policy.Kind.stop, false).mayTouch(process("ana", 1000)))
                .isTrue();
        assertThat(policy(Policy.Kind.stop, false).mayTouch(process("root", 0))).isFalse();
        assertThat(policy(Policy.Kind.stop, false).mayTouch(process("postgres", 113)))
                .isFalse();
        assertThat(policy(Policy.Kind.stop, true).mayTouch(process("root", 0))).isTrue();
    }

    @Test
    void exemptUsers_andEverybodyWhoIsOnlyReported_areLeftAlone() {
        assertThat(policy(Policy.Kind.stop, true).mayTouch(process("backup", 1001)))
                .isFalse();
        assertThat(policy(Policy.Kind.warn, true).mayTouch(process("ana", 1000)))
                .isTrue();
        assertThat(policy(Policy.Kind.report, true).mayTouch(process("ana", 1000)))
                .isFalse();
    }

    @Test
    void theGuardItself_andInit_areLeftAlone() {
        long self = ProcessHandle.current().pid();
        assertThat(policy(Policy.Kind.stop, true)
                        .mayTouch(new HostProcess(self, "1", "ana", 1000, 0, 0, 0, "java", "", "")))
                .isFalse();
        assertThat(policy(Policy.Kind.stop, true)
                        .mayTouch(new HostProcess(1, "1", "ana", 1000, 0, 0, 0, "init", "", "")))
                .isFalse();
    }

    /** A service that answers the same as before, or cannot record what is about to be done, stops nobody. */
    @Test
    void staleAnswers_andActsThatAreNotRecorded_stopNobody() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "300").start();
        try {
            ProcessTable processes = ProcessTable.read();
            Instant now = Instant.parse("2026-11-16T08:00:00Z");
            ArrayNode intruders = JsonTree.array();
            intruders
                    .addObject()
                    .put("user", System.getProperty("user.name"))
                    .put("pid", sleep.pid())
                    .put("pool", "cards")
                    .put("since", now.toString())
                    .putArray("servers")
                    .add("gpu0");
            List<String> acts = new ArrayList<>();
            Enforcement stale = new Enforcement(policy(Policy.Kind.stop, true), (act, process) -> acts.add(act));
            for (int i = 0; i < 20; i++) {
                stale.enforce(now.plusSeconds(1), intruders, processes);
            }
            assertThat(acts).containsExactly("warn");

            List<String> refused = new ArrayList<>();
            Enforcement unrecorded = new Enforcement(policy(Policy.Kind.stop, true), (act, process) -> {
                refused.add(act);
                return false;
            });
            for (int i = 0; i < 20; i++) {
                unrecorded.enforce(now.plus(Duration.ofHours(i)), intruders, processes);
            }
            assertThat(refused).containsOnly("warn");
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void processesOfThisMachine_areRead_andNamesAreHarmless() {
        HostProcess self =
                ProcessTable.read().find(ProcessHandle.current().pid()).orElseThrow();
        assertThat(self.user()).isEqualTo(System.getProperty("user.name"));
        assertThat(ProcessTable.isStill(self)).isTrue();
        assertThat(ProcessTable.isStill(
                        new HostProcess(self.pid(), self.born() + "1", self.user(), self.uid(), 0, 0, 0, "x", "", "")))
                .as("another process with the same number")
                .isFalse();
        assertThat(HostProcess.printable("/opt/\u001b[31mred\n")).isEqualTo("?[31mred?");
        assertThat(HostProcess.printable("")).isEqualTo("?");
    }

    @Test
    void theFirstLook_saysNothingOfLoad() {
        LoadMeter meter = new LoadMeter();
        assertThat(meter.look(ProcessTable.read(), System.nanoTime())).isEmpty();
        Optional<List<LoadMeter.Load>> next =
                meter.look(ProcessTable.read(), System.nanoTime()).map(LoadMeter.Loads::atWork);
        assertThat(next).isPresent();
    }
}
