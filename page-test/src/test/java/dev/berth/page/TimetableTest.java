package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Seeing who has what when. */
class TimetableTest {
    @TempDir
    private Path data;

    /** Reservations of colleagues are on the timetable, in its legend and table, and on the card; a private name is not. */
    @ParameterizedTest
    @EnumSource
    void colleagues_areShown(Screen screen) {
        try (TestSite site = TestSite.usual("test", data, Visibility.NAMES)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            site.book(ana, "render", "new", 2, 4, 3);
            String training = site.book(ben, "training", "gpu", 1, 4, 3);
            site.book(ben, ".secret", "old", 1, 4, 3);
            Visit visit = Visit.of(site, screen, ana);
            visit.awaitText(".legend", "ben");
            assertThat(visit.text(".legend")).contains("ana", "ben").doesNotContain("others");
            visit.clickText("summary", "As a table");
            visit.until("a table", () -> rows(visit).size() == 3);
            assertThat(rows(visit))
                    .containsExactlyInAnyOrder(
                            "render ana new 2 today 13:30 – 16:30 Booked",
                            "training ben gpu 1 today 13:30 – 16:30 Booked",
                            "private ben old 1 today 13:30 – 16:30 Booked");
            visit.script(
                    "const { site } = document.querySelector('berth-timetable'); site.selected = arguments[0]; site.changed()",
                    training);
            visit.awaitText("berth-overview .reservation", "training");
            assertThat(visit.text("berth-overview .reservation"))
                    .contains("1 server on gpu · ben")
                    .doesNotContain("Cancel");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** The skyline is of pools: in the colour of a user it would seem to be that user's. */
    @ParameterizedTest
    @EnumSource
    void skyline_hasNoUsersColours(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "render", "new", 2, 4, 3);
            Visit visit = Visit.of(site, screen, ana);
            assertThat(huesOfSkyline(visit)).isEqualTo(0L);
            visit.script("document.querySelector('berth-timetable').site.set('colour', 'pool')");
            visit.until("pools in their colours", () -> huesOfSkyline(visit).equals(3L));
            visit.script("document.querySelector('berth-timetable').site.set('colour', 'user')");
            visit.until("one colour", () -> huesOfSkyline(visit).equals(0L));
        }
    }

    /** How many of the ten colours are on the canvas. */
    private static Object huesOfSkyline(Visit visit) {
        return visit.script("""
                const canvas = document.querySelector('berth-timetable canvas.skyline');
                const style = getComputedStyle(canvas);
                const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                const seen = new Set();
                for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] + ',' + pixels[i + 1] + ',' + pixels[i + 2]);
                const probe = new OffscreenCanvas(1, 1).getContext('2d');
                return [...Array(10).keys()].filter((hue) => {
                  probe.fillStyle = style.getPropertyValue('--hue-' + hue).trim();
                  probe.fillRect(0, 0, 1, 1);
                  return seen.has([...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).join(','));
                }).length;
                """);
    }

