package dev.berth.cli.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.remote.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnforcementTest {
    private static HostProcess process(String user, int uid) {
        return new HostProcess(4_000_000, "1", user, uid, 0, "python3", "");
    }

    private static Policy policy(Policy.Kind kind, boolean system) {
        return new Policy(kind, Duration.ofMinutes(5), Set.of("backup"), system);
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
        assertThat(policy(Policy.Kind.stop, true).mayTouch(new HostProcess(self, "1", "ana", 1000, 0, "java", "")))
                .isFalse();
        assertThat(policy(Policy.Kind.stop, true).mayTouch(new HostProcess(1, "1", "ana", 1000, 0, "init", "")))
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
                        new HostProcess(self.pid(), self.born() + "1", self.user(), self.uid(), 0, "x", "")))
                .as("another process with the same number")
                .isFalse();
        assertThat(HostProcess.printable("/opt/\u001b[31mred\n")).isEqualTo("?[31mred?");
        assertThat(HostProcess.printable("")).isEqualTo("?");
    }

    @Test
    void theFirstLook_saysNothingOfLoad() {
        LoadMeter meter = new LoadMeter();
        assertThat(meter.look(ProcessTable.read(), System.nanoTime())).isEmpty();
        Optional<List<LoadMeter.Load>> next = meter.look(ProcessTable.read(), System.nanoTime());
        assertThat(next).isPresent();
    }
}
