package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.WindowType;

/** Somebody chooses what to be told, and is told. */
class NoticesTest {
    /** Keeps what would be shown on the desktop, with the permission of the browser. */
    private static final String OBSERVED = """
            const real = Notification;
            window.shown = [];
            window.Notification = class {
              static get permission() { return real.permission; }
              static requestPermission() { return real.requestPermission(); }
              constructor(title) { window.shown.push(title); }
              close() {}
            };
            """;

    /** Keeps the kinds of events that the page hears. */
    private static final String HEARD = """
            window.heard = [];
            document.querySelector('berth-timetable').site.addEventListener('news', ({ detail }) => window.heard.push(detail.kind));
            """;

    /** Asks whether one tab has the lock and none waits for it; no tab reports events before that. */
    private static final String LEADS =
            "navigator.locks.query().then((locks) => arguments[0](locks.held.length === 1 && locks.pending.length === 0))";

    @TempDir
    Path data;

    @ParameterizedTest
    @SomeScreens
    void mailCalendarAndWebhooks_areChosen(Screen screen) throws Exception {
        GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (TestSite site = TestSite.withNotices(data, new NoticeSettings(false, Optional.of(sentBy(mail))))) {
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.open("notices");
            visit.await("button.make");
            visit.await("form.mail");
            assertThat(visit.complaints()).isEmpty();
            chooseMail(visit, mail);
            makeAndEndCalendar(visit);
            addAndRemoveWebhook(visit);
            visit.photograph(Path.of("target/pictures/notices-" + screen + ".png"));
        } finally {
            mail.stop();
        }
    }

    static MailSettings sentBy(GreenMail mail) {
        return new MailSettings(
                "127.0.0.1",
                mail.getSmtp().getPort(),
                MailSettings.Security.NONE,
                Optional.empty(),
                Optional.empty(),
                "berth@example.org");
    }

    private static void chooseMail(Visit visit, GreenMail mail) {
        visit.type("[data-field=startLead] input", "soon");
        visit.clickText("form.mail button", "Save");
        visit.awaitText("[data-field=startLead] .wrong", "Try 15 min");
        visit.type("[data-field=startLead] input", "30 min");
        visit.type("[data-field=mail] input", "ana@example.org");
        visit.click("[name=confirmed]");
        visit.clickText("form.mail button", "Save");
        visit.await("[name=code]");
        visit.type("[name=code]", "wrong");
        visit.clickText("form.confirm button", "Confirm");
        visit.awaitText("form.confirm .trouble", "This code is wrong");
        visit.type(
                "[name=code]",
                GreenMailUtil.getBody(mail.getReceivedMessages()[0]).replaceAll("(?s).*Code: (\\S+).*", "$1"));
        visit.clickText("form.confirm button", "Confirm");
        visit.awaitText("[data-field=mail] .hint", "Notices go to ana@example.org");
        visit.driver.navigate().refresh();
        visit.await("form.mail");
        assertThat(visit.script("return document.querySelector('[data-field=startLead] input').value"))
                .isEqualTo("30 min");
        assertThat(
                        visit.script(
                                "return [...document.querySelectorAll('form.mail .checks input')].filter((each) => !each.checked).map((each) => each.name)"))
                .isEqualTo(List.of("confirmed"));
    }

    private static void makeAndEndCalendar(Visit visit) throws Exception {
        visit.click("button.make");
        String address = visit.await("code.secret").getText();
        assertThat(get(address).body()).contains("BEGIN:VCALENDAR");
        visit.await("button.copy");
        visit.driver.navigate().refresh();
        visit.await("button.revoke");
        assertThat(visit.has("code.secret")).isFalse();
        visit.click("button.revoke");
        visit.until("no address", () -> !visit.has("button.revoke"));
        assertThat(get(address).statusCode()).isEqualTo(404);
    }

    private static void addAndRemoveWebhook(Visit visit) {
        visit.type("berth-webhooks [data-field=address] input", "ftp://example.org");
        visit.clickText("berth-webhooks button", "Add webhook");
        visit.awaitText("berth-webhooks .wrong", "must be an https address");
        visit.type("berth-webhooks [data-field=address] input", "https://example.invalid/berth");
        visit.clickText("berth-webhooks button", "Add webhook");
        visit.await("berth-webhooks code.secret");
        visit.clickText("[data-webhook] button", "Test");
        visit.awaitText("berth-webhooks [role=status]", "did not accept the test message: Unknown host");
        visit.clickText("[data-webhook] button", "Not delivered");
        visit.awaitText("berth-webhooks", "Everything was delivered, or is still being tried");
        visit.clickText("[data-webhook] button", "Remove");
        visit.until("no webhook", () -> !visit.has("[data-webhook]"));
    }

    @ParameterizedTest
    @SomeScreens
    void desktop_showsEachEventInOneTab(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.driver.executeCdpCommand(
                    "Browser.grantPermissions",
                    Map.of("origin", site.address().replaceAll("/$", ""), "permissions", List.of("notifications")));
            visit.script(OBSERVED);
            visit.script(HEARD);
            site.book(ana, "unseen", "new", 1, 2, 1);
            // The page must have heard of it before notifications are turned on: later it would be shown, and rightly.
            visit.until("unseen", () -> Boolean.TRUE.equals(visit.script("return window.heard.includes('reserved')")));
            visit.open("notices");
            visit.clickText("button.desktop", "Turn on notifications");
            visit.awaitText("button.desktop", "Turn off notifications");
            String first = visit.driver.getWindowHandle();
            visit.driver.switchTo().newWindow(WindowType.TAB);
            String second = visit.driver.getWindowHandle();
            visit.driver.get(site.address());
            visit.until("live", () -> visit.has(".live.is-live"));
            visit.script(OBSERVED);
            site.book(ben, "his", "new", 1, 2, 1);
            String id = site.book(ana, "render", "new", 1, 4, 1);
            visit.driver.switchTo().window(first);
            visit.until("one", () -> shown(visit).size() == 1);
            assertThat(shown(visit).getFirst()).startsWith("render is confirmed: 1 server of new, ");
            site.send(site.administrator(), "DELETE", "/reservations/" + id, "");
            visit.until("two", () -> shown(visit).size() == 2);
            assertThat(shown(visit).getLast()).isEqualTo("render was cancelled");
            visit.driver.switchTo().window(second);
            assertThat(shown(visit)).isEmpty();

            // The other tab takes over, also for what starts in 10 minutes.
            visit.driver.switchTo().window(first);
            visit.driver.get("about:blank");
            visit.driver.switchTo().window(second);
            visit.until("the lead of the other tab", () -> Boolean.TRUE.equals(visit.driver.executeAsyncScript(LEADS)));
            site.book(ana, "soon", "new", 1, 0, 1);
            visit.until("both", () -> shown(visit).size() >= 2);
            assertThat(shown(visit)).anyMatch(each -> each.startsWith("soon is confirmed"));
            assertThat(shown(visit)).anyMatch(each -> each.matches("soon starts in \\d+ minutes"));
            visit.driver.close();
            visit.driver.switchTo().window(first);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<String> shown(Visit visit) {
        return (List<String>) visit.script("return window.shown");
    }

    private static HttpResponse<String> get(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
