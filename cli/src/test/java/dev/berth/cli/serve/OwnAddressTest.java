package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.tls.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which address a service tells people. */
class OwnAddressTest {
    private static final String PASSWORD = "secret1";

    @TempDir
    private Path directory;

    /** A certificate for some names, of a site that listens everywhere. */
    private SiteSettings settings(String names) throws IOException, InterruptedException {
        Path keystore = directory.resolve(names.replaceAll("[^a-z]", "") + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "any",
                "-keyalg",
                "EC",
                "-dname",
                "CN=any",
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore.toString(),
                "-storepass",
                PASSWORD));
        if (!names.isEmpty()) {
            command.addAll(List.of("-ext", "san=" + names));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        return SiteSettings.of("test", 8443)
                .with(draft -> draft.listen = InetSocketAddress.createUnresolved("0.0.0.0", 8443))
                .with(draft -> draft.tls = Optional.of(new Tls.Keystore(keystore, password)));
    }

    @Test
    void withTls_itIsOneThatTheCertificateHas() throws IOException, InterruptedException {
        SiteSettings settings = settings("dns:berth.example.org,dns:b.example.org,ip:10.1.2.3");
        assertThat(OwnAddress.shown(settings, 8443)).isEqualTo("https://berth.example.org:8443");
        assertThat(OwnAddress.shown(
                        settings.with(draft -> draft.listen = InetSocketAddress.createUnresolved("10.1.2.3", 8443)),
                        8443))
                .isEqualTo("https://10.1.2.3:8443");
        assertThat(OwnAddress.shown(
                        settings.with(draft -> draft.address = Optional.of(URI.create("https://b.example.org"))), 8443))
                .isEqualTo("https://b.example.org");
        assertThat(OwnAddress.shown(
                        settings.with(draft -> draft.address = Optional.of(URI.create("https://other.example.org"))),
                        8443))
                .isEqualTo("https://berth.example.org:8443");
    }

    @Test
    void withoutNames_itIsWhereItListens() throws IOException, InterruptedException {
        assertThat(OwnAddress.shown(settings(""), 8443)).isEqualTo("https://0.0.0.0:8443");
        assertThat(OwnAddress.shown(settings("dns:*.example.org"), 8443)).isEqualTo("https://0.0.0.0:8443");
        assertThat(OwnAddress.shown(SiteSettings.of("test", 7117), 7117)).isEqualTo("http://127.0.0.1:7117");
    }
}
