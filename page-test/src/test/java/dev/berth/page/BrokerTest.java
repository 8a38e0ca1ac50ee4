package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
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

    /** Chooses what is needed: a job, a window or a workflow. */
    private static void choose(Visit visit, String kind) {
        int place = List.of("job", "window", "workflow").indexOf(kind) + 1;
        visit.await("[data-field=kind] input");
        press(visit, "[data-field=kind] .check:nth-of-type(" + place + ") input");
    }

    private static void unfold(Visit visit, String summary) {
        visit.await(summary);
        visit.script("document.querySelector(arguments[0]).click()", summary);
    }

    private static void press(Visit visit, String selector) {
        visit.await(selector + ":enabled");
        visit.script("document.querySelector(arguments[0]).click()", selector);
    }

    @ParameterizedTest
    @SomeScreens
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
    @SomeScreens
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
        assertThat(visit.text(".offer:first-child")).startsWith("1\nnorth");
        assertThat(visit.text(".offers .note")).contains("west The site cannot be used");
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
    @SomeScreens
    void aWindowAtSeveralSites_allOrNothing(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("book");
        choose(visit, "window");
        visit.await("[data-part=south]");
        enter(visit, "name", "coupled");
        enter(visit, "servers-0", "9");
        enter(visit, "servers-1", "4");
        enter(visit, "deadline", "2026-11-16T20:00");
        press(visit, "berth-book-deal button.primary");
        visit.awaitText(".refusal", "Cannot be booked as asked");
        assertThat(visit.text(".refusal")).contains("north 9 servers are never free");
        judge(visit, "refused", screen);
        enter(visit, "servers-0", "3");
        press(visit, "[data-field=replace] .check:nth-of-type(3) input");
        press(visit, "berth-book-deal button.primary");
        visit.awaitText(".offer", "All parts in one window");
        judge(visit, "window", screen);
        press(visit, ".offer button.primary");
        visit.awaitText("[data-deal] .badge", "Booked");
        assertThat(visit.text("[data-deal] [data-site=north]")).contains("3 servers on ");
        assertThat(visit.text("[data-deal] [data-site=south]")).contains("4 servers on ");
        assertThat(visit.text("[data-deal]")).contains("at another one");
        judge(visit, "mine", screen);
        assertThat(visit.complaints()).isEmpty();

        if (screen == Screen.DESKTOP) {
            TestSite north = sites.get("north");
            north.send(north.administrator(), "DELETE", "/reservations/r1", "");
            awaitState("broken", "cancelled");
            visit.awaitText("[data-deal=d1] .badge", "A part is missing");
            assertThat(visit.text("[data-deal=d1] .news")).contains("north r1 was cancelled at its site");
            judge(visit, "broken", screen);
        }
    }

    /** The broker looks at its sites every 20 seconds, and sooner if somebody asks. */
    private void awaitState(String state, String news) {
        Awaitility.await("%s, %s".formatted(state, news))
                .atMost(Durations.FIVE_MINUTES)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> broker.get(ana, "/deals/d1"),
                        deal -> deal.path("state").asText().equals(state)
                                && deal.path("news").findValuesAsText("what").contains(news));
    }

    /** The job takes the servers that it needs; what its site loses is booked at the other one, and the page says so by itself. */
    @ParameterizedTest
    @SomeScreens
    void aMoldableJob_isReplaced_andTheNewsIsShownLive(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("book");
        enter(visit, "name", "render");
        enter(visit, "servers", "2");
        enter(visit, "mostServers", "4");
        visit.awaitText("[data-field=length] label", "Work in all");
        enter(visit, "length", "8 hours");
        enter(visit, "ready", "2026-11-16T12:00");
        enter(visit, "deadline", "2026-11-16T15:00");
        press(visit, "[data-field=replace] .check:nth-of-type(2) input");
        press(visit, "berth-book-deal button.primary");
        visit.await(".offer[data-site=south]");
        assertThat(visit.text(".offer[data-site=south]")).containsPattern("[34] servers on new");
        judge(visit, "moldable", screen);
        press(visit, ".offer[data-site=south] button");
        visit.awaitText("[data-deal=d1] .badge", "Booked");
        assertThat(visit.text("[data-deal=d1]")).contains("booked at another one.");

        TestSite south = sites.get("south");
        south.send(south.administrator(), "POST", "/pools/new/fail", "{\"servers\":[0,1,2,3,4,5]}");
        south.send(south.administrator(), "POST", "/pools/gpu/fail", "{\"servers\":[0,1,2,3]}");
        awaitState("booked", "replaced");
        visit.awaitText("[data-deal=d1] .news", "replaces what was lost");
        assertThat(visit.text("[data-deal=d1] .news")).contains("south r1 lost");
        assertThat(visit.text("[data-deal=d1] .parts")).contains("north");
        visit.awaitText(".said", "render: ");
        judge(visit, "replaced", screen);
        assertThat(visit.complaints()).isEmpty();
    }

    @ParameterizedTest
    @SomeScreens
    void aWorkflow_isPlannedOverAllSites_andTheChosenPlanIsBooked(Screen screen) {
        Visit visit = Visit.of(broker, screen, ana);
        visit.open("book");
        choose(visit, "workflow");
        press(visit, "berth-upload .empty button");
        enter(visit, "deadline", "2026-11-16T22:00");
        enter(visit, "budget", "0.01");
        press(visit, "berth-book-deal form button.primary");
        visit.awaitText(".refusal", "The cheapest plan that is in time costs");
        judge(visit, "no-plan", screen);
        enter(visit, "budget", "");
        press(visit, "berth-book-deal form button.primary");
        visit.await(".book-plan:enabled");
        assertThat(visit.text(".plan .note")).contains("west The site cannot be used");
        visit.script("document.querySelector('berth-deal-plans').scrollIntoView()");
        judge(visit, "plans", screen);
        assertThat(broker.get(ana, "/deals").path("deals")).isEmpty();

        // The earliest is the dearest, and the last.
        unfold(visit, ".points summary");
        visit.await(".points table");
        String before = visit.text(".plan .price");
        press(visit, ".points tr:last-child button");
        visit.until(
                "the price of another plan",
                () -> visit.has(".book-plan:enabled")
                        && !visit.text(".plan .price").equals(before));
        assertThat(visit.text(".alpha output")).contains("alpha 0.");
        String price = visit.text(".plan .price").strip();
        unfold(visit, ".plan .tasks summary");
        visit.awaitText(".plan .tasks", "bulletin");
        judge(visit, "plan", screen);
        press(visit, ".book-plan");
        visit.awaitText("[data-deal] .badge", "Booked");
        assertThat(broker.get(ana, "/deals/d1").path("name").asText()).isEqualTo("tides");
        assertThat(Double.parseDouble(broker.get(ana, "/deals/d1").path("price").asText()))
                .isGreaterThanOrEqualTo(Double.parseDouble(price) * 0.99);
        unfold(visit, "[data-deal=d1] .whole summary");
        visit.awaitText("[data-deal=d1] .whole", "bulletin");
        judge(visit, "workflow-booked", screen);
        assertThat(visit.complaints()).isEmpty();
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
        visit.tabTo("[data-field=replace] input");
        visit.press(Keys.ARROW_DOWN);
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
