package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import dev.berth.slurm.Action;
import dev.berth.slurm.ActionOutcome;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever keeps a real Slurm from answering is called by its name. */
class WhySlurmIsSilentTest {
    private static Sandbox sandbox;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxShape.of(1).withAnswer(Duration.ofSeconds(5)));
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    private static Slurm slurm(Map<String, String> environment) {
        return new Slurm(environment, System::currentTimeMillis);
    }

    /** scontrol would look for it for a minute. */
    @Test
    void slurmConfIsGone(@TempDir Path directory) throws ClusterSilent, IOException {
        Path file = directory.resolve("slurm.conf");
        Files.copy(sandbox.directory().resolve("slurm.conf"), file);
        Slurm slurm = slurm(Map.of("SLURM_CONF", file.toString()));
        assertThat(slurm.observe().nodes()).containsKey("c1");

        Files.delete(file);

        String gone = "slurm.conf is gone: " + file
                + "; put it back, or correct cluster.slurm.config in site.yaml or SLURM_CONF";
        assertThatThrownBy(slurm::observe).isInstanceOf(ClusterSilent.class).hasMessage(gone);
        assertThat(slurm.carryOut(new Action.Delete("berth-lab-r1"))).isEqualTo(new ActionOutcome.Unknown(gone));
    }

    /** scontrol would try to reach it for almost a minute. */
    @Test
    void mungeOfThisMachineIsDead() throws ClusterSilent {
        Slurm slurm = slurm(sandbox.environment());
        sandbox.killMunge();
        try {
            assertThatThrownBy(slurm::observe)
                    .isInstanceOf(ClusterSilent.class)
                    .hasMessageContainingAll(
                            "munge does not answer",
                            sandbox.directory().resolve("munge.sock") + ": Connection refused",
                            "start munged");
        } finally {
            sandbox.startMunge();
        }
        assertThat(slurm.observe().nodes()).containsKey("c1");
    }

    @Test
    void mungeOfTheControllerIsDead() {
        Slurm elsewhere = slurm(sandbox.environmentElsewhere(true));
        sandbox.killMunge();
        try {
            assertThatThrownBy(elsewhere::observe)
                    .isInstanceOf(ClusterSilent.class)
                    .hasMessageStartingWith("scontrol show node: slurm_load_node error: ")
                    .hasMessageContaining("; slurmctld, or munge on its machine");
        } finally {
            sandbox.startMunge();
        }
    }

    @Test
    void mungeHasAnotherKeyThanThatOfTheController() {
        Slurm stranger = slurm(sandbox.environmentElsewhere(false));
        assertThatThrownBy(stranger::observe)
                .isInstanceOf(ClusterSilent.class)
                .hasMessageStartingWith("scontrol show node: slurm_load_node error: ")
                .hasMessageContaining("; munge must run on this machine")
                .hasMessageContaining("with the same key");
    }

    @Test
    void refusal_isQuotedWhole() {
        long now = System.currentTimeMillis() / 1000 * 1000;
        Wanted wanted = new Wanted(
                "berth-lab-r1",
                new ReservationId(1),
                Hostlist.expand("nowhere"),
                new Window(now + 3_600_000, now + 7_200_000),
                sandbox.user());
        assertThat(slurm(sandbox.environment()).carryOut(new Action.Create(wanted)))
                .isInstanceOfSatisfying(ActionOutcome.Refused.class, refused -> {
                    assertThat(refused.why()).isEqualTo(ActionOutcome.Why.UNKNOWN_NODE);
                    assertThat(refused.toString()).contains("Invalid node name specified");
                });
    }
}
