package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Booking: by drawing, in plain words, by keyboard alone, and when it does not fit. */
class BookingTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void byDrawingAWindow(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            if (screen.touch) {
                visit.clickText(".toolbar button", "Draw a window");
            }
            visit.drag("new", 1, TestSite.at(4), 3, TestSite.at(8));
            visit.awaitText(".offer", "As you asked");
            assertThat(visit.text(".offer")).contains("3 servers on new", "13:30 – 17:30");
            assertThat(visit.has(".overlay .ghost")).isTrue();
            assertThat(site.get(ana, "/reservations").path("reservations")).isEmpty();
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "is booked: 3 servers on new");
            JsonNode booked =
                    site.get(ana, "/reservations").path("reservations").path(0);
            assertThat(booked.path("start").asText()).isEqualTo(TestSite.at(4).toString());
            assertThat(booked.path("end").asText()).isEqualTo(TestSite.at(8).toString());
            assertThat(booked.path("servers").asInt()).isEqualTo(3);
            assertThat(booked.path("pool").asText()).isEqualTo("new");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @SomeScreens
    void refusedWithAnOfferThatIsTaken(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            site.book(ben, "in the way", "gpu", 4, 0, 6);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type(
                    "#words", "2 servers, 2 hours of work, done by today 14:00, on gpu, named nightly-1794956400000");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".refusal", "Cannot be booked as asked");
            assertThat(visit.text(".refusal"))
                    .contains("Job nightly-1794956400000 needs 2 free servers")
                    .containsPattern(" and \\d{4}-\\d\\d-\\d\\d 14:00, ");
            assertThat(visit.text(".offer")).contains("Later than asked", "after your deadline");
            assertThat(visit.has(".overlay .ghost")).isTrue();
            visit.clickText(".offer.later button", "Book");
            visit.awaitText(".said", "nightly-1794956400000 is booked");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("start").asText()).isEqualTo(TestSite.at(6).toString());
            assertThat(visit.has(".overlay .ghost")).isFalse();
        }
    }

    @ParameterizedTest
    @SomeScreens
    void byKeyboardAlone(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.tabTo("nav a[href='#/book']");
            visit.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
            visit.await("#words");
            visit.tabTo("#words");
            visit.driver
                    .switchTo()
                    .activeElement()
                    .sendKeys("4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40", Keys.ENTER);
            visit.awaitText(".offer", "As you asked");
            visit.tabTo(".offer button");
            visit.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
            visit.awaitText(".said", "is booked: 4 servers");
            assertThat(site.get(ana, "/reservations?user=me").path("reservations"))
                    .hasSize(1);
        }
    }

    /** Nobody gets slow servers without being told; one click asks for the fast ones. */
    @ParameterizedTest
    @SomeScreens
    void slowPool_isSaid(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.open("book");
            visit.type("#words", "2 servers, 1 hour of work, done by today 20:00\n");
            visit.awaitText(".offer .slower", "old is slower than new (rate 0.5 instead of 1): 2 h instead of 1 h.");
            visit.clickText(".offer .slower button", "Only on new");
            visit.awaitText(".offer .facts", "2 servers on new");
            assertThat(visit.has(".offer .slower")).isFalse();
        }
    }

    /** Errors are shown in words next to the field they concern. */
    @ParameterizedTest
    @SomeScreens
    void wrongFields(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.open("book");
            visit.type("#words", "2 servers, a bit of work");
            visit.awaitText("#words-understood", "Not understood: \"a bit of work\"");
            visit.type("#words", "2 servers, 2 hours of work");
            visit.clickText("berth-book button", "See offers");
            visit.await("[data-field=deadline] .wrong");
            visit.type("#words", "2 servers, 2 hours of work, done by tomorrow 9:00");
            visit.type("[data-field=budget] input", "cheap");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText("[data-field=budget] .wrong", "decimal");
            WebElement input = visit.await("[data-field=budget] input");
            assertThat(input.getDomAttribute("aria-invalid")).isEqualTo("true");
            assertThat(visit.driver.findElements(By.cssSelector(".field .wrong")))
                    .hasSize(1);
            visit.type("[data-field=budget] input", "0.10");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".refusal", "costs");
            visit.await("[data-field=budget] .wrong");
        }
    }

    /** Operators alone have the field; the reservation is the other's, and says who has booked it. */
    @ParameterizedTest
    @SomeScreens
    void forAnotherAccount(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit user = Visit.of(site, screen, ana);
            user.open("book");
            user.await("[data-field=name] input");
            assertThat(user.has("[data-field=user]")).isFalse();

            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            visit.open("book");
            visit.type("#words", "2 servers, 2 hours of work, done by today 20:00, on new, named course");
            assertThat(visit.text("[data-field=user]")).contains("For account");
            visit.type("[data-field=user] input", "nobody\t");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText("[data-field=user] .wrong", "not an account");
            visit.type("[data-field=user] input", "ana\t");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "As you asked");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "is booked");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("name").asText()).isEqualTo("course");
            assertThat(booked.path("user").asText()).isEqualTo("ana");
            assertThat(booked.path("bookedBy").asText()).isEqualTo("olga");
        }
    }

    /** Numbers of servers with a time each, in a field and in words; the service chooses one. */
    @ParameterizedTest
    @SomeScreens
    void tableOfServers(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type("#words", "1:3h, 2:90m, on new, done by tomorrow 9:00, named split");
            visit.awaitText(
                    "#words-understood",
                    "1 server with 3 hours of work or 2 servers with 1 hour 30 minutes of work each");
            assertThat(visit.await("[data-field=table] input").getDomProperty("value"))
                    .isEqualTo("1:3h, 2:1h30m");
            visit.type("[data-field=table] input", "1:3h, two");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText("[data-field=table] .wrong", "2:4h, 4:2h30m");
            visit.type("[data-field=table] input", "2:2h, 3:90m");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "2 servers on new");
            assertThat(visit.await("#words").getDomProperty("value")).startsWith("2:2h, 3:1h30m");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "split is booked: 2 servers on new");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("table")).hasSize(2);
            visit.open("mine");
            visit.awaitText("article.reservation", "Can run on 2 for 2 h or 3 for 1 h 30 min.");
            assertThat(visit.complaints())
                    .allMatch(complaint -> complaint.contains("/offers") && complaint.contains("422"));
        }
    }

    @ParameterizedTest
    @SomeScreens
    void aSeriesInPlainWords(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type(
                    "#words",
                    "1 server, for 1 hour, ready tomorrow 8:00, done by tomorrow 9:00, every day, 3 times, named"
                            + " lecture");
            visit.clickText("berth-book button", "Book the series");
            visit.awaitText(".said", "lecture is booked 3 times");
            List<JsonNode> booked = new java.util.ArrayList<>();
            site.get(ana, "/reservations?user=me").path("reservations").forEach(booked::add);
            assertThat(booked)
                    .extracting(each -> each.path("start").asText())
                    .containsExactly("2026-11-17T07:00:00Z", "2026-11-18T07:00:00Z", "2026-11-19T07:00:00Z");
        }
    }
}
