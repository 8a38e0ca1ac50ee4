package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.slurm.ActionOutcome;
import dev.berth.slurm.ActionOutcome.Why;
import dev.berth.slurm.ClusterSilent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmProgramsTest {
    private static final SlurmPrograms PATIENT = new SlurmPrograms(Map.of("SLURM_CONF", "/x"), Duration.ofMinutes(1));

    @Test
    void programs_getAnEnvironmentInWhichTimesAreUnambiguous() throws ClusterSilent {
        assertThat(PATIENT.run(List.of("env")).out().lines())
                .contains("LC_ALL=C", "TZ=UTC", "SLURM_TIME_FORMAT=%s", "SLURM_CONF=/x");
    }

    @Test
    void programThatHangs_isEndedAtItsLimit() {
        SlurmPrograms hasty = new SlurmPrograms(Map.of(), Duration.ofMillis(200));
        assertThatThrownBy(() -> hasty.run(List.of("sleep", "600")))
                .isInstanceOf(ClusterSilent.class)
                .hasMessage("sleep 600: no answer within 0 s");
    }

    @Test
    void programThatHangs_isQuotedWithWhatItSaidBefore() {
        SlurmPrograms hasty = new SlurmPrograms(Map.of(), Duration.ofSeconds(3));
        assertThatThrownBy(() -> hasty.run(List.of("sh", "-c", "echo 'retrying up to 60sec' >&2; sleep 600")))
                .isInstanceOf(ClusterSilent.class)
                .hasMessageContainingAll("within 3 s", "retrying up to 60sec");
    }

    @Test
    void programThatPrintsWithoutEnd_isNotListenedTo() {
        assertThatThrownBy(() -> PATIENT.run(List.of("yes")))
                .isInstanceOf(ClusterSilent.class)
                .hasMessage("yes: it printed more than 64 MB");
    }

    @Test
    void missingProgram_isNamedWithItsPackage() {
        assertThatThrownBy(() -> PATIENT.run(List.of("scontrol-that-is-not-there")))
                .isInstanceOf(ClusterSilent.class)
                .hasMessageContaining("Cannot start scontrol-that-is-not-there")
                .hasMessageContaining("slurm-client");
    }

    @ParameterizedTest
    @CsvSource({
        "Error creating the reservation: Requested nodes are busy, BUSY",
        "delete_reservation ReservationName=a: Requested reservation is in use, IN_USE",
        "slurm_update error: Access/permission denied, NOT_ALLOWED",
        "delete_reservation ReservationName=a: Invalid user id, NOT_ALLOWED",
        "Error creating the reservation: Requested node configuration is not available, OTHER"
    })
    void words_areTyped(String words, Why why) throws ClusterSilent {
        ActionOutcome.Refused refused =
                (ActionOutcome.Refused) SlurmRefusals.of(new SlurmOutput(1, "Note, unless\n", words + "\n"), "");
        assertThat(refused.why()).isEqualTo(why);
        assertThat(words).contains(refused.words().replaceAll(";.*", ""));
    }

    @Test
    void controllerThatCannotBeReached_hasRefusedNothing() {
        assertThatThrownBy(() -> SlurmRefusals.of(
                        new SlurmOutput(
                                1, "", "slurm_update error: Unable to contact slurm controller (connect failure)"),
                        ""))
                .isInstanceOf(ClusterSilent.class);
    }

    @Test
    void programThatSaysNothing_isKnownByItsCode() {
        assertThat(new SlurmOutput(3, "", "").words()).isEqualTo("exit code 3");
    }

    @Test
    void whatItComplainedOf_isQuotedWhole_onOneLine_withoutControlCharacters() {
        assertThat(new SlurmOutput(1, "", "scontrol: error: first\n\n  second: \u001b[31mred\u2028\u202e\n").quote())
                .isEqualTo("scontrol: error: first; second: \\u001b[31mred\\u2028\\u202e");
        assertThat(new SlurmOutput(1, "", "x".repeat(10_000)).quote())
                .hasSize(603)
                .endsWith("x...");
        assertThat(new SlurmOutput(3, "", "\n").quote()).isEqualTo("exit code 3");
    }

    @Test
    void munge_isLookedForWhereSlurmLooks(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("slurm.conf");
        assertThat(Munge.of(file)).isEmpty();
        Files.writeString(file, "ClusterName=a\n# AuthInfo=socket=/not/this\n");
        assertThat(Munge.of(file)).hasValue(new Munge(Path.of("/run/munge/munge.socket.2"), false));
        Files.writeString(
                file, "authtype = auth/munge\n AuthInfo = \"cred_expire=60,socket=/s/m.sock,ttl=5\" # ours\n");
        assertThat(Munge.of(file)).hasValue(new Munge(Path.of("/s/m.sock"), true));
        Files.writeString(file, "AuthType=auth/slurm\nAuthInfo=socket=/s/m.sock\n");
        assertThat(Munge.of(file)).isEmpty();
    }

    /** Slurm may have been built to look elsewhere, so that a file nobody named need not be there. */
    @Test
    void slurmConfThatSomebodyNamed_mustBeThere(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("slurm.conf");
        ClientPrerequisites client =
                new ClientPrerequisites(Map.of(), variable -> variable.equals("SLURM_CONF") ? file.toString() : null);
        assertThatThrownBy(client::require).hasMessageStartingWith("slurm.conf is gone: " + file);
        assertThatThrownBy(new ClientPrerequisites(Map.of("SLURM_CONF", "/x"), variable -> file.toString())::require)
                .hasMessageStartingWith("slurm.conf is gone: /x");
        Files.writeString(file, "AuthInfo=socket=%s/m.sock\n".formatted(directory));
        assertThatThrownBy(client::require)
                .isInstanceOf(ClusterSilent.class)
                .hasMessageContainingAll(
                        "munge does not answer", directory + "/m.sock: No such file or directory", "start munged");
    }

    @Test
    void munge_explainsOnlyWhatItCanBeTheCauseOf(@TempDir Path directory) throws IOException {
        Path file =
                Files.writeString(directory.resolve("slurm.conf"), "AuthInfo=socket=%s/m.sock\n".formatted(directory));
        ClientPrerequisites client = new ClientPrerequisites(Map.of("SLURM_CONF", file.toString()), variable -> null);
        ClusterSilent other =
                new ClusterSilent("scontrol show node: scontrol: fatal: Unable to process configuration file");
        assertThat(client.explained(other)).isSameAs(other);
        for (String said : List.of(
                "scontrol -a -o show: no answer within 20 s",
                "scontrol show node: slurm_load_node error: Protocol authentication error")) {
            assertThat(client.explained(new ClusterSilent(said)))
                    .hasMessageStartingWith(said + "; munge does not answer")
                    .hasMessageEndingWith("; start munged");
        }
    }
}
