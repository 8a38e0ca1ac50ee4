package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.berth.service.notice.NoticeSettings;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The operator of a cluster, on the page: last month's report by project, a quota for a project, and word of a move by mail
 * and by webhook.
 */
class OperatorStoryTest {
    private static final List<String> OTHER_KINDS =
            List.of("confirmed", "starts-soon", "degraded", "recovered", "ends-soon", "turned-away", "released");

    @TempDir
    private Path data;

    @TempDir
    private Path downloads;

    private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();
    private final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private HttpServer receiver;

    @BeforeEach
    void listen() throws IOException {
        mail.start();
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
        mail.stop();
    }

    @ParameterizedTest
    @EnumSource
    void report_quota_andWordOfAMove(Screen screen) throws Exception {
        try (TestSite site =
                TestSite.withNotices(data, new NoticeSettings(true, Optional.of(NoticesTest.sentBy(mail))))) {
            Visit visit = Visit.of(site, screen, site.administrator());
            addProjects(visit);
            // In the last days of November; then it is December.
            BigDecimal first = used(site, "climate", 2, 24);
            BigDecimal second = used(site, "climate", 1, 48);
            BigDecimal third = used(site, "ice", 3, 30);
            site.pass(Duration.ofDays(20));
            visit.driver.navigate().refresh();
            report(visit, """
                    project,booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours
                    "climate",3,3,0,0,0,%s,0,0,0
                    "ice",3,3,0,0,0,%s,0,0,0
                    """.formatted(first.add(second), third));
            visit.photograph(Path.of("target/pictures/report-" + screen + ".png"));
            setQuota(visit);
            tellOfMovesByMail(visit);
            tellOfMovesByWebhook(visit);
            visit.photograph(Path.of("target/pictures/told-" + screen + ".png"));
            moveAReservation(visit, site);
            String message = posted.poll(30, TimeUnit.SECONDS);
            assertThat(message).contains("\"moved\"", "\"nightly\"");
            assertThat(mail.waitForIncomingEmail(30_000, 2)).isTrue();
            assertThat(lastMail()).contains("nightly");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private static void addProjects(Visit visit) {
        visit.open("projects");
        for (String project : List.of("climate", "ice")) {
            visit.clickText("berth-projects button", "Add a project");
            visit.type("berth-projects [data-field=name] input", project);
            visit.type("berth-projects [data-field=members] input", "admin");
            visit.clickText("berth-projects button", "Add");
            visit.await("berth-projects tr[data-project=" + project + "]");
        }
    }

    /** Books servers for an hour, which counts as used in full, and returns the price. */
    private static BigDecimal used(TestSite site, String project, int servers, double from) {
        JsonNode booked = site.send(site.administrator(), "POST", "/reservations", """
                {"name":"model","project":"%s","pool":"new","servers":%d,"ready":"%s","deadline":"%s","stay":"PT1H"}""".formatted(
                        project, servers, TestSite.at(from), TestSite.at(from + 1)));
        return new BigDecimal(booked.path("price").asText());
    }

    private void report(Visit visit, String expected) {
        visit.driver.executeCdpCommand(
                "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", downloads.toString()));
        visit.open("projects");
        visit.clickText("berth-usage button", "Last month");
        visit.await("berth-usage [data-row=climate]");
        visit.clickText("berth-usage a", "Download as CSV");
        Path file = downloads.resolve("usage-by-project-2026-11-01.csv");
        visit.until("the file", () -> Files.exists(file));
        assertThat(file).hasContent(expected);
    }

    private static void setQuota(Visit visit) {
        visit.click("[aria-label='Change climate']");
        visit.type("berth-projects [data-field=hours] input", "2");
        visit.clickText("berth-projects button", "Save");
        visit.awaitText("berth-projects tr[data-project=climate]", "2 left of 2 server-hours per 30 days");
        visit.driver.navigate().refresh();
        visit.await("berth-projects");
        visit.open("book");
        visit.type("#words", "3 servers, for 1 hour, done by tomorrow 20:00, on new");
        choose(visit, "project", "climate");
        visit.clickText("berth-book button", "See offers");
        visit.awaitText(".offers .refusal", "Quota of project climate: 2 server-hours per 30 days");
        // Two servers are within it.
        visit.awaitText(".offers .offer", "2 servers on new");
    }

    private void tellOfMovesByMail(Visit visit) {
        visit.open("notices");
        visit.type("[data-field=mail] input", "op@example.org");
        OTHER_KINDS.forEach(kind -> visit.click("form.mail [name=" + kind + "]"));
        visit.clickText("form.mail button", "Save");
        visit.await("[name=code]");
        visit.type("[name=code]", lastMail().replaceAll("(?s).*Code: (\\S+).*", "$1"));
        visit.clickText("form.confirm button", "Confirm");
        visit.awaitText("[data-field=mail] .hint", "Notices go to op@example.org");
    }

    private void tellOfMovesByWebhook(Visit visit) {
        visit.type(
                "berth-webhooks [data-field=address] input",
                "http://127.0.0.1:" + receiver.getAddress().getPort() + "/berth");
        OTHER_KINDS.forEach(kind -> visit.click("berth-webhooks [name=" + kind + "]"));
        visit.clickText("berth-webhooks button", "Add webhook");
        visit.awaitText("[data-webhook]", "moved");
        assertThat(visit.text("[data-webhook]")).doesNotContain("confirmed");
    }

    private static void moveAReservation(Visit visit, TestSite site) {
        visit.open("book");
        visit.type(
                "#words", "2 servers, for 1 hour, ready tomorrow 9:00, done by tomorrow 18:00, on new, named nightly");
        choose(visit, "project", "ice");
        visit.clickText("berth-book button", "See offers");
        visit.clickText(".offer button", "Book");
        visit.awaitText(".said", "nightly is booked");
        JsonNode nightly = site.get(site.administrator(), "/reservations?user=me")
                .path("reservations")
                .path(0);
        assertThat(nightly.path("project").asText()).isEqualTo("ice");
        visit.open("what-if");
        choose(visit, "pool", "new");
        setTime(visit, "from", nightly.path("start").asText());
        setTime(visit, "to", nightly.path("end").asText());
        visit.clickText("berth-what-if button", "Show affected reservations");
        visit.clickText("berth-what-if button", "Move and drain");
        visit.awaitText(".said", "1 reservation moved");
    }

    private static void choose(Visit visit, String field, String value) {
        visit.await("[data-field=" + field + "] select");
        change(visit, "[data-field=" + field + "] select", value);
    }

    private static void setTime(Visit visit, String field, String instant) {
        String local = Instant.parse(instant)
                .atZone(ZoneId.of("Europe/Zurich"))
                .toLocalDateTime()
                .toString();
        change(visit, "[data-field=" + field + "] input", local);
    }

    private static void change(Visit visit, String selector, String value) {
        visit.script(
                "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
                selector,
                value);
    }

    private String lastMail() {
        MimeMessage[] received = mail.getReceivedMessages();
        return GreenMailUtil.getBody(received[received.length - 1]);
    }
}
