package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Hosts with parts as rows of the timetable: a lane for each card, thin bars for cores and memory, and what is drawn on them. */
class HostRowsTest {
    private static final String POOL =
            "const pool = document.querySelector('berth-timetable').prepare().layout.pools.find(({ name }) => name === 'dgx');";

    @TempDir
    private Path data;

    private static void book(TestSite site, String token, String name, String more) {
        site.send(
                token,
                "POST",
                "/reservations",
                "{\"name\":\"%s\",\"pool\":\"dgx\",\"stay\":\"PT4H\",%s}".formatted(name, more));
    }

    private static void fill(TestSite site, String ana, String ben) {
        book(site, ana, "train", "\"parts\":{\"gpu\":2,\"cores\":48,\"memory\":\"96g\"}");
        book(site, ben, "half", "\"share\":{\"thousandths\":500}");
        book(site, ana, "tune", "\"share\":{\"thousandths\":250}");
        book(site, ben, "prepare", "\"parts\":{\"cores\":24}");
        site.pass(Duration.ofMinutes(1));
        book(site, ben, "sweep", "\"parts\":{\"gpu\":8},\"ready\":\"%s\"".formatted(TestSite.at(6)));
        book(site, ana, "all", "\"ready\":\"%s\"".formatted(TestSite.at(6)));
    }

