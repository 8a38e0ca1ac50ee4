package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.Keys;

/** From a plan that a search has found to what is booked, and what may come in between. */
class ProvisionBookingTest {
    @TempDir
    private Path data;

    @Test
    void overTheQuota_isSaidBeforeTheBooking() {
        try (TestSite site = ProvisioningView.harbour(data)) {
            ProvisioningView view = ProvisioningView.opened(site, Screen.DESKTOP);
            site.send(
                    site.administrator(),
                    "PATCH",
                    "/accounts/eve",
                    "{\"quota\":{\"serverHours\":\"0.01\",\"window\":\"P1D\"}}");
            view.visit().clickText("berth-provisioning form button", "Search");
            view.visit().awaitText("berth-choice .trouble", "Quota of eve: 0.01 server-hours per day");
            assertThat(view.visit().has(ProvisioningView.BOOK)).isFalse();
        }
    }

    @ParameterizedTest
    @SomeScreens
    void bookedAndGivenUp(Screen screen) {
        try (TestSite site = ProvisioningView.harbour(data)) {
            ProvisioningView view = ProvisioningView.opened(site, screen);
            Visit visit = view.visit();
            String eve = view.token();
            view.search();
            visit.await("#alpha").sendKeys(Keys.HOME);
            JsonNode plan = view.plan(view.last());
            view.awaitDrawn(view.last());
            assertThat(site.get(eve, "/reservations?user=me").path("reservations"))
                    .isEmpty();
            visit.click(ProvisioningView.BOOK);
            visit.awaitText(".said", "charts is booked");
            JsonNode booked = site.get(eve, "/provisions/p1");
            assertThat(windows(booked.path("allocations"))).isEqualTo(windows(plan.path("allocations")));
            for (JsonNode each : booked.path("allocations")) {
                assertThat(site.get(
                                        eve,
                                        "/reservations/"
                                                + each.path("reservation").asText())
                                .path("state")
                                .asText())
                        .isEqualTo("waiting");
            }
            visit.awaitText("[data-provision=p1]", "Booked");
            assertThat(visit.has("berth-choice")).isFalse();
            visit.click("[aria-label='Show charts on the timetable']");
            assertThat(visit.script("return document.querySelector('berth-timetable').site.selected"))
                    .isEqualTo(booked.at("/allocations/0/reservation").asText());

            visit.click("[aria-label='Cancel charts']");
            visit.awaitText("[data-provision=p1] .quote", "the price goes from");
            assertThat(site.get(eve, "/provisions/p1").path("released").asBoolean())
                    .isFalse();
            visit.clickText("[data-provision=p1] button", "Cancel provision");
            visit.awaitText("[data-provision=p1]", "Given up");
            assertThat(site.get(eve, "/provisions/p1").path("released").asBoolean())
                    .isTrue();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** Slots taken by another user at the very moment of booking, and while the user still decides. */
    @Test
    void somebodyElseTakesASlot() {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            ProvisioningView view = ProvisioningView.opened(site, Screen.DESKTOP);
            Visit visit = view.visit();
            String eve = view.token();
            view.search();
            visit.script("""
                    // In one go: the page hears of it only after it has sent its own wish.
                    const rival = new XMLHttpRequest();
                    rival.open('POST', '/api/v1/reservations', false);
                    rival.setRequestHeader('Authorization', 'Bearer ' + arguments[0]);
                    rival.setRequestHeader('Content-Type', 'application/json');
                    rival.send(arguments[1]);
                    if (rival.status !== 201) throw new Error(rival.responseText);
                    document.querySelector('.book-plan').click();
                    """, ana, rival(view));
            visit.awaitText("berth-choice .refusal", "It cannot be booked any more");
            assertThat(visit.text("berth-choice .refusal")).contains("charts", "free server");
            assertThat(site.get(eve, "/provisions").path("provisions")).isEmpty();
            String before = view.newest().path("search").asText();
            visit.clickText("berth-choice .refusal button", "Search again");
            visit.until(
                    "another search",
                    () -> !view.newest().path("search").asText().equals(before));
            visit.await(ProvisioningView.BOOK);

            site.send(ana, "POST", "/reservations", rival(view));
            visit.awaitText("berth-choice .refusal", "It cannot be booked any more");
            assertThat(visit.has(".book-plan")).isFalse();
            assertThat(visit.text("berth-choice")).contains("can no longer be booked");
        }
    }

    /** Expired plans say so by themselves; a user who comes back finds the search again. */
    @Test
    void tooLateToBook() {
        try (TestSite site = TestSite.usual("test", data)) {
            String eve = site.account("eve", "user");
            String workflow = site.send(eve, "POST", "/workflows", ProvisioningView.WORKFLOW)
                    .path("id")
                    .asText();
            Visit visit = Visit.of(site, Screen.DESKTOP, eve);
            Instant ready = Instant.parse(site.get(eve, "/health").path("time").asText())
                    .plusSeconds(2);
            String search = site.send(
                            eve, "POST", "/workflows/" + workflow + "/provision", "{\"ready\":\"" + ready + "\"}")
                    .path("search")
                    .asText();
            visit.script("document.querySelector('berth-timetable').site.search = arguments[0]", search);
            visit.open("provisioning");
            visit.awaitText("berth-choice .refusal", "which has passed; search again");
            visit.clickText("berth-choice .refusal button", "Search again");
            visit.await(ProvisioningView.BOOK);
        }
    }

    @ParameterizedTest
    @SomeScreens
    void byKeyboardAlone(Screen screen) {
        try (TestSite site = ProvisioningView.harbour(data)) {
            String eve = site.account("eve", "user");
            Visit visit = Visit.of(site, screen, eve);
            ProvisioningView view = new ProvisioningView(site, visit, eve);
            visit.tabTo("nav a[href='#/provisioning']");
            visit.press(Keys.ENTER);
            visit.await("berth-upload button");
            visit.tabTo("berth-upload .empty button");
            visit.press(Keys.ENTER);
            visit.awaitText("berth-provisioning .workflow h2", "tides");
            visit.tabTo("berth-provisioning form button:not([type])");
            visit.press(Keys.ENTER);
            visit.await(ProvisioningView.BOOK);
            visit.tabTo(".point");
            int first = view.chosen();
            visit.press(Keys.ARROW_RIGHT);
            visit.until("the next point", () -> view.chosen() == first + 1);
            assertThat(visit.script("return document.activeElement.getAttribute('aria-label')"))
                    .asString()
                    .startsWith("Plan " + (first + 2) + " of ")
                    .contains("cost", "takes", "done");
            visit.tabTo("#alpha");
            visit.press(Keys.END);
            visit.until("the cheapest", () -> view.chosen() == 0);
            assertThat(visit.await("#alpha").getDomAttribute("aria-valuetext")).startsWith("1.00: plan 1, cost");
            visit.await(ProvisioningView.BOOK);
            visit.tabTo(ProvisioningView.BOOK);
            visit.press(Keys.ENTER);
            visit.awaitText(".said", "tides is booked");
            assertThat(site.get(eve, "/provisions").path("provisions")).hasSize(1);
        }
    }

    private static List<String> windows(JsonNode allocations) {
        List<String> windows = new ArrayList<>();
        allocations.forEach(each -> windows.add(each.path("pool").asText() + " "
                + each.path("servers").asText() + " "
                + each.path("start").asText() + " " + each.path("end").asText()));
        return windows;
    }

    /** All servers of a pool in the time of a slot of the plan. */
    private static String rival(ProvisioningView view) {
        JsonNode slot = view.plan(view.chosen()).at("/allocations/0");
        Instant start = Instant.parse(slot.path("start").asText());
        Instant end = Instant.parse(slot.path("end").asText());
        String pool = slot.path("pool").asText();
        return """
                {"name":"rival","pool":"%s","servers":%d,"ready":"%s","deadline":"%s","stay":"%s"}""".formatted(
                pool,
                view.site().get(view.token(), "/pools/" + pool).path("servers").asInt(),
                start,
                end,
                Duration.between(start, end));
    }
}
