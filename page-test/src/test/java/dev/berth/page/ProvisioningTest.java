package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Provisioning: a search, and a choice among what it has found with the eyes. */
class ProvisioningTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void progressThenTheBestSoFar(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            ExampleDay.fill(site);
            ProvisioningView view = ProvisioningView.opened(site, screen);
            Visit visit = view.visit();
            site.send(view.token(), "POST", "/workflows", large());
            visit.open("book");
            visit.open("provisioning");
            visit.click(".chooser summary");
            visit.clickText(".sent strong", "large");
            visit.awaitText("berth-provisioning .workflow h2", "large 1,500 tasks");
            visit.click("berth-provisioning form summary");
            visit.type("[data-field=population] input", "1000");
            visit.type("[data-field=iterations] input", "99");
            visit.clickText("berth-provisioning form button", "Search");
            visit.awaitText(".searching", "Searching");
            visit.until(
                    "progress",
                    () -> Boolean.TRUE.equals(visit.script("return document.querySelector('progress')?.value > 0")));
            visit.open("book");
            visit.open("provisioning");
            visit.clickText(".searching button", "Stop: best so far");
            visit.awaitText("berth-choice h2", "plans to choose from");
            assertThat(view.newest().path("state").asText()).isEqualTo("stopped");
            assertThat(visit.driver.findElements(By.cssSelector(".point")))
                    .hasSize(view.newest().path("points").size());

            // What was asked is as it was.
            visit.click(".terms > summary");
            visit.clickText("berth-provisioning form button", "Search again");
            visit.clickText(".searching button", "Cancel");
            visit.until("no search", () -> !visit.has(".searching") && !visit.has("berth-choice"));
            assertThat(site.get(view.token(), "/searches").path("searches")).hasSize(1);
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** Has enough tasks that the search goes on until somebody stops it. */
    private static String large() {
        return IntStream.range(0, 1_500)
                .mapToObj(task -> task < 30
                        ? "{\"id\":\"t%d\",\"seconds\":300}".formatted(task)
                        : "{\"id\":\"t%d\",\"seconds\":300,\"after\":[\"t%d\"]}".formatted(task, task - 30))
                .collect(Collectors.joining(",", "{\"name\":\"large\",\"tasks\":[", "]}"));
    }

    /** At every place of the slider. */
    @Test
    void theSliderChoosesAsTheServiceDoes() {
        try (TestSite site = ProvisioningView.harbour(data)) {
            ProvisioningView view = ProvisioningView.opened(site, Screen.DESKTOP);
            Visit visit = view.visit();
            view.search();
            assertThat(view.last()).isGreaterThan(2);
            List<Integer> expected = new ArrayList<>();
            for (int step = 0; step <= 100; step++) {
                expected.add(view.chosenBy(step / 100.0));
            }
            assertThat(expected).startsWith(view.last()).endsWith(0);
            Object picked = visit.driver.executeAsyncScript("""
                    const done = arguments[0];
                    (async () => {
                      const choice = document.querySelector('berth-choice');
                      const slider = choice.querySelector('#alpha');
                      const picked = [];
                      for (let step = 0; step <= 100; step++) {
                        slider.value = step / 100;
                        slider.dispatchEvent(new Event('input'));
                        await choice.updateComplete;
                        picked.push(Number(choice.querySelector('.point[aria-checked=true]').dataset.point));
                      }
                      done(picked);
                    })();
                    """);
            assertThat(((List<?>) Objects.requireNonNull(picked)))
                    .extracting(each -> ((Number) each).intValue())
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @SomeScreens
    void theChosenPlanIsDrawn(Screen screen) {
        try (TestSite site = ProvisioningView.harbour(data)) {
            ProvisioningView view = ProvisioningView.opened(site, screen);
            Visit visit = view.visit();
            assertThat(
                            visit.script(
                                    "const { left, right } = document.querySelector('nav [aria-current]').getBoundingClientRect(); return left >= 0 && right <= innerWidth"))
                    .as("whether the name of the view is in view")
                    .isEqualTo(true);
            view.set("deadline", "2026-11-16T23:00");
            view.search();
            String pool = view.newest().at("/queue/pool").asText();
            assertThat(visit.text(".in-the-queue")).contains("Without reservations, in the queue of " + pool);
            int last = view.last();
            visit.await("#alpha").sendKeys(Keys.HOME);
            view.awaitDrawn(last);
            assertThat(view.chosen()).isEqualTo(last);
            visit.awaitText(".alpha output", "alpha 0.00");
            visit.await("#alpha").sendKeys(Keys.END);
            view.awaitDrawn(0);
            assertThat(visit.text("berth-choice"))
                    .contains("Plan 1", "before the deadline", "3 allocations for 5 tasks");
            assertThat(
                            visit.script(
                                    "return document.querySelector('berth-timetable').site.lines.map((each) => each.label).join()"))
                    .isEqualTo("deadline");

            // A point of one's own choice, and the slider goes along.
            visit.script("document.querySelector('.scatter').scrollIntoView({ block: 'center' })");
            visit.click(".point[data-point='%d'] .dot".formatted(last));
            view.awaitDrawn(last);
            double alpha = Double.parseDouble(
                    visit.text(".alpha output").replace("alpha", "").strip());
            assertThat(view.chosenBy(alpha)).isEqualTo(last);
            visit.click(".points summary");
            visit.click("[aria-label^='Choose plan 2:']");
            view.awaitDrawn(1);
            visit.click(".tasks summary");
            visit.awaitText(".tasks table", "print");
            visit.open("book");
            visit.until("no ghost", () -> !visit.has(".overlay .ghost"));
        }
    }

    /** Errors are shown in words next to the field they concern; the reason why there is no plan, for the whole form. */
    @Test
    void wrongFieldsAndNoPlan() {
        try (TestSite site = TestSite.usual("test", data)) {
            ProvisioningView view = ProvisioningView.opened(site, Screen.PHONE);
            Visit visit = view.visit();
            visit.type("[data-field=servers] input", "many");
            view.set("deadline", "2026-11-16T09:00");
            visit.clickText("berth-provisioning form button", "Search");
            visit.awaitText("[data-field=servers] .wrong", "whole number");
            visit.awaitText("[data-field=deadline] .wrong", "after ready");
            assertThat(visit.await("[data-field=servers] input").getDomAttribute("aria-invalid"))
                    .isEqualTo("true");
            visit.type("[data-field=servers] input", "1");
            view.set("deadline", "");
            visit.click("berth-provisioning form summary");
            visit.type("[data-field=limit] input", "2 hours");
            visit.click("berth-provisioning form summary");
            visit.until("folded", () -> !visit.has("[data-field=limit]"));
            visit.clickText("berth-provisioning form button", "Search");
            visit.awaitText("[data-field=limit] .wrong", "at most PT1M");
            visit.type("[data-field=limit] input", "20 s");
            for (String pool : List.of("old", "new", "gpu")) {
                visit.clickText("[data-field=pools] label", pool);
            }
            visit.clickText("berth-provisioning form button", "Search");
            visit.await("[data-field=pools] .wrong");
            visit.clickText("[data-field=pools] label", "old");
            view.set("deadline", "2026-11-16T10:30");
            visit.clickText("berth-provisioning form button", "Search");
            visit.awaitText(".refusal", "No plan");
            assertThat(visit.text(".refusal")).contains("ends by the deadline");
            view.set("deadline", "");
            visit.type("[data-field=servers] input", "9");
            visit.clickText("berth-provisioning form button", "Search again");
            visit.awaitText(".refusal", "None was found: a task takes 9 servers at once");
        }
    }
}
