package dev.berth.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.tls.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service with a certificate of its own, from the shell. */
class TrustTest {
    private static final String PASSWORD = "secret1";

    @TempDir
    private Path directory;

    @Test
    void aServiceWithACertificateOfItsOwn() throws IOException, InterruptedException {
        Path keystore = directory.resolve("site.p12");
        keytool(
                keystore,
                "-genkeypair -alias any -keyalg EC -dname CN=localhost -ext san=dns:localhost,ip:127.0.0.1 -validity 2");
        Path certificate = directory.resolve("site.crt");
        keytool(keystore, "-exportcert -rfc -alias any -file " + certificate);
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        SiteSettings settings =
                SiteSettings.of("test", 0).with(draft -> draft.tls = Optional.of(new Tls.Keystore(keystore, password)));
        try (Server server = Server.start(settings, directory.resolve("data"), Clock.systemUTC())) {
            String address = "https://localhost:" + server.port();
            String token = server.oneTimeToken("admin");

            Ran stranger = berth(Map.of(), "login", address, "--token", token);
            assertThat(stranger.code()).isEqualTo(3);
            assertThat(stranger.err()).contains("The certificate of " + address + " is not trusted", "--ca FILE");

            Ran wrong = berth(Map.of(), "login", address, "--token", token, "--ca", password.toString());
            assertThat(wrong.code()).isEqualTo(2);
            assertThat(wrong.err()).contains("--ca: ", "it must be a PEM file");

            Ran login = berth(Map.of(), "login", address, "--token", token, "--ca", certificate.toString());
            assertThat(login.code()).as(login.err()).isZero();
            assertThat(berth(Map.of(), "pools").code()).as("is remembered").isZero();
            assertThat(berth(Map.of("BERTH_URL", "https://localhost:1," + address), "pools")
                            .code())
                    .as("also for several instances, of which this is one")
                    .isZero();
            assertThat(berth(Map.of(), "pools", "--ca", password.toString()).err())
                    .contains("--ca: ", "it must be a PEM file");
            assertThat(berth(Map.of("BERTH_CA", password.toString()), "pools", "--ca", certificate.toString())
                            .code())
                    .as("the option counts")
                    .isZero();
            assertThat(berth(Map.of("BERTH_CA", password.toString()), "pools").err())
                    .contains("--ca: ");
        }
    }

    private Ran berth(Map<String, String> more, String... args) {
        Map<String, String> variables = new java.util.HashMap<>(more);
        variables.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private static void keytool(Path keystore, String options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(options.split(" ", -1)));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", keystore.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
