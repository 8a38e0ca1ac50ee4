package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.chrome.ChromeDriver;

/**
 * A student whose group shares a server with GPUs, on the page of a site that was just started: five colleagues sign in, a GPU
 * is booked for tonight, and the calendar of the student shows it.
 */
class StudentStoryTest {
    private static final List<String> COLLEAGUES = List.of("ben", "carla", "dora", "emil", "fay");

    @TempDir
    private Path data;

    @TempDir
    private Path profile;

    @ParameterizedTest
    @EnumSource
    void fiveColleagues_aGpuForTonight_andACalendar(Screen screen) throws Exception {
        try (TestSite site = TestSite.empty(data)) {
            Visit student = Visit.stranger(site, screen);
            signInAndAddServers(student, site.oneTimeToken());
            ChromeDriver theirs = Browser.start(profile);
            try {
                for (String colleague : COLLEAGUES) {
                    follow(theirs, screen, invitation(student, colleague), colleague);
                }
            } finally {
                theirs.quit();
            }
            student.photograph(Path.of("target/pictures/invited-" + screen + ".png"));
            student.open("book");
            student.type("#words", "a gpu tonight for 8 hours");
            student.clickText("berth-book button", "See offers");
            student.clickText(".offer button", "Book");
            student.awaitText(".said", "is booked");
            JsonNode booked = site.get(site.administrator(), "/reservations?user=me")
                    .path("reservations")
                    .path(0);
            assertThat(booked.path("start").asText()).startsWith("2026-11-16T");
            assertThat(booked.path("pool").asText()).isEqualTo("gpu");

            student.open("notices");
            student.click("button.make");
            assertThat(get(student.await("code.secret").getText()))
                    .contains("BEGIN:VEVENT", booked.path("id").asText());
            assertThat(student.complaints()).isEmpty();
        }
    }

    private static void signInAndAddServers(Visit student, String printed) {
        student.script("localStorage.setItem('berth.tour', 'seen')");
        student.clickText("summary", "I have a sign-in token");
        student.type("[name=token]", printed);
        student.clickText("button", "Sign in with this token");
        student.awaitText(".empty-site", "This site has no servers yet");
        student.type("[data-field=name] input", "gpu");
        student.type("[data-field=servers] input", "4");
        student.type("[data-field=attributes] input", "gpu=h200");
        student.clickText("button", "Add the pool");
        student.await("berth-timetable canvas");
    }

    /** The link, as it is sent to the colleague. */
    private static String invitation(Visit student, String colleague) {
        student.open("operators");
        student.clickText("berth-accounts button", "Add an account");
        student.type("berth-accounts [data-field=name] input", colleague);
        student.clickText("berth-accounts button", "Add");
        student.click("[aria-label='Invite " + colleague + "']");
        student.awaitText("berth-accounts [role=status]", colleague + " can choose a password");
        return student.await("berth-accounts code.secret").getText();
    }

    /** Follows the link in a browser in which nobody is signed in any more, and chooses a password. */
    private static void follow(ChromeDriver browser, Screen screen, String link, String colleague) {
        browser.manage().deleteAllCookies();
        browser.get("about:blank");
        Visit visit = Visit.at(link, browser, screen);
        visit.type("[name=password]", "correct horse battery " + colleague);
        visit.clickText("button", "Choose password");
        visit.await("berth-timetable canvas");
        visit.open("account");
        visit.awaitText("h1", "Account " + colleague);
        assertThat(visit.complaints()).isEmpty();
    }

    private static String get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
