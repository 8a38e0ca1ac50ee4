package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The window that is preferred, chosen when booking, and what it costs to cancel late, said before and after. */
class PreferringTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void preferredWindow_andTheFeesForLateness(Screen screen) {
        try (TestSite site = TestSite.single(data)) {
            site.send(site.administrator(), "PUT", "/pools/solo/tariff", """
                    {"base":"2","lateness":{"steps":[{"before":"P1D","share":"0.1"},{"before":"PT1H","share":"0.5"}],"noShow":"0.25"}}""");
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("book");
            visit.type("#words", "1 server, for 1 hour, ready today 18:00, done by today 23:00, named render");
            visit.awaitText("[data-field=prefer]", "the lowest price");
            assertThat(visit.await("[data-field=prefer] select").getText())
                    .contains("as the site decides", "the earliest end", "the lowest price")
                    .doesNotContain("CO₂");
            visit.await("[data-field=prefer] select").sendKeys("the lowest price");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer .cancelling", "Cancelling: 10% from");
            assertThat(visit.await(".offer .cancelling").getText())
                    .contains("50% from today 17:00", "25% more if nobody comes");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "render is booked");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("prefer").asText()).isEqualTo("cheap");
            visit.open("mine");
            visit.awaitText("berth-mine .reservation .cancelling", "50% from today 17:00");
            assertThat(visit.complaints()).isEmpty();
        }
    }
}
