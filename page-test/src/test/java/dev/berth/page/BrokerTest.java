package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;

/** The page of a broker over three sites, of which one has gone. */
class BrokerTest {
    @TempDir
    private Path data;

    private final Map<String, TestSite> sites = new LinkedHashMap<>();
    private TestSite broker;
    private String ana;

    @BeforeEach
    void start() throws IOException {
        StringBuilder tokens = new StringBuilder("ana:\n");
        for (String name : List.of("north", "south", "west")) {
            TestSite site = TestSite.usual(name, data.resolve(name));
            sites.put(name, site);
            tokens.append("  %s: %s\n".formatted(name, site.account("ana", "user")));
        }
        broker = TestSite.broker(data, sites, tokens.toString());
        ana = broker.account("ana", "user");
        sites.get("west").close();
    }

    @AfterEach
    void stop() {
        broker.close();
        sites.get("north").close();
        sites.get("south").close();
    }

    private static void judge(Visit visit, String view, Screen screen) {
        assertThat(AccessibilityTest.serious(visit, view)).isEmpty();
        visit.photograph(Path.of("target/pictures/broker-" + view + "-" + screen + ".png"));
    }

    private static void enter(Visit visit, String field, String value) {
        visit.await("[data-field=" + field + "] input");
        visit.script(
                "const field = document.querySelector(`[data-field=${arguments[0]}] input`); field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
                field,
                value);
    }

    private static void press(Visit visit, String selector) {
        visit.await(selector + ":enabled");
        visit.script("document.querySelector(arguments[0]).click()", selector);
    }

