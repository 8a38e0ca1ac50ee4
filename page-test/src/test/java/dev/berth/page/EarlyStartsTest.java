package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Whether a reservation may start earlier than promised: chosen when it is booked, and told when it happens. */
class EarlyStartsTest {
    @TempDir
    private Path data;

    private static final String RADIO = "[data-field=starts] .check:nth-of-type(%d) input";

    @ParameterizedTest
    @SomeScreens
    void chosenWhenBooking_toldWhenItHappens(Screen screen) {
        try (TestSite site = TestSite.single(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String first = site.send(ben, "POST", "/reservations", """
                            {"name":"first","pool":"solo","deadline":"%s","stay":"PT2H"}""".formatted(TestSite.at(3)))
                    .path("id")
                    .asText();
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type("#words", "1 server, for 1 hour, done by today 20:00, named render");
            assertThat(visit.await("[data-field=starts]").getText())
                    .contains("Start at the promised time", "Start earlier if servers are free");
            assertThat(visit.await(RADIO.formatted(1)).isSelected()).isTrue();
            assertThat(visit.has("[data-field=notice]")).isFalse();
            visit.click(RADIO.formatted(2));
            visit.await("[data-field=notice] input");
            assertThat(visit.await("#words").getDomProperty("value")).contains("start when free");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "Starts earlier if servers are free.");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "render is booked");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("starts").asText()).isEqualTo("when-free");
            String promised = booked.path("start").asText();
            visit.open("mine");
            visit.awaitText("berth-mine .reservation", "Starts earlier if servers are free. Done by today 20:00");

            site.send(ben, "POST", "/reservations/" + first + "/finish", "");
            String clock = java.time.Instant.parse(promised)
                    .atZone(java.time.ZoneId.of("Europe/Zurich"))
                    .toLocalTime()
                    .toString()
                    .substring(0, 5);
            visit.awaitText(".said", "render starts now instead of " + clock);
            visit.awaitText("berth-mine .reservation .early", "render starts now instead of " + clock);
            visit.awaitText("berth-mine .reservation .badge", "Running");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @SomeScreens
    void whatComesFreeEarlier_isShown(Screen screen) {
        try (TestSite site = TestSite.single(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            site.book(ben, "first", "solo", 1, 1, 2);
            String second = site.book(ben, "second", "solo", 1, 3, 3);
            String render = site.send(ana, "POST", "/reservations", """
                            {"name":"render","ready":"%s","deadline":"%s","stay":"PT2H","starts":"when-free"}""".formatted(TestSite.at(1), TestSite.at(12)))
                    .path("id")
                    .asText();
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText("[data-id='" + render + "'] .when", "today 15:30");
            visit.awaitText("[data-id='" + render + "']", "Starts earlier if servers are free.");
            site.send(ben, "DELETE", "/reservations/" + second, "");
            visit.awaitText("[data-id='" + render + "']", "Expected to start today 12:30, as it looks now");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void withNotice(Screen screen) {
        try (TestSite site = TestSite.single(data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type("#words", "1 server, for 1 hour, ready today 12:00, done by today 20:00, named render");
            visit.click(RADIO.formatted(2));
            visit.type("[data-field=notice] input", "15 minutes");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "Starts earlier if servers are free, with 15 min notice.");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "render is booked");
            visit.open("mine");
            visit.awaitText(
                    "berth-mine .reservation", "Starts earlier if servers are free, with 15 min notice. Done by today");
            assertThat(site.get(ana, "/reservations?user=me")
                            .at("/reservations/0/notice")
                            .asText())
                    .isEqualTo("PT15M");
            visit.open("book");
            visit.type("#words", "1 server, for 1 hour, done by today 20:00, start when free, 5 minutes notice");
            visit.await("[data-field=notice]");
            visit.click(RADIO.formatted(1));
            visit.until("no notice", () -> !visit.has("[data-field=notice]"));
            assertThat(visit.await("#words").getDomProperty("value")).doesNotContain("free", "notice");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void asPromised_isSaid(Screen screen) {
        try (TestSite site = TestSite.single(data)) {
            String ana = site.account("ana", "user");
            site.send(ana, "POST", "/reservations", """
                    {"name":"render","ready":"%s","deadline":"%s","stay":"PT1H"}""".formatted(TestSite.at(1), TestSite.at(4)));
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText("berth-mine .reservation", "Starts at the promised time, not earlier. Done by today 13:30");
        }
    }
}
