package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.By;

/** Workflows planned on the timetable, anew with every change. */
class WorkflowPlanTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path data;

    /** Run times in full colour, spare time hatched, the deadline a line; and none of it is booked. */
    @ParameterizedTest
    @SomeScreens
    void spareTimeAndDeadlineAreSeen(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            WorkflowView view = WorkflowView.planned(site, screen, ana);
            Visit visit = view.visit();
            assertThat(visit.text(".plan dl")).contains("at least", "on average", "3 of new");
            WorkflowView.Slot scan = view.slot("scan-1");
            assertThat(scan.runs() - scan.start()).isEqualTo(HOUR.toMillis());
            assertThat(scan.spare()).isPositive();
            visit.until("run time", () -> view.share(scan, scan.start(), scan.runs(), "--accent") > 0.5);
            assertThat(view.share(scan, scan.runs(), scan.end(), "--accent")).isLessThan(0.5);
            assertThat(view.share(scan, scan.runs(), scan.end(), "--accent-soft"))
                    .isPositive();
            Instant deadline = view.deadline();
            assertThat(view.slots()).allMatch(each -> each.end() <= deadline.toEpochMilli());
            assertThat(visit.script("""
                    const table = document.querySelector('berth-timetable');
                    const pen = table.querySelector('.bars').getContext('2d');
                    return [...pen.getImageData(Math.round(table.x(arguments[0])), 3, 1, 1).data].slice(0, 3).join();
                    """, deadline.toEpochMilli())).isEqualTo("179,38,30");
            assertThat(site.get(ana, "/reservations").path("reservations")).isEmpty();

            visit.open("book");
            visit.until("no plan", () -> view.slots().isEmpty());
        }
    }

    @Test
    void changesWithEveryChange() {
        try (TestSite site = TestSite.usual("test", data)) {
            site.book(site.account("ben", "user"), "half of it", "gpu", 2, 0, 24);
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();

            // With two servers, three scans cannot run at once; and the longest goes first, or the shortest.
            view.only("gpu");
            visit.until(
                    "gpu alone",
                    () -> view.slots().stream().allMatch(each -> each.pool().equals("gpu")));
            assertThat(view.slot("scan-1").start())
                    .isLessThan(view.slot("scan-3").start());
            view.areSideBySide();
            view.choose("scheduler", "min-min");
            visit.until(
                    "the shortest first",
                    () -> view.slot("scan-3").start() < view.slot("scan-1").start());

            // Each task of the critical path gets the same share of its run time, or the same time.
            view.choose("scheduler", "heft");
            visit.until(
                    "in proportion",
                    () -> view.slot("merge").spare() > 2 * view.slot("report").spare());
            view.choose("spare", "cp_even_time");
            visit.until(
                    "the same time",
                    () -> view.slot("merge").spare() < 1.1 * view.slot("report").spare());
            double spare = view.slot("merge").spare();

            Instant later = view.deadline().plus(HOUR.multipliedBy(2));
            view.set("deadline", later);
            visit.until("more spare time", () -> view.slot("merge").spare() > 1.5 * spare);
            assertThat(view.deadline()).isEqualTo(later);
            view.set("ready", later.minus(HOUR.multipliedBy(3)));
            visit.until(
                    "later starts",
                    () -> view.slots().stream()
                            .allMatch(each -> each.start()
                                    >= later.minus(HOUR.multipliedBy(3)).toEpochMilli()));

            view.only("none of them");
            visit.await("[data-field=pools] .wrong");
            assertThat(view.slots()).isEmpty();
        }
    }

    /** The answer to what was asked first comes last: what was asked last is shown. */
    @Test
    void lateAnswersAreDropped() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            visit.script("""
                    const { fetch } = window;
                    window.fetch = async (path, { signal, ...options }) => {
                      if (!path.endsWith('/plan')) return fetch(path, { signal, ...options });
                      window.fetch = fetch;
                      const answer = await fetch(path, options);
                      const text = await answer.text();
                      await new Promise((go) => (window.release = go));
                      const { ok, status, headers } = answer;
                      return { ok, status, headers, text: async () => ((window.isRead = true), text) };
                    };
                    """);
            view.choose("spare", "cp_even_time");
            visit.until(
                    "an answer that is held back",
                    () -> Boolean.TRUE.equals(visit.script("return Boolean(window.release)")));
            Instant later = view.deadline().plus(HOUR.multipliedBy(2));
            view.choose("spare", "cp_even_percent");
            view.set("deadline", later);
            visit.await(WorkflowView.BOOK);
            visit.until("the last", () -> view.deadline().equals(later));
            List<WorkflowView.Slot> last = view.slots();
            visit.script("window.release()");
            visit.until("all answers", () -> Boolean.TRUE.equals(visit.script("return window.isRead")));
            assertThat(view.slots()).isEqualTo(last);
            assertThat(view.deadline()).isEqualTo(later);
        }
    }

    /** Somebody else books where the plan is: it makes way. */
    @Test
    void makesWayForOthers() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            assertThat(view.slots()).noneMatch(each -> each.pool().equals("old"));
            String ben = site.account("ben", "user");
            site.book(ben, "faster", "new", 6, 0, 3);
            site.book(ben, "as well", "gpu", 4, 0, 3);
            view.visit()
                    .until(
                            "the old pool",
                            () -> view.slots().stream()
                                    .anyMatch(each -> each.pool().equals("old")));
        }
    }

    @ParameterizedTest
    @SomeScreens
    void impossibleDeadline(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, screen, site.account("ana", "user"));
            Visit visit = view.visit();
            view.set("deadline", TestSite.START.plus(HOUR));
            visit.awaitText(
                    "[data-field=deadline] .wrong",
                    "The deadline (2026-11-16 10:20) is before the earliest end that heft finds (2026-11-16 11:2");
            assertThat(visit.has(WorkflowView.BOOK)).isFalse();
            assertThat(view.slots()).isEmpty();
            visit.click(".remedies button");
            visit.await(WorkflowView.BOOK);
            assertThat(visit.has("[data-field=deadline] .wrong")).isFalse();
            assertThat(view.slots()).hasSize(6);
            assertThat(view.deadline())
                    .isBetween(
                            TestSite.START.plus(HOUR.multipliedBy(2)),
                            TestSite.START.plus(HOUR.multipliedBy(2)).plus(Duration.ofMinutes(10)));
            view.set("deadline", TestSite.START.minus(HOUR));
            visit.awaitText("[data-field=deadline] .wrong", "after now");
        }
    }

    @Test
    void comparedAndChosen() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            double spare =
                    view.slot("merge").spare() / (double) view.slot("report").spare();
            assertThat(spare).isCloseTo(3, within(0.1));
            visit.clickText("berth-workflows button", "Compare all schedulers");
            visit.await(".comparison");
            assertThat(visit.driver.findElements(By.cssSelector(".comparison tbody tr")))
                    .hasSize(56);
            assertThat(visit.text(".comparison .is-chosen")).contains("HEFT", "in proportion, to every task");
            visit.click("[data-row='dls cp_even_time'] button");
            visit.awaitText(".comparison .is-chosen", "DLS");
            visit.until(
                    "the same time",
                    () -> view.slot("merge").spare() < 1.1 * view.slot("report").spare());
        }
    }

    /** Whole servers from now to the deadline, booked and shown. */
    @Test
    void wholeServers_areBooked() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            visit.awaitText(".plan .facts-list", "for jobs without reservations");
            view.choose("spare", "dag_reserve");
            visit.awaitText(".plan .facts-list", "to the deadline");
            assertThat(visit.has("[data-field=threshold]")).isFalse();
            visit.click(WorkflowView.BOOK);
            visit.awaitText(".plan .good", "is booked");
            visit.awaitText("berth-booked-plans [data-plan]", "whole servers until the deadline");
        }
    }

    /** A threshold that leaves half of the time to nobody ends the slots earlier; what is no share is said at the field. */
    @Test
    void threshold_isChosen() {
        try (TestSite site = TestSite.usual("test", data)) {
            WorkflowView view = WorkflowView.planned(site, Screen.DESKTOP, site.account("ana", "user"));
            Visit visit = view.visit();
            visit.awaitText(".plan .facts-list", "threshold 1 %");
            view.threshold("50");
            visit.awaitText(".plan .facts-list", "threshold 50 %");
            view.threshold("120");
            visit.awaitText("[data-field=threshold] .wrong", "from 0 to 1");
        }
    }
}