    @ParameterizedTest
    @EnumSource
    void aHost_hasALaneForEachCard_andBarsForAmounts(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 2)) {
            String ana = site.account("ana", "user");
            fill(site, ana, site.account("ben", "user"));
            Visit visit = Visit.of(site, screen, ana);
            visit.dark();
            rows(visit);
            visit.photograph(Path.of("target/looks/rows-" + screen + ".png"));
            assertThat(
                            visit.script(
                                    POOL
                                            + "return pool.rows.map(({ name, isOpen, cards, levels }) => [name, isOpen, cards.length, levels.map(({ part }) => part).join()].join(' ')).join('; ')"))
                    .isEqualTo("dgx1 true 8 cores,memory; dgx2 true 8 cores,memory");
            assertThat(lanes(visit, "train")).isEqualTo("0 0+2");
            assertThat(lanes(visit, "half")).isEqualTo("0 2+0.5");
            assertThat(lanes(visit, "tune")).isEqualTo("0 2.5+0.25");
            assertThat(lanes(visit, "prepare")).isEqualTo("0 8+1.5");
            assertThat(lanes(visit, "sweep")).endsWith("0+8");
            assertThat(lanes(visit, "all")).endsWith("0+8");
            assertThat(visit.script(
                            POOL + "return Math.max(...pool.rows[0].levels[0].steps.map(({ taken }) => taken))"))
                    .isEqualTo(72L);
            assertThat(visit.text(".legend")).contains("cores and memory taken", "a lane is a card");
            assertThat(AccessibilityTest.serious(visit, "rows of hosts")).isEmpty();
            assertThat(tip(visit, 0.5)).contains("train by ana", "dgx: dgx1 (gpu 0, 1)");
            assertThat(tip(visit, 9.9)).contains("dgx1", "72 cores taken, 24 cores free");
            visit.clickText("summary", "As a table");
            visit.awaitText(".under", "dgx: dgx1 (gpu 0, 1)");
            assertNothingIsCutOff(visit);
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** What is taken stands out from what is free by at least 3 to 1, in light and in dark. */
    @ParameterizedTest
    @EnumSource
    void barsOfAmounts_haveContrast(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 2)) {
            String ana = site.account("ana", "user");
            fill(site, ana, site.account("ben", "user"));
            Visit visit = Visit.of(site, screen, ana);
            rows(visit);
            assertThat(contrastOfCores(visit)).isGreaterThan(3);
            visit.dark();
            visit.until("in dark", () -> contrastOfCores(visit) > 3 && isDark(visit));
        }
    }

    private static boolean isDark(Visit visit) {
        return Boolean.TRUE.equals(visit.script("""
                const { data } = document.querySelector('berth-timetable .bars').getContext('2d').getImageData(5, 3, 1, 1);
                return data[0] < 80;"""));
    }

    /** Contrast, as WCAG counts it, between the lowest line of the cores of dgx1 in two hours and in twelve. */
    private static double contrastOfCores(Visit visit) {
        Object contrast = visit.script(
                POOL + """
                        const table = document.querySelector('berth-timetable');
                        const [level] = pool.rows[0].levels;
                        const pen = table.querySelector('.bars').getContext('2d');
                        const y = pool.top + 26 + (level.at + level.lanes) * pool.lane - 2;
                        const light = (time) => {
                          const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
                          const [red, green, blue] = pen.getImageData(Math.round(table.x(time)), Math.floor(y), 1, 1).data;
                          return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
                        };
                        const [dark, bright] = [light(arguments[0]), light(arguments[1])].sort((a, b) => a - b);
                        return (bright + 0.05) / (dark + 0.05);""", TestSite.at(2).toEpochMilli(), TestSite.at(12).toEpochMilli());
        return ((Number) contrast).doubleValue();
    }

    /** Words beside the pointer two hours from now at a height of the first host, in lanes. */
    private static String tip(Visit visit, double lane) {
        return String.valueOf(visit.script(POOL + """
                        const table = document.querySelector('berth-timetable');
                        table.hover(table.x(arguments[1]), pool.top + 26 + arguments[0] * pool.lane);
                        return table.querySelector('.tip').textContent;""", lane, TestSite.at(2).toEpochMilli()));
    }

    /** Cards that are dragged over are asked for; what the service answers names them, and so does what is booked. */
    @ParameterizedTest
    @EnumSource
    void draggingOverCards_asksForThatMany(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 2)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.dark();
            rows(visit);
            if (screen.touch) {
                visit.clickText(".toolbar button", "Draw a window");
            }
            visit.drag("dgx", 1, TestSite.at(4), 3, TestSite.at(8));
            visit.awaitText(".offer", "As you asked");
            assertThat(visit.text(".offer")).contains("3 gpus on dgx", "13:30 – 17:30");
            assertThat(visit.has(".overlay .ghost")).isTrue();
            visit.click(".as-fields summary");
            assertThat(visit.script("return document.querySelector('[data-field=part-gpu] input').value"))
                    .isEqualTo("3");
            visit.type("[data-field='part-cores'] input", "24\t");
            visit.type("[data-field='part-memory'] input", "96\t");
            visit.type("[data-field='licence-matlab'] input", "1\t");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "3 gpus, 24 cores and 96 GiB of memory with 1 licence of matlab on dgx");
            visit.photograph(Path.of("target/looks/drawn-" + screen + ".png"));
            assertThat(AccessibilityTest.serious(visit, "book")).isEmpty();
            assertNothingIsCutOff(visit);
            visit.clickText(".offer button", "Book");
            visit.awaitText(
                    ".said", "is booked: 3 gpus, 24 cores and 96 GiB of memory with 1 licence of matlab on dgx");
            JsonNode booked =
                    site.get(ana, "/reservations").path("reservations").path(0);
            assertThat(booked.path("parts").toString()).isEqualTo("{\"cores\":24,\"gpu\":3,\"memory\":98304}");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** Over several hosts, or on their bars, whole hosts are meant. */
    @ParameterizedTest
    @EnumSource
    void draggingOverHosts_asksForThemAsAWhole(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 2)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            rows(visit);
            if (screen.touch) {
                visit.clickText(".toolbar button", "Draw a window");
            }
            visit.drag("dgx", 6, TestSite.at(4), 11, TestSite.at(8));
            visit.awaitText(".offer", "2 servers on dgx");
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "is booked: 2 servers on dgx");
            assertThat(site.get(ana, "/reservations").at("/reservations/0").has("parts"))
                    .isFalse();
        }
    }

    /** Whoever has no mouse goes from host to host, opens and closes them, and draws a window on the cards. */
    @ParameterizedTest
    @EnumSource
    void byKeyboardAlone(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 2)) {
            String ana = site.account("ana", "user");
            fill(site, ana, site.account("ben", "user"));
            Visit visit = Visit.of(site, screen, ana);
            rows(visit);
            visit.tabTo(".scroller");
            WebElement timetable = visit.driver.switchTo().activeElement();
            timetable.sendKeys(Keys.ARROW_RIGHT);
            assertThat(said(visit))
                    .startsWith("train by ana, 2 gpus, 48 cores and 96 GiB of memory on dgx: dgx1 (gpu 0, 1), today");
            timetable.sendKeys(Keys.ARROW_RIGHT);
            assertThat(said(visit)).startsWith("half by ben, 0.5 of a gpu on dgx: dgx1 (gpu 2), today");
            timetable.sendKeys("o");
            visit.until("closed", () -> isOpen(visit).equals("false,true"));
            timetable.sendKeys("o");
            visit.until("open", () -> isOpen(visit).equals("true,true"));
            timetable.sendKeys(Keys.ARROW_DOWN);
            assertThat(said(visit)).contains("on dgx: dgx2").contains("tentative");

            timetable.sendKeys("n");
            assertThat(said(visit)).startsWith("New window on dgx, ").endsWith("1 gpu");
            timetable.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_DOWN));
            assertThat(said(visit)).endsWith("2 gpus");
            timetable.sendKeys(Keys.ESCAPE);
            visit.until("given up", () -> !visit.has(".overlay .drawing"));
            timetable.sendKeys("n");
            timetable.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_DOWN));
            timetable.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_RIGHT));
            visit.until("drawn", () -> visit.has(".overlay .drawing"));
            timetable.sendKeys(Keys.ENTER);
            visit.awaitText(".offer", "2 gpus on dgx");
            assertThat(visit.text(".offer")).contains("2 h 15 min");
            visit.tabTo(".offer button");
            visit.press(Keys.ENTER);
            visit.awaitText(".said", "is booked: 2 gpus on dgx");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** A thousand hosts are closed rows; by a click on its name a host is opened. Only what is seen is drawn. */
    @ParameterizedTest
    @EnumSource
    void manyHosts_areClosed(Screen screen) {
        try (TestSite site = TestSite.hosts("test", data, 1_000)) {
            String ana = site.account("ana", "user");
            fill(site, ana, site.account("ben", "user"));
            Visit visit = Visit.of(site, screen, ana);
            visit.until(
                    "rows of pools at first",
                    () -> visit.script("return document.querySelector('berth-timetable').prepare().layout.by")
                            .equals("pool"));
            visit.script("document.querySelector('berth-timetable').site.set('by', 'server')");
            rows(visit);
            assertThat(visit.script(
                            POOL + "return [pool.rows.length, pool.rows.filter(({ isOpen }) => isOpen).length].join()"))
                    .isEqualTo("1000,0");
            assertThat(lanes(visit, "all")).endsWith(" 0+1.5");
            visit.script("""
                    const canvas = document.querySelector('berth-timetable .bars');
                    const { left, top } = canvas.getBoundingClientRect();
                    const at = { bubbles: true, pointerId: 7, pointerType: 'mouse', button: 0, clientX: left + 30, clientY: top + 38 };
                    canvas.setPointerCapture = () => {};
                    canvas.dispatchEvent(new PointerEvent('pointerdown', at));
                    canvas.dispatchEvent(new PointerEvent('pointerup', at));""");
            visit.until(
                    "the first is open",
                    () -> visit.script(POOL
                                    + "return pool.rows.filter(({ isOpen }) => isOpen).map(({ name }) => name).join()")
                            .equals("dgx1"));
            visit.photograph(Path.of("target/looks/many-" + screen + ".png"));
            assertNothingIsCutOff(visit);
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private static void rows(Visit visit) {
        visit.until(
                "rows of hosts",
                () -> visit.script(POOL + "return Boolean(pool.rows)").equals(true));
    }

    private static Object isOpen(Visit visit) {
        return visit.script(POOL + "return pool.rows.map(({ isOpen }) => isOpen).join()");
    }

    private static String said(Visit visit) {
        return String.valueOf(visit.script("return document.querySelector('#timetable-says').textContent"));
    }

    /** Host, and place and height in lanes from the top of its row. */
    private static String lanes(Visit visit, String name) {
        return String.valueOf(visit.script(POOL + """
                        return pool.bars.filter(({ window }) => window.name === arguments[0])
                          .map(({ row, lane, lanes }) => `${row} ${+(lane - pool.rows[row].at).toFixed(3)}+${+lanes.toFixed(3)}`).join('; ')""", name));
    }

    private static void assertNothingIsCutOff(Visit visit) {
        assertThat(visit.script("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }
}
