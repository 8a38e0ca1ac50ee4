package dev.berth.service.cluster.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.service.cluster.ClusterSilent;
import dev.berth.service.cluster.Outcome;
import dev.berth.service.cluster.Outcome.Why;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramsTest {
    private static final Programs PATIENT = new Programs(Map.of("SLURM_CONF", "/x"), Duration.ofMinutes(1));

    @Test
    void programs_getAnEnvironmentInWhichTimesAreUnambiguous() throws ClusterSilent {
        assertThat(PATIENT.run(List.of("env")).out().lines())
                .contains("LC_ALL=C", "TZ=UTC", "SLURM_TIME_FORMAT=%s", "SLURM_CONF=/x");
    }

    @Test
    void programThatHangs_isEndedAtItsLimit() {
        Programs hasty = new Programs(Map.of(), Duration.ofMillis(200));
        assertThatThrownBy(() -> hasty.run(List.of("sleep", "600")))
                .isInstanceOf(ClusterSilent.class)
                .hasMessage("sleep 600: no answer within 0 s");
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
        Outcome.Refused refused = (Outcome.Refused) Refusals.of(new Reply(1, "Note, unless\n", words + "\n"), "");
        assertThat(refused.why()).isEqualTo(why);
        assertThat(words).contains(refused.words().replaceAll(";.*", ""));
    }

    @Test
    void controllerThatCannotBeReached_hasRefusedNothing() {
        assertThatThrownBy(() -> Refusals.of(
                        new Reply(1, "", "slurm_update error: Unable to contact slurm controller (connect failure)"),
                        ""))
                .isInstanceOf(ClusterSilent.class);
    }

    @Test
    void programThatSaysNothing_isKnownByItsCode() {
        assertThat(new Reply(3, "", "").words()).isEqualTo("exit code 3");
    }
}
