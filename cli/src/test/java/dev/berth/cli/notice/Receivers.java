package dev.berth.cli.notice;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A real SMTP server, and a real receiver of webhooks. */
public final class Receivers implements AutoCloseable {
    public final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    /** Bodies of the posts, in order. */
    public final BlockingQueue<String> posted = new LinkedBlockingQueue<>();

    private final HttpServer webhooks;
    /** Status code with which posts are answered. */
    volatile int status = 204;

    public Receivers() throws IOException {
        mail.start();
        webhooks = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhooks.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        webhooks.start();
    }

    /** A site that sends to them. */
    public SiteSettings settings(SiteSettings settings) {
        return settings.with(draft -> draft.notices = new NoticeSettings(
                true,
                Optional.of(new MailSettings(
                        "127.0.0.1",
                        mail.getSmtp().getPort(),
                        MailSettings.Security.NONE,
                        Optional.empty(),
                        Optional.empty(),
                        "berth@example.org"))));
    }

    /** For a webhook. */
    public String address() {
        return "http://127.0.0.1:" + webhooks.getAddress().getPort() + "/berth";
    }

    /** The body of the last mail. */
    public String lastMail() {
        MimeMessage[] received = mail.getReceivedMessages();
        return GreenMailUtil.getBody(received[received.length - 1]);
    }

    /** The code in the last mail, by which an address is confirmed. */
    public String code() {
        return lastMail().replaceAll("(?s).*Code: (\\S+).*", "$1");
    }

    @Override
    public void close() {
        webhooks.stop(0);
        mail.stop();
    }
}
