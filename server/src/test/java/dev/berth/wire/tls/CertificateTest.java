package dev.berth.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.log.RecordedLog;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes with whatever form a key comes in; and what is said of those that cannot be used. */
class CertificateTest {
    @TempDir
    private static Path shared;

    private static TestKeys rsa;
    private static TestKeys curve;
    private static TestKeys edwards;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() {
        rsa = TestKeys.make(shared, "any-name", "RSA", "-keysize", "2048", "-validity", "2");
        curve = TestKeys.make(shared, "berth", "EC", "-groupname", "secp256r1", "-validity", "2");
        edwards = TestKeys.make(shared, "edwards", "Ed25519", "-validity", "2");
    }

    @Test
    @Timeout(60)
    void aKeystoreWithAnyAlias() throws IOException {
        assertServes(keystore(rsa, TestKeys.PASSWORD), rsa);
        assertServes(keystore(curve, TestKeys.PASSWORD), curve);
    }

    @Test
    @Timeout(60)
    void pemPairsOfAllKinds() throws IOException {
        Map<String, TestKeys> forms = new LinkedHashMap<>();
        forms.put(rsa.pkcs8(), rsa);
        forms.put(rsa.pkcs1(), rsa);
        forms.put(curve.pkcs8(), curve);
        forms.put(curve.sec1(), curve);
        forms.put(edwards.pkcs8(), edwards);
        for (Map.Entry<String, TestKeys> form : forms.entrySet()) {
            TestKeys keys = form.getValue();
            assertServes(pair("Bag Attributes\n  friendlyName: x\n" + keys.pemCertificate(), form.getKey()), keys);
        }
    }

    @Test
    void aChainInAnyOrder() throws IOException {
        Tls pair = pair(curve.pemCertificate() + rsa.pemCertificate(), rsa.pkcs8());
        assertThat(TlsIdentity.read(pair).chain()).containsExactly(rsa.certificate());
    }

    @Test
    void whatCannotBeUsedIsSaidInOneSentence() throws IOException {
        Path onlyTrusted = directory.resolve("trusted.p12");
        Path exported = directory.resolve("exported.crt");
        Files.writeString(exported, rsa.pemCertificate());
        TestKeys.keytool(onlyTrusted, List.of("-importcert", "-noprompt", "-alias", "x", "-file", exported.toString()));
        assertRefused(
                keystore(rsa, "wrong-password"), "The password for the keystore", "is wrong; check tls.passwordFile");
        assertRefused(new Tls.Keystore(onlyTrusted, password(TestKeys.PASSWORD)), "has no private key");
        assertRefused(
                new Tls.Keystore(exported, password("x")),
                "is a PEM file",
                "it must be a PKCS#12 file",
                "tls.certificate",
                "tls.key");
        assertRefused(
                new Tls.Keystore(directory.resolve("none.p12"), password("x")), "none.p12: the file does not exist");
        assertRefused(new Tls.Keystore(rsa.keystore(), directory), "check that the service may read it");
        assertRefused(pair(rsa.pemCertificate(), curve.pkcs8()), "does not belong to");
        assertRefused(pair(curve.pemCertificate(), edwards.pkcs8()), "does not belong to");
        assertRefused(pair("", rsa.pkcs8()), "There is no PEM certificate in");
        assertRefused(pair(rsa.pemCertificate(), rsa.pemCertificate()), "There is no PEM private key in");
        assertRefused(
                pair(rsa.pemCertificate(), TestKeys.pem("ENCRYPTED PRIVATE KEY", new byte[9])),
                "is encrypted; give it");
        for (String label : List.of("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY")) {
            assertRefused(pair(rsa.pemCertificate(), TestKeys.pem(label, new byte[] {0x30, 0x7f, 1})), "is damaged");
        }
        assertRefused(
                pair(rsa.pemCertificate(), TestKeys.pem("EC PRIVATE KEY", new byte[] {0x30, 0})), "name its curve");
        assertRefused(pair(TestKeys.pem("CERTIFICATE", new byte[9]), rsa.pkcs8()), "certificate in");
    }

    @Test
    @Timeout(60)
    void aCertificateOutsideItsTimeIsAWarning() throws IOException {
        TestKeys expired = TestKeys.make(directory, "expired", "EC", "-startdate", "-3d", "-validity", "1");
        Tls tls = keystore(expired, TestKeys.PASSWORD);
        TlsIdentity identity = TlsIdentity.read(tls);
        Instant now = Instant.now();
        assertThat(identity.warning(now).orElseThrow()).contains("expired on").contains("Renew it");
        assertThat(identity.warning(now.minus(Duration.ofDays(10))).orElseThrow())
                .contains("valid only from");
        assertThat(TlsIdentity.read(keystore(rsa, TestKeys.PASSWORD)).warning(now))
                .isEmpty();
        // A client that trusts this very certificate does not ask how old it is.
        assertServes(tls, expired);
    }

