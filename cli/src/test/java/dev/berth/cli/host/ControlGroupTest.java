package dev.berth.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths as the programs make them, with invented names of containers. */
class ControlGroupTest {
    private static final String ID = "3f2a9c1b7d4e5f60718293a4b5c6d7e8f90112233445566778899aabbccddeef";

    private static void assertSays(String text, String user, String container) {
        ControlGroup group = ControlGroup.read(text.replace("ID", ID));
        assertThat(group.user().isPresent() ? Integer.toString(group.user().getAsInt()) : "-")
                .as("user of %s", text)
                .isEqualTo(user);
        assertThat(group.container().orElse("-")).as("container of %s", text).isEqualTo(container);
    }

    @ParameterizedTest
    @CsvSource({
        // Signed in, in a scope of systemd-run, a service of the user.
        "0::/user.slice/user-1000.slice/session-3.scope, 1000, -",
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-r0123456789abcdef.scope, 1000, -",
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/jupyter.service, 1000, -",
        // Podman of a user: from a shell, and from a unit.
        "0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-ID.scope/container, 1000, 3f2a9c1b7d4e",
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/web.service/libpod-payload-ID, 1000, 3f2a9c1b7d4e",
        "0::/user.slice/user-1001.slice/user@1001.service/user.slice/docker-ID.scope, 1001, 3f2a9c1b7d4e",
        // Of root: whose it is nobody says.
        "0::/machine.slice/libpod-ID.scope/container, -, 3f2a9c1b7d4e",
        "0::/system.slice/docker-ID.scope, -, 3f2a9c1b7d4e",
        "0::/docker/ID, -, 3f2a9c1b7d4e",
        "0::/system.slice/docker-ID.scope/user.slice/user-1000.slice/session-1.scope, -, 3f2a9c1b7d4e",
        "0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod0a1b2c3d_4e5f.slice/cri-containerd-ID.scope, -, 3f2a9c1b7d4e",
        "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0a1b.slice/crio-ID.scope/container, -, 3f2a9c1b7d4e",
        "0::/lxc.payload.web01/system.slice/cron.service, -, web01",
        "0::/machine.slice/machine-debian12.scope/payload, -, debian12",
        "0::/machine.slice/systemd-nspawn@debian12.service/payload/init.scope, -, debian12",
        // No container.
        "0::/, -, -",
        "0::/init.scope, -, -",
        "0::/system.slice/sshd.service, -, -",
        "0::/system.slice/slurmstepd.scope/job_12/step_0/user/task_0, -, -"
    })
    void unified(String text, String user, String container) {
        assertSays(text + "\n", user, container);
    }

    @Test
    void byHierarchies() {
        assertSays("""
                12:devices:/docker/ID
                11:memory:/docker/ID
                1:name=systemd:/docker/ID
                0::/system.slice/containerd.service
                """, "-", "3f2a9c1b7d4e");
        assertSays("""
                11:memory:/kubepods/besteffort/pod0a1b2c3d-4e5f/ID
                1:name=systemd:/kubepods/besteffort/pod0a1b2c3d-4e5f/ID
                """, "-", "3f2a9c1b7d4e");
        assertSays("""
                10:devices:/user.slice
                3:memory:/user.slice/user-1000.slice/session-3.scope
                1:name=systemd:/user.slice/user-1000.slice/session-3.scope
                0::/user.slice/user-1000.slice/session-3.scope
                """, "1000", "-");
        assertSays("4:freezer:/slurm/uid_1000/job_12/step_0\n", "1000", "-");
        assertSays("4:cpuset:/lxc/web01\n", "-", "web01");
    }

    /** Below their own group users name groups as they like. */
    @Test
    void nobody_canBeSomebodyElse() {
        assertSays(
                "0::/user.slice/user-1000.slice/user@1000.service/user.slice/user-1001.slice/session-1.scope",
                "1000",
                "-");
        assertSays("0::/system.slice/ssh.service/user.slice/user-1001.slice", "-", "-");
        assertSays("", "-", "-");
        assertSays("nonsense\n::\n", "-", "-");
        assertSays("0::/user.slice/user-99999999999.slice", "-", "-");
    }

    @Test
    void labels_nameTheContainer() {
        HostProcess plain = new HostProcess(7, "1", "uid_100999", 100_999, 0, 0, 0, "python3", "", "");
        HostProcess own = plain.in(
                ControlGroup.read(
                        "0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + ID + ".scope"),
                1000,
                "ana");
        assertThat(own.user()).isEqualTo("ana");
        assertThat(own.isSystem()).isFalse();
        assertThat(own.label()).isEqualTo("python3 in container 3f2a9c1b7d4e");
        assertThat(plain.label()).isEqualTo("python3");
    }
}
