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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
                        .withNotices(new NoticeSettings(
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
        for (int i = 0; i < PATIENCE_SECONDS * 100 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
