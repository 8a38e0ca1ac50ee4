package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.Keys;

/** Workflows booked whole, seen as booked, and cancelled. */
class WorkflowBookingTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void bookedWholeAndCancelled(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            WorkflowView view = WorkflowView.planned(site, screen, ana);
            Visit visit = view.visit();
            assertThat(visit.text(WorkflowView.BOOK).strip()).matches("Book all 6 tasks for [0-9]+\\.[0-9]{2}");
            visit.click(WorkflowView.BOOK);
            visit.awaitText(".said", "coast is booked: 6 tasks for");
            assertThat(reservations(site, ana)).hasSize(6).allMatch(each -> each.startsWith("coast "));
            visit.awaitText("[data-plan=w1]", "6 tasks: 6 booked");
            visit.await("[data-plan=w1] [aria-pressed=true]");
            visit.until("where it is booked", () -> Boolean.TRUE.equals(visit.script("""
                    const { pools } = document.querySelector('berth-timetable').prepare().layout;
                    const isOn = (task) => (bar) => bar.window.id === task.task.reservation && bar.lane === task.lane && bar.start === task.start && bar.end === task.end;
                    return pools.flatMap((pool) => pool.planned).length === 6 && pools.every((pool) => pool.planned.every((task) => pool.bars.some(isOn(task))));
                    """)));

            visit.click("[data-plan=w1] [aria-label='Cancel coast']");
            visit.awaitText("[data-plan=w1] .quote", "to 0.00, and a fee of");
            assertThat(reservations(site, ana)).hasSize(6);
            visit.clickText("[data-plan=w1] button", "Cancel plan");
            visit.awaitText(".said", "coast is cancelled");
            visit.awaitText("[data-plan=w1]", "Given up");
            assertThat(reservations(site, ana)).isEmpty();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void overTheQuota_isSaidBeforeTheBooking() {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.send(
                    site.administrator(),
                    "PATCH",
                    "/accounts/ana",
                    "{\"quota\":{\"serverHours\":\"0.01\",\"window\":\"P1D\"}}");
            WorkflowView view = WorkflowView.of(site, Screen.DESKTOP, ana);
            Visit visit = view.visit();
            view.send(WorkflowView.example("coast.json"));
            visit.awaitText(".plan .trouble", "Quota of ana: 0.01 server-hours per day");
            assertThat(visit.has(WorkflowView.BOOK)).isFalse();
            assertThat(visit.text(".plan .facts-list")).contains("Price");
        }
    }

    /** A plan that is booked elsewhere is listed at once. */
    @Test
    void listedAsItIsBooked() throws IOException {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            WorkflowView view = WorkflowView.of(site, Screen.DESKTOP, ana);
            Visit visit = view.visit();
            visit.awaitText(".booked", "None yet");
            String id = site.send(ana, "POST", "/workflows", Files.readString(WorkflowView.example("coast.json")))
                    .path("id")
                    .asText();
            site.send(ana, "POST", "/workflows/" + id + "/book", "{\"deadline\":\"%s\"}".formatted(TestSite.at(8)));
            visit.awaitText("[data-plan=w1]", "6 tasks: 6 booked");
            visit.click("[data-plan=w1] [aria-label='Show coast on the timetable']");
            visit.until("shown", () -> view.slots().size() == 6);
            assertThat(view.deadline()).isEqualTo(TestSite.at(8));
            visit.click("[data-plan=w1] [aria-label='Show coast on the timetable']");
            visit.until("no longer shown", () -> view.slots().isEmpty());
        }
    }

    @ParameterizedTest
    @SomeScreens
    void byKeyboardAlone(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            WorkflowView view = new WorkflowView(visit);
            visit.tabTo("nav a[href='#/workflows']");
            visit.press(Keys.ENTER);
            visit.await("berth-upload");
            visit.tabTo("berth-upload .empty button");
            visit.press(Keys.ENTER);
            visit.await(WorkflowView.BOOK);
            visit.tabTo(".graph .node");
            assertThat(view.pointed()).isEqualTo("soundings");
            visit.press(Keys.ARROW_DOWN);
            visit.until("the next level", () -> view.pointed().equals("grid"));
            visit.press(Keys.ARROW_DOWN);
            visit.until("a model", () -> view.pointed().startsWith("model-"));
            String before = view.pointed();
            visit.press(Keys.ARROW_LEFT);
            visit.until(
                    "another model",
                    () -> view.pointed().startsWith("model-") && !view.pointed().equals(before));
            visit.tabTo(WorkflowView.BOOK);
            visit.press(Keys.ENTER);
            visit.awaitText(".said", "tides is booked: 13 tasks for");
            assertThat(reservations(site, ana)).hasSize(13);
        }
    }

    private static List<String> reservations(TestSite site, String token) {
        List<String> names = new ArrayList<>();
        for (JsonNode each : site.get(token, "/reservations?user=me").path("reservations")) {
            names.add(each.path("name").asText());
        }
        return names;
    }
}
