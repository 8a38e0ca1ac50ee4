package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

/** Workflows that are sent, and how they are drawn. */
class WorkflowsTest {
    @TempDir
    private Path data;

    @TempDir
    private Path files;

    @ParameterizedTest
    @CsvSource({
        "DESKTOP, false, coast.json, Berth's own",
        "PHONE, false, coast.dax.xml, DAX",
        "DESKTOP, true, coast.wfformat.json, WfFormat"
    })
    void sentAndDrawnByLevels(Screen screen, boolean dropped, String file, String format) throws IOException {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.of(site, screen, site.account("ana", "user"));
            Visit visit = view.visit();
            if (dropped) {
                view.drop(WorkflowView.example(file));
            } else {
                view.send(WorkflowView.example(file));
            }
            visit.awaitText(".workflow h2", "coast");
            assertThat(visit.text(".workflow .facts"))
                    .contains("6 tasks, 7 edges, 4 levels")
                    .contains("3 h 10 min of work", "2 h of it one after the other")
                    .contains(format);
            assertThat(view.levels())
                    .containsExactly(
                            List.of("photos"),
                            List.of("scan-1", "scan-2", "scan-3"),
                            List.of("merge"),
                            List.of("report"));
            assertThat(visit.driver.findElements(By.cssSelector(".graph .edge")))
                    .hasSize(7);
            visit.await(WorkflowView.BOOK);
            assertThat(view.slots())
                    .extracting(WorkflowView.Slot::task)
                    .containsExactlyInAnyOrder("photos", "scan-1", "scan-2", "scan-3", "merge", "report");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** Errors in a file are shown next to where it was chosen, and nothing of the file is kept. */
    @ParameterizedTest
    @SomeScreens
    void whatIsNoWorkflow(Screen screen) throws IOException {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            WorkflowView view = WorkflowView.of(site, screen, ana);
            Visit visit = view.visit();
            view.send(file("broken.json", """
                    {"name": "broken",
                     "tasks": [{"id": "a", "seconds": "long"}]}"""));
            visit.awaitText("[data-field=file] .wrong", "Line 2, column");
            assertThat(visit.await("#workflow-file").getDomAttribute("aria-invalid"))
                    .isEqualTo("true");
            view.send(file("round.json", """
                    {"name": "round", "tasks": [
                      {"id": "a", "seconds": 1, "after": ["b"]}, {"id": "b", "seconds": 1, "after": ["a"]}]}"""));
            visit.awaitText("[data-field=file] .wrong", "wait for each other in a circle");
            view.send(file("large.json", " ".repeat((8 << 20) + 1)));
            visit.awaitText("[data-field=file] .wrong", "large.json has 9 MB; at most 8 are taken");
            assertThat(site.get(ana, "/workflows").path("workflows")).isEmpty();
        }
    }

    @Test
    void oneSentLatelyIsChosenOrRemoved() throws IOException {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, ana);
            Visit visit = view.visit();
            view.send(file("small.json", "{\"name\":\"small\",\"tasks\":[{\"id\":\"one\",\"seconds\":600}]}"));
            visit.awaitText(".workflow h2", "small");
            visit.open("timetable");
            visit.open("workflows");
            visit.awaitText(".workflow h2", "small");
            visit.click(".chooser summary");
            visit.clickText(".sent strong", "coast");
            visit.awaitText(".workflow h2", "coast");
            visit.await(WorkflowView.BOOK);
            visit.click(".chooser summary");
            visit.click("[aria-label='Remove coast']");
            visit.until("nothing chosen", () -> !visit.has(".workflow"));
            assertThat(view.slots()).isEmpty();
            assertThat(site.get(ana, "/workflows").path("workflows"))
                    .extracting(each -> each.path("name").asText())
                    .containsExactly("small");
        }
    }

    /** Tasks of one kind on one level are drawn as one if there are thousands. */
    @Test
    void drawnByKindIfThereAreMany() throws IOException {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.of(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            StringBuilder tasks = new StringBuilder("{\"id\":\"first\",\"kind\":\"split\",\"seconds\":60}");
            IntStream.range(0, 1500).forEach(task -> tasks.append("""
                            ,{"id":"t%d","kind":"%s","seconds":60,"after":["first"]}""".formatted(task, task % 3 == 0 ? "odd" : "even")));
            view.send(file("many.json", "{\"name\":\"many\",\"tasks\":[" + tasks + "]}"));
            visit.awaitText(".workflow .facts", "1501 tasks, 1500 edges, 2 levels");
            assertThat(view.levels()).containsExactly(List.of("0 split"), List.of("1 even", "1 odd"));
            assertThat(visit.text(".graph")).contains("split ×1", "odd ×500", "even ×1000");
            visit.await(WorkflowView.BOOK);
            assertThat(view.slots()).hasSize(1501);
            view.areSideBySide();
            visit.script("document.querySelector('.plan .tasks').open = true");
            visit.awaitText(".plan .tasks caption", "the first 300 of 1501");
            assertThat(visit.driver.findElements(By.cssSelector(".plan .tasks tbody tr")))
                    .hasSize(300);
        }
    }

    /** Pointing at a task in the graph points at it on the timetable, and the other way round. */
    @Test
    void pointedAtInBoth() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            new Actions(visit.driver)
                    .moveToElement(visit.await("[data-node=merge]"))
                    .perform();
            visit.until("pointed at", () -> view.pointed().equals("merge"));
            visit.awaitText(".pointed-at", "merge: 30 min of work, on ");
            WorkflowView.Slot report = view.slot("report");
            List<Integer> at = view.middle(report);
            new Actions(visit.driver).moveToLocation(at.get(0), at.get(1)).perform();
            visit.await("[data-node=report].is-pointed");
            visit.awaitText(".tip", "report on " + report.pool());
        }
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(files.resolve(name), text);
    }
}