    @ParameterizedTest
    @EnumSource
    void sitesAreGroupsOfPools_andOnlyWhatMakesSenseIsShown(Screen screen) {
        TestSite north = sites.get("north");
        north.send(
                north.account("ben", "user"),
                "POST",
                "/reservations",
                "{\"name\":\"tides\",\"pool\":\"gpu\",\"servers\":3,\"stay\":\"PT5H\"}");
        Visit visit = Visit.of(broker, screen, ana);
        assertThat(visit.text("nav").strip().split("\\s+")).containsExactly("Sites", "Book", "Mine", "Account");
        visit.awaitText("[data-site=north] [data-pool=gpu]", "1 of 4 free");
        assertThat(visit.text("[data-site=north] [data-pool=old]")).contains("8 of 8 free", "speed 0.5");
        assertThat(visit.text("[data-site=north]")).contains("Reached", "Since today 09:2");
        visit.awaitText("[data-site=west]", "it does not answer");
        assertThat(visit.text("[data-site=west]")).contains("Not reached", "Since today 09:2");
        judge(visit, "sites", screen);

        Visit operator = Visit.of(broker, screen, broker.administrator());
        operator.open("operators");
        operator.await("[data-account=ana]");
        assertThat(operator.text("berth-operators")).doesNotContain("Utilisation", "Add a pool");
        judge(operator, "operators", screen);
        operator.open("account");
        operator.await("[data-session]");
        assertThat(operator.complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aJob_isBookedAtTheSiteThatIsChosen_andCancelled(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("mine");
        visit.awaitText("berth-deals", "You have no deals yet");
        visit.open("book");
        press(visit, "berth-book-deal button.primary");
        visit.await("[data-field=deadline] .wrong");
        enter(visit, "name", "render");
        enter(visit, "servers", "2");
        enter(visit, "deadline", "2026-11-16T20:00");
        press(visit, "berth-book-deal button.primary");
        visit.await(".offer[data-site=south]");
        assertThat(visit.text(".offer:first-child")).startsWith("\n1\nnorth");
        assertThat(visit.text(".offers .note")).contains("west The site cannot be used at the moment");
        assertThat(broker.get(ana, "/deals").path("deals")).isEmpty();
        judge(visit, "offers", screen);
        press(visit, ".offer[data-site=south] button");
        visit.awaitText(".said", "render is booked");
        visit.awaitText("[data-deal=d1]", "Booked");
        assertThat(visit.text("[data-deal=d1] .parts")).contains("south", "2 servers on ", "r1");
        assertThat(sites.get("south")
                        .get(sites.get("south").administrator(), "/reservations/r1")
                        .path("name")
                        .asText())
                .isEqualTo("render");

        press(visit, "[aria-label='Cancel render']");
        visit.awaitText("[data-deal=d1] .quote", "a fee of ");
        judge(visit, "cancel", screen);
        visit.clickText("[data-deal=d1] button", "Keep it");
        visit.until("no quote", () -> !visit.has(".quote"));
        press(visit, "[aria-label='Cancel render']");
        visit.await("[data-deal=d1] .quote");
        visit.clickText("[data-deal=d1] button", "Cancel deal");
        visit.awaitText(".said", "render is cancelled");
        visit.awaitText("[data-deal=d1] .badge", "Cancelled");
        assertThat(visit.text("[data-deal=d1]")).contains("fees ");
    }

    @ParameterizedTest
    @EnumSource
    void aWindowAtSeveralSites_allOrNothing(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("book");
        press(visit, "[data-field=kind] .check:last-child input");
        visit.await("[data-part=south]");
        enter(visit, "name", "coupled");
        enter(visit, "servers-0", "9");
        enter(visit, "servers-1", "4");
        enter(visit, "deadline", "2026-11-16T20:00");
        press(visit, "berth-book-deal button.primary");
        visit.awaitText(".refusal", "Cannot be booked as asked");
        assertThat(visit.text(".refusal")).contains("north 9 servers are never free for so long");
        judge(visit, "refused", screen);
        enter(visit, "servers-0", "3");
        press(visit, "berth-book-deal button.primary");
        visit.awaitText(".offer", "All parts in one window");
        judge(visit, "window", screen);
        press(visit, ".offer button.primary");
        visit.awaitText("[data-deal] .badge", "Booked");
        assertThat(visit.text("[data-deal] [data-site=north]")).contains("3 servers on ");
        assertThat(visit.text("[data-deal] [data-site=south]")).contains("4 servers on ");
        judge(visit, "mine", screen);
        assertThat(visit.complaints()).isEmpty();

        if (screen == Screen.DESKTOP) {
            TestSite north = sites.get("north");
            north.send(north.administrator(), "DELETE", "/reservations/r1", "");
            awaitBroken();
            visit.awaitText("[data-deal=d1] .badge", "A part is missing");
            assertThat(visit.text("[data-deal=d1] details")).contains("north r1 was cancelled at its site");
            judge(visit, "broken", screen);
        }
    }

    /** The broker looks at its sites every 20 seconds. */
    private void awaitBroken() {
        long begun = System.nanoTime();
        while (!broker.get(ana, "/deals/d1").path("state").asText().equals("broken")) {
            assertThat(System.nanoTime() - begun)
                    .isLessThan(Duration.ofMinutes(3).toNanos());
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @ParameterizedTest
    @EnumSource(names = "DESKTOP")
    void allOfItByKeyboard(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("book");
        visit.await("[data-field=kind] input");
        visit.tabTo("[data-field=kind] input");
        visit.press(Keys.ARROW_DOWN);
        visit.await("[data-part=south]");
        visit.tabTo("[aria-label='Remove the part at south']");
        visit.press(Keys.ENTER);
        visit.until("one part", () -> !visit.has("[data-part=south]"));
        enter(visit, "deadline", "2026-11-16T20:00");
        visit.tabTo("berth-book-deal form button.primary");
        visit.press(Keys.ENTER);
        visit.await(".offer button");
        visit.tabTo(".offer button");
        visit.press(Keys.ENTER);
        visit.awaitText("[data-deal] .badge", "Booked");
        visit.tabTo("[data-deal] [aria-label^=Cancel]");
        visit.press(Keys.ENTER);
        visit.until(
                "the focus on the way to confirm",
                () -> Boolean.TRUE.equals(
                        visit.script("return document.activeElement?.textContent === 'Cancel deal'")));
        visit.press(Keys.ENTER);
        visit.awaitText("[data-deal] .badge", "Cancelled");
    }
}
