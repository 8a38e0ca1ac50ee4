package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** My reservations, and the price of a change before it is made. */
class MineTest {
    @TempDir
    private Path data;

    /** Dragged to where the pool is busier, which is dearer; the price is said first, and is the price then. */
    @ParameterizedTest
    @SomeScreens
    void aMoveThatCosts(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "new", 2, 2, 3);
            site.book(site.account("ben", "user"), "training", "new", 4, 8, 4);
            double before = price(site, ana, id);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.await("[data-id='" + id + "']");
            if (screen.touch) {
                visit.clickText(".toolbar button", "Draw a window");
            }
            visit.drag("new", 0, TestSite.at(3), 0, TestSite.at(8));
            visit.awaitText(".change .quote", "the price goes from");
            assertThat(visit.text(".change .quote")).contains("16:30 – 19:30");
            assertThat(price(site, ana, id)).isEqualTo(before);
            String quoted = visit.text(".change .quote").replaceAll("(?s).*from [0-9.]+ to ([0-9.]+)[.,].*", "$1");
            visit.clickText(".change button", "Yes, move it");
            visit.awaitText(".said", "render is moved");
            assertThat(site.get(ana, "/reservations/" + id).path("start").asText())
                    .isEqualTo(TestSite.at(7).toString());
            assertThat(price(site, ana, id))
                    .isEqualTo(Double.parseDouble(quoted))
                    .isGreaterThan(before);
            visit.awaitText("[data-id='" + id + "']", "today 16:30");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void whatHasEnded_isShownWhenAsked(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "new", 2, 2, 3);
            site.send(ana, "DELETE", "/reservations/" + id, "");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText("berth-mine", "1 ended recently.");
            assertThat(visit.has("[data-id='" + id + "']")).isFalse();
            visit.clickText("berth-mine .ended", "Show");
            visit.awaitText("[data-id='" + id + "']", "Cancelled");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void whatRunsInIt_isSaid(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String job = "{\"name\":\"render\",\"pool\":\"new\",\"stay\":\"PT2H\",\"deadline\":\"%s\"}"
                    .formatted(TestSite.at(9));
            String id = site.send(ana, "POST", "/reservations", job).path("id").asText();
            site.send(
                    ana,
                    "POST",
                    "/reservations/" + id + "/run",
                    "{\"runner\":\"one\",\"host\":\"dgx\",\"command\":\"blender\"}");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText("[data-id='" + id + "'] .run", "Runs blender on dgx since today");
            site.send(ana, "POST", "/reservations/" + id + "/run/end", "{\"runner\":\"one\",\"exitCode\":3}");
            visit.clickText("berth-mine .ended", "Show");
            visit.awaitText("[data-id='" + id + "'] .run", "Ran blender on dgx until today");
            assertThat(visit.text("[data-id='" + id + "'] .run")).endsWith("exit code 3.");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void fixRelaxExtendCancel(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "new", 1, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");

            visit.click("[aria-label='Relax render']");
            visit.await(".change [data-field=deadline] input");
            visit.script(
                    "const field = document.querySelector('.change [data-field=deadline] input'); field.value = '2026-11-16T20:30'; field.dispatchEvent(new Event('change'))");
            change(visit, "relax", "relaxed");
            assertThat(site.get(ana, "/reservations/" + id).path("deadline").asText())
                    .isEqualTo("2026-11-16T19:30:00Z");

            visit.click("[aria-label='Extend render']");
            visit.type(".change [data-field=work] input", "30 minutes");
            change(visit, "extend", "extended");
            JsonNode extended = site.get(ana, "/reservations/" + id);
            assertThat(java.time.Duration.between(
                            java.time.Instant.parse(extended.path("start").asText()),
                            java.time.Instant.parse(extended.path("end").asText())))
                    .hasMinutes(150);

            visit.click("[aria-label='Fix render']");
            visit.await(".change .quote");
            visit.clickText(".change button", "Keep it");
            visit.until("the change is gone", () -> !visit.has(".change"));

            visit.click("[aria-label='Cancel render']");
            visit.awaitText(".change .quote", "If you cancel it");
            visit.clickText(".change button", "Cancel reservation");
            visit.awaitText(".said", "render is cancelled");
            visit.awaitText("berth-mine", "You have booked nothing yet");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void shared_isSeenByGuests_andHandedOver(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String id = site.book(ana, "render", "new", 1, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.click("[aria-label='Share render']");
            visit.type(".change [data-field=guests] input", "nobody");
            visit.clickText(".change button", "Share it");
            visit.awaitText(".change", "nobody");
            visit.type(".change [data-field=guests] input", "ben");
            visit.clickText(".change button", "Share it");
            visit.awaitText(".said", "The guests of render are changed");
            visit.awaitText("[data-id='" + id + "'] .guests", "Shared with ben");

            Visit guest = Visit.of(site, screen, ben);
            guest.open("mine");
            guest.awaitText(".shared [data-id='" + id + "']", "render");
            assertThat(guest.has("[aria-label='Cancel render']")).isFalse();

            Visit owner = Visit.of(site, screen, ana);
            owner.open("mine");
            owner.click("[aria-label='Hand over render']");
            owner.type(".change [data-field=to] input", "ben");
            owner.clickText(".change button", "Hand it over");
            owner.awaitText(".said", "render belongs to ben now");
            assertThat(site.get(ben, "/reservations/" + id).path("user").asText())
                    .isEqualTo("ben");
            owner.awaitText("berth-mine", "You have booked nothing yet");
        }
    }

    private static void change(Visit visit, String kind, String done) {
        visit.clickText(".change button", "Show the price");
        visit.awaitText(".change .quote", "If you " + kind + " it");
        visit.clickText(".change button", "Yes, " + kind + " it");
        visit.awaitText(".said", "render is " + done);
    }

    @ParameterizedTest
    @SomeScreens
    void oneOccurrenceIsSkipped(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.send(ana, "POST", "/reservations", """
                    {"name":"lecture","ready":"2026-11-17T08:00:00Z","deadline":"2026-11-17T09:00:00Z","stay":"PT1H","recurrence":{"rule":"FREQ=DAILY;COUNT=3","zone":"Europe/Zurich"}}""");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText(".series", "3 to come");
            visit.click("[aria-label='Skip lecture Wed 18 Nov 09:00'], [aria-label='Skip lecture Wed, 18 Nov 09:00']");
            visit.awaitText(".series li.skipped", "skipped");
            visit.awaitText(".series", "2 to come");
            JsonNode series = site.get(ana, "/series/s1");
            assertThat(series.at("/occurrences/1/state").asText()).isEqualTo("skipped");
            assertThat(series.at("/occurrences/2/state").asText()).isEqualTo("booked");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void aCalendarFeed(Screen screen) throws Exception {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "render", "new", 1, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.clickText("berth-mine button", "Create a token");
            String secret = visit.await(".secret").getText();
            String address = visit.await(".address").getDomAttribute("href");
            java.net.http.HttpRequest request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(address))
                    .header(
                            "Authorization",
                            "Basic "
                                    + java.util.Base64.getEncoder()
                                            .encodeToString(("ana:" + secret)
                                                    .getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                    .build();
            assertThat(java.net.http.HttpClient.newHttpClient()
                            .send(request, java.net.http.HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("SUMMARY:render");
        }
    }

    private static double price(TestSite site, String token, String id) {
        return site.get(token, "/reservations/" + id).path("price").asDouble();
    }
}
