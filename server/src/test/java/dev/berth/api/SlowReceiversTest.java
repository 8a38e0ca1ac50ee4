package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.service.notice.SmtpSocket;
import dev.berth.service.notice.TricklingServer;
import dev.berth.service.notice.WebhookBook;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose webhooks do not answer waits for them alone. */
class SlowReceiversTest {
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path data;

    @Test
    void twoAccountsWithTricklingHandshakes_keepNobodyElsesNoticesAndMails() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
            told.countDown();
        });
        receiver.start();
        try (TricklingServer trickling = new TricklingServer();
                SmtpSocket mails = new SmtpSocket(null);
                TestService service = service(mails.port())) {
            service.send("olga", "PATCH", "/notices", "{\"mail\":\"olga@example.org\"}")
                    .is(200);
            String code = mails.messages().getLast().replaceAll("(?s).*Code: (\\S+).*", "$1");
            service.send("olga", "POST", "/notices/confirm", "{\"code\":\"%s\"}".formatted(code))
                    .is(200);
            int before = mails.messages().size();
            for (String slow : List.of("ana", "ben")) {
                for (int i = 0; i < WebhookBook.MOST_EACH; i++) {
                    webhook(service, slow, trickling.address());
                }
                book(service, slow);
            }
            await(() -> trickling.open() >= 2);
            webhook(service, "olga", "http://127.0.0.1:" + receiver.getAddress().getPort());
            book(service, "olga");
            assertThat(told.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("a webhook of another account")
                    .isTrue();
            await(() -> mails.messages().size() > before);
        } finally {
            receiver.stop(0);
        }
    }

    private TestService service(int port) {
        return new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.notices = new NoticeSettings(
                                true,
                                Optional.of(new MailSettings(
                                        "127.0.0.1",
                                        port,
                                        MailSettings.Security.NONE,
                                        Optional.empty(),
                                        Optional.empty(),
                                        "berth@example.org")))));
    }

    private static void webhook(TestService service, String as, String address) {
        service.send(as, "POST", "/webhooks", "{\"address\":\"%s\"}".formatted(address))
                .is(201);
    }

    private static void book(TestService service, String as) {
        service.send(as, "POST", "/reservations", "{" + TestService.job(as) + "}")
                .is(201);
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await("deliveries")
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }
}
