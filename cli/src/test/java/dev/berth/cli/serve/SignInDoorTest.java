package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth serve --sign-in} beside a service that runs. */
class SignInDoorTest {
    @TempDir
    private Path directory;

    private Path config;
    private String data;

    @BeforeEach
    void write() throws IOException {
        config = Files.writeString(directory.resolve("site.yaml"), "name: test\nlisten: 127.0.0.1:0\n");
        data = directory.resolve("data").toString();
    }

    private Ran berth(String... args) {
        Map<String, String> variables =
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString());
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    @Test
    void signIn_asksTheServiceThatRuns_whichGoesOn() throws Exception {
        String[] signIn = {"serve", "--config", config.toString(), "--data", data, "--for", "1s", "--sign-in"};
        try (Subprocess service = Subprocess.berth("serve", "--config", config.toString(), "--data", data)) {
            String address = service.lineWith("Berth serves test on ").replaceAll(".* on ", "");
            Ran asked = berth(signIn);
            assertThat(asked.err()).isEmpty();
            assertThat(asked.out()).contains("as admin:\n  berth login " + address);
            String token = asked.out().replaceAll("(?s).*--token (\\S+).*", "$1");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            assertThat(berth("login", address, "--token", token).code())
                    .as("once")
                    .isEqualTo(3);
            assertThat(Files.getPosixFilePermissions(Path.of(data, "sign-in")))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            service.kill();
        }
        assertThat(Path.of(data, "sign-in", "socket")).as("left by the kill").exists();
        assertThat(berth(signIn).out()).contains("Berth serves test on ", "--token");
        assertThat(Path.of(data, "sign-in")).doesNotExist();
    }

    @Test
    void signIn_whereAnotherServerLeads_orTheDoorCannotBeOpened_saysSo() throws Exception {
        Path own = Files.createDirectories(Path.of(data));
        try (SignInDoor door = SignInDoor.open(own, () -> new SignInDoor.Answer(false, "Another instance leads"))) {
            Ran asked = berth("serve", "--config", config.toString(), "--data", data, "--sign-in");
            assertThat(asked.code()).isEqualTo(3);
            assertThat(asked.err()).isEqualTo("Another instance leads\n");
            assertThat(door).isNotNull();
        }
        assertThat(SignInDoor.ask(own)).isEmpty();
        data = directory.resolve("x".repeat(120)).toString();
        Ran served = berth("serve", "--config", config.toString(), "--data", data, "--for", "1s");
        assertThat(served.out()).contains("Berth serves test");
        assertThat(served.err()).contains("WARN --sign-in cannot");
    }
}