    @ParameterizedTest
    @EnumSource
    void asATableInAnotherZone(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            site.book(ana, "render", "new", 2, 4, 3);
            site.book(ben, "secret", "gpu", 1, 4, 3);
            Visit visit = Visit.of(site, screen, ana);
            visit.clickText("summary", "As a table");
            visit.awaitText(".under table", "render");
            assertThat(rows(visit))
                    .containsExactlyInAnyOrder(
                            "render ana new 2 today 13:30 – 16:30 Booked", "busy – gpu 1 today 13:30 – 16:30 Booked");
            select(visit, ".zone select", "UTC");
            visit.awaitText(".under table", "today 12:30 – 15:30");
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
            assertThat(visit.script("return document.querySelector('.zone select').value"))
                    .isEqualTo("UTC");
        }
    }

    private static List<String> rows(Visit visit) {
        return visit.driver.findElements(By.cssSelector(".under tbody tr")).stream()
                .map(row -> row.getText().replaceAll("\\s+", " ").strip())
                .toList();
    }

    private static void select(Visit visit, String selector, String value) {
        visit.script(
                "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
                selector,
                value);
    }

    /** The service is not well and says so with status 503; the page opens all the same. */
    @ParameterizedTest
    @EnumSource
    void aClockThatJumped_isSaid(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            site.jump(Duration.ofDays(3));
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.awaitText(".warning", "Time is stopped at 2026-11-16 08:2");
            visit.await("berth-timetable canvas");
            assertThat(visit.complaints()).allMatch(complaint -> complaint.contains("/health"));
            site.jump(Duration.ofDays(-3));
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
            assertThat(visit.has(".warning")).isFalse();
        }
    }

    /** Somebody else books, and it is there without a reload. */
    @ParameterizedTest
    @EnumSource
    void liveFromASecondClient(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.clickText("summary", "As a table");
            visit.awaitText(".under table", "Nothing is booked");
            long before = painted(visit, "new", 0, 5);
            String id = site.book(ben, "render", "new", 2, 4, 3);
            visit.awaitText(".under table", "today 13:30 – 16:30");
            visit.until("a bar", () -> painted(visit, "new", 0, 5) != before);
            site.send(ben, "DELETE", "/reservations/" + id, "");
            visit.awaitText(".under table", "Nothing is booked");
            visit.until("no bar", () -> painted(visit, "new", 0, 5) == before);
        }
    }

    /** The colour of the canvas in a lane at a time. */
    private static long painted(Visit visit, String pool, int lane, double hours) {
        return ((Number) visit.script("""
                        const table = document.querySelector('berth-timetable');
                        const pool = table.prepare().layout.pools.find((each) => each.name === arguments[0]);
                        const canvas = table.querySelector('.bars');
                        const data = canvas.getContext('2d').getImageData(table.x(arguments[2]), pool.top + 26 + (arguments[1] + 0.25) * pool.lane, 1, 1).data;
                        return data[0] * 65536 + data[1] * 256 + data[2];
                        """, pool, lane, TestSite.at(hours).toEpochMilli())).longValue();
    }

    @ParameterizedTest
    @EnumSource
    void zoomFromAnHourToAMonth(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.clickText(".toolbar button", "Hour");
            visit.until("an hour", () -> Math.abs(hours(visit) - 1) < 0.01);
            visit.clickText(".toolbar button", "Month");
            visit.until("a month", () -> Math.abs(hours(visit) - 31 * 24) < 0.01);
            visit.until("days on the axis", () -> visit.text(".axis").contains("Nov"));
            assertThat(visit.has(".axis .now")).isTrue();
            visit.script(
                    "document.querySelector('.bars').dispatchEvent(new WheelEvent('wheel', {ctrlKey: true, deltaY: -60, bubbles: true, cancelable: true}))");
            visit.until("zoomed in", () -> hours(visit) < 31 * 24 - 100);
            double start = start(visit);
            visit.click("[aria-label=Later]");
            visit.until("later", () -> start(visit) > start);
            visit.clickText(".toolbar button", "Now");
            visit.until("now", () -> start(visit) < TestSite.at(0).toEpochMilli());
        }
    }

    private static double hours(Visit visit) {
        return ((Number)
                        visit.script(
                                "const view = document.querySelector('berth-timetable').site.view; return (view.to - view.from) / 3600000"))
                .doubleValue();
    }

    private static double start(Visit visit) {
        return ((Number) visit.script("return document.querySelector('berth-timetable').site.view.from")).doubleValue();
    }

    @ParameterizedTest
    @EnumSource
    void byKeyboard(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "first", "new", 2, 1, 2);
            site.book(ana, "second", "new", 1, 5, 2);
            site.book(ana, "third", "gpu", 1, 5, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.tabTo(".scroller");
            WebElement timetable = visit.driver.switchTo().activeElement();
            timetable.sendKeys(Keys.ARROW_RIGHT);
            assertThat(said(visit)).startsWith("first by ana, 2 servers on new, today 10:30 – 12:30");
            timetable.sendKeys(Keys.ARROW_RIGHT);
            assertThat(said(visit)).startsWith("second by ana");
            timetable.sendKeys(Keys.ARROW_DOWN);
            assertThat(said(visit)).startsWith("third by ana, 1 server on gpu");
            visit.until("a ring", () -> visit.has(".overlay .focus"));
            timetable.sendKeys(Keys.ENTER);
            visit.awaitText(".panel .reservation", "third");
            double before = hours(visit);
            timetable.sendKeys("+");
            visit.until("zoomed in", () -> hours(visit) < before);
        }
    }

    private static String said(Visit visit) {
        return String.valueOf(visit.script("return document.querySelector('#timetable-says').textContent"));
    }

    /** Drained servers are hatched, by server and by pool; the skyline and the legend say the rest. */
    @ParameterizedTest
    @EnumSource
    void drainedServersAreHatched(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String operator = site.account("olga", "operator");
            site.send(
                    operator,
                    "POST",
                    "/pools/new/drain",
                    "{\"servers\":[5],\"from\":\"%s\",\"to\":\"%s\"}".formatted(TestSite.at(3), TestSite.at(9)));
            Visit visit = Visit.of(site, screen, operator);
            visit.until("hatched by pool", () -> hatched(visit, 5));
            assertThat(hatched(visit, 0)).isFalse();
            select(visit, ".toolbar label:not(.zone) select", "server");
            visit.until(
                    "rows of servers",
                    () -> "server"
                            .equals(visit.script(
                                    "return document.querySelector('berth-timetable').prepare().layout.by")));
            visit.script("document.querySelector('.scroller').scrollTop = 200");
            visit.until("hatched by server", () -> hatched(visit, 5));
            select(visit, ".toolbar label:not(.zone) ~ label:not(.zone) select", "state");
            visit.awaitText(".legend", "lost its servers");
        }
    }

    /** Whether a stretch of a lane of pool new has several colours, as a hatching has. */
    private static boolean hatched(Visit visit, int lane) {
        return Boolean.TRUE.equals(visit.script("""
                const table = document.querySelector('berth-timetable');
                const pool = table.prepare().layout.pools.find((each) => each.name === 'new');
                const scroll = table.querySelector('.scroller').scrollTop;
                const y = pool.top + 26 + (arguments[0] + 0.5) * pool.lane - scroll;
                const data = table.querySelector('.bars').getContext('2d').getImageData(table.x(arguments[1]), y, 40, 1).data;
                const colours = new Set();
                for (let i = 0; i < data.length; i += 4) colours.add(data[i]);
                return colours.size > 2;
                """, lane, TestSite.at(5).toEpochMilli()));
    }
}
