package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.berth.wire.tls.TestKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mails over TLS and to servers that refuse them. */
class MailerTest {
    private static final Mailer.Mail MAIL =
            new Mailer.Mail("ana@example.org", "subject", "text\n", "id@example.org", Optional.empty());

    private static final int LIMIT_MILLIS = 10_000;

    @TempDir
    private static Path directory;

    private static Mailer mailer(int port, MailSettings.Security tls, Optional<SSLSocketFactory> trusted) {
        return new Mailer(
                new MailSettings("127.0.0.1", port, tls, Optional.empty(), Optional.empty(), "berth@example.org"),
                trusted,
                LIMIT_MILLIS);
    }

    /** TLS context of a server with these keys. */
    static SSLContext serving(TestKeys keys) throws Exception {
        KeyStore store = KeyStore.getInstance(keys.keystore().toFile(), TestKeys.PASSWORD.toCharArray());
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, TestKeys.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void startTls_isUsed_andAnUnknownCertificateIsRefused() throws Exception {
        TestKeys keys = TestKeys.make(directory, "starttls", "EC");
        try (SmtpSocket server = new SmtpSocket(serving(keys))) {
            mailer(
                            server.port(),
                            MailSettings.Security.STARTTLS,
                            Optional.of(keys.trusting().getSocketFactory()))
                    .send(MAIL, 0);
            assertThat(server.messages()).hasSize(1);
            assertThat(server.commands()).contains("secure MAIL", "secure DATA").doesNotContain("MAIL");

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> mailer(server.port(), MailSettings.Security.STARTTLS, Optional.empty())
                            .send(MAIL, 0))
                    .isNotInstanceOf(Mailer.Refused.class)
                    .withRootCauseInstanceOf(Exception.class);
            assertThat(server.messages()).hasSize(1);
        }
    }

    @Test
    void certificateOfAnotherHost_isRefused() throws Exception {
        TestKeys other = TestKeys.make(directory, "other", "EC", "-ext", "san=dns:elsewhere.example.org");
        try (SmtpSocket server = new SmtpSocket(serving(other))) {
            Mailer mailer = mailer(
                    server.port(),
                    MailSettings.Security.STARTTLS,
                    Optional.of(other.trusting().getSocketFactory()));
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> mailer.send(MAIL, 0));
            assertThat(server.messages()).isEmpty();
        }
    }

    /** GreenMail's own server for smtps. */
    @Test
    void smtps_isUsed_andAnUnknownCertificateIsRefused() throws Exception {
        TestKeys keys = TestKeys.make(directory, "smtps", "EC");
        Map<String, String> properties = Map.of(
                "greenmail.tls.keystore.file", keys.keystore().toString(),
                "greenmail.tls.keystore.password", TestKeys.PASSWORD,
                "greenmail.tls.key.password", TestKeys.PASSWORD);
        properties.forEach(System::setProperty);
        GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS));
        try {
            mail.start();
            int port = mail.getSmtps().getPort();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> mailer(port, MailSettings.Security.TLS, Optional.empty())
                            .send(MAIL, 0))
                    .withRootCauseInstanceOf(Exception.class);
            assertThat(mail.getReceivedMessages()).isEmpty();
            mailer(port, MailSettings.Security.TLS, Optional.of(keys.trusting().getSocketFactory()))
                    .send(MAIL, 0);
            assertThat(mail.getReceivedMessages()).hasSize(1);
        } finally {
            mail.stop();
            properties.keySet().forEach(System::clearProperty);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GREETING, 421 too busy, false",
        "MAIL, 451 later, false",
        "MAIL, 553 not you, true",
        "RCPT, 450 later, false",
        "RCPT, 550 nobody here, true",
        "END, 452 full, false",
        "END, 552 never, true"
    })
    void fourIsForNow_andFiveIsForGood(String command, String reply, boolean isFinal) throws IOException {
        try (SmtpSocket server = new SmtpSocket(null)) {
            server.reply(command, reply);
            Mailer mailer = mailer(server.port(), MailSettings.Security.NONE, Optional.empty());
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> mailer.send(MAIL, 0))
                    .matches(e -> e instanceof Mailer.Refused == isFinal, isFinal ? "final" : "tried again");
            assertThat(server.messages()).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void serverThatTrickles_isLeftAtTheDeadline() throws IOException {
        try (TricklingServer trickling = new TricklingServer()) {
            Mailer mailer = new Mailer(
                    new MailSettings(
                            "127.0.0.1",
                            trickling.port(),
                            MailSettings.Security.TLS,
                            Optional.empty(),
                            Optional.empty(),
                            "berth@example.org"),
                    Optional.empty(),
                    500);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> mailer.send(MAIL, 0))
                    .withMessageStartingWith("No answer within");
        }
    }
}