    @Test
    @Timeout(60)
    void aNewCertificateIsShownWithoutARestart_andABrokenOneIsNot() throws IOException, InterruptedException {
        Tls.Pem pair = (Tls.Pem) pair(rsa.pemCertificate(), rsa.pkcs8());
        try (RecordedLog log = new RecordedLog();
                Certificate certificate = Certificate.watched(pair, Clock.systemUTC(), Duration.ofMillis(20))) {
            assertThat(shown(certificate)).isEqualTo(rsa.certificate());
            // The certificate first: until the key follows, the two do not fit.
            rewrite(pair.certificate(), curve.pemCertificate());
            awaitError(log, 0);
            assertThat(shown(certificate)).isEqualTo(rsa.certificate());
            rewrite(pair.key(), curve.sec1());
            awaitShown(certificate, curve.certificate());
            long before = errors(log);
            rewrite(pair.key(), "nonsense");
            awaitError(log, before);
            assertThat(shown(certificate)).isEqualTo(curve.certificate());
            Files.delete(pair.key());
            rewrite(pair.certificate(), edwards.pemCertificate());
            rewrite(pair.key(), edwards.pkcs8());
            awaitShown(certificate, edwards.certificate());
        }
    }

    /** Waits until files were read that cannot be used; one that is written in two steps may be read twice. */
    private static void awaitError(RecordedLog log, long before) {
        Awaitility.await("an error")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> errors(log) > before);
    }

    private static long errors(RecordedLog log) {
        return log.all().stream()
                .filter(each -> each.path("level").asText().equals("error"))
                .count();
    }

    private static void awaitShown(Certificate certificate, X509Certificate wanted)
            throws IOException, InterruptedException {
        Awaitility.await("the new certificate")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> shown(certificate), wanted::equals);
    }

    /** With a time of its own, as the clock of a file system may tick slowly. */
    private static void rewrite(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(text.length())));
    }

    private Tls keystore(TestKeys keys, String password) throws IOException {
        return new Tls.Keystore(keys.keystore(), password(password));
    }

    private Path password(String text) throws IOException {
        return Files.writeString(directory.resolve("password"), text + "\n");
    }

    private Tls pair(String certificate, String key) throws IOException {
        return new Tls.Pem(
                Files.writeString(directory.resolve("site.crt"), certificate),
                Files.writeString(directory.resolve("site.key"), key));
    }

    private static void assertRefused(Tls tls, String... parts) {
        assertThatThrownBy(() -> TlsIdentity.read(tls))
                .isInstanceOf(UnusableCertificate.class)
                .hasMessageContainingAll(parts)
                .message()
                .doesNotContain("Exception");
    }

    private void assertServes(Tls tls, TestKeys keys) throws IOException {
        try (Server server = serve(tls)) {
            assertThat(shown(server.port(), keys)).isEqualTo(keys.certificate());
        }
    }

    private Server serve(Tls tls) throws IOException {
        return Server.start(
                SiteSettings.of("x", 0).with(draft -> draft.tls = Optional.of(tls)),
                Files.createTempDirectory(directory, "data"),
                Clock.systemUTC());
    }

    /** Certificate shown to a client that trusts only these keys; also checks the answer of the service. */
    private static X509Certificate shown(int port, TestKeys keys) throws IOException {
        try (SSLSocket socket =
                (SSLSocket) keys.trusting().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            List<String> answer = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .toList();
            assertThat(answer.getFirst()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer).anyMatch(line -> line.equalsIgnoreCase("Strict-Transport-Security: max-age=31536000"));
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    /** Certificate shown to a client that connects now. */
    private static X509Certificate shown(Certificate certificate) throws IOException, InterruptedException {
        SSLContext client = TestKeys.trusting(List.of(rsa, curve, edwards));
        try (SSLServerSocket door =
                (SSLServerSocket) certificate.context().getServerSocketFactory().createServerSocket(0)) {
            Thread server = Thread.ofVirtual().start(() -> {
                try (SSLSocket accepted = (SSLSocket) door.accept()) {
                    accepted.startHandshake();
                    accepted.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (SSLSocket socket = (SSLSocket)
                    client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), door.getLocalPort())) {
                socket.startHandshake();
                return (X509Certificate) socket.getSession().getPeerCertificates()[0];
            } finally {
                server.join();
            }
        }
    }
}
