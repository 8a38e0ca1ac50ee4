package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.By;

/** For whoever runs the site. */
class OperatorsTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void whoWouldBeHurtByADrain(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String hurt = site.book(ana, "render", "new", 2, 4, 3);
            site.book(ana, "elsewhere", "gpu", 2, 4, 3);
            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            visit.open("what-if");
            choose(visit, "pool", "new");
            visit.clickText("berth-what-if button", "Show affected reservations");
            visit.awaitText("berth-what-if .refusal", "1 reservation would be affected");
            assertThat(visit.text("berth-what-if .refusal")).contains("Of ana. 1 of them cannot move");
            assertThat(visit.text("berth-what-if .outcome")).contains("render cannot move");
            assertThat(visit.text("berth-what-if .reservation"))
                    .contains("render")
                    .doesNotContain("elsewhere");
            assertThat(site.get(ana, "/reservations/" + hurt).path("state").asText())
                    .isEqualTo("waiting");
            assertThat(site.get(ana, "/pools/new").path("outages")).isEmpty();

            visit.type("[data-field=servers] input", "0-3");
            visit.clickText("berth-what-if button", "Show affected reservations");
            visit.awaitText("berth-what-if .good", "No reservation has to move");
            visit.clickText("berth-what-if button", "Drain them");
            visit.awaitText(".said", "4 servers of new are drained");
            assertThat(site.get(ana, "/pools/new").path("outages")).hasSize(4);

            visit.type("[data-field=servers] input", "first");
            visit.clickText("berth-what-if button", "Show affected reservations");
            visit.awaitText("[data-field=servers] .wrong", "numbers such as 0-3, 7");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void flexibleReservationsMoveBeforeADrain(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            String id = site.send(
                            ana,
                            "POST",
                            "/reservations",
                            "{\"name\":\"render\",\"pool\":\"gpu\",\"servers\":4,\"stay\":\"PT2H\",\"ready\":\"%s\",\"deadline\":\"%s\"}"
                                    .formatted(TestSite.at(2), TestSite.at(72)))
                    .path("id")
                    .asText();
            String before = site.get(ana, "/reservations/" + id).path("start").asText();
            visit.open("what-if");
            choose(visit, "pool", "gpu");
            visit.clickText("berth-what-if button", "Show affected reservations");
            visit.awaitText("berth-what-if .good", "All of them can move within their agreements");
            assertThat(visit.text("berth-what-if .outcome")).contains("render would move to ");
            visit.until("a ghost", () -> visit.has(".overlay .ghost"));
            visit.clickText("berth-what-if button", "Move and drain");
            visit.awaitText(".said", "4 servers of gpu are drained; 1 reservation moved");
            assertThat(site.get(ana, "/reservations/" + id).path("start").asText())
                    .isGreaterThan(before);
        }
    }

    @ParameterizedTest
    @SomeScreens
    void aFailureIsReported_withItsExpectedRepair(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "render", "gpu", 4, 4, 4);
            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            visit.open("what-if");
            visit.clickText("berth-what-if button", "Report a failure");
            choose(visit, "pool", "gpu");
            visit.type("[data-field=servers] input", "3");
            visit.clickText("berth-what-if button", "Mark as failed");
            visit.awaitText(".said", "1 server of gpu marked as failed");
            visit.awaitText("berth-what-if .good", "1 reservation without servers, waiting for replacements.");
            assertThat(visit.text("berth-what-if .reservation")).contains("render", "Lost its servers");
            visit.open("operators");
            visit.awaitText("berth-operators .losses", "3 failed");
            assertThat(visit.text("berth-operators .losses")).contains("Promises not kept", "(!)", "render", "ana");
            visit.open("timetable");
            visit.awaitText("berth-overview .losses", "3 failed");
            Visit owner = Visit.of(site, screen, ana);
            owner.open("mine");
            owner.awaitText(".reservation .loss", "3 failed");
            assertThat(owner.text(".reservation .loss"))
                    .contains("Without servers since", "It is given up if no servers");
        }
    }

    @ParameterizedTest
    @SomeScreens
    void whatMoreServersWouldChange(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            visit.open("what-if");
            visit.clickText("berth-what-if button", "Add servers");
            choose(visit, "pool", "gpu");
            visit.type("[data-field=words] input", "7 servers, 1 hour of work, done by tomorrow 9:00, on gpu");
            visit.clickText("berth-what-if button", "Show what would change");
            visit.awaitText("berth-what-if .good", "4 more servers of gpu");
            assertThat(visit.text("berth-what-if dl")).contains("Refused", "matches, gpu, has 4", "on gpu, for");
            visit.until("a ghost", () -> visit.has(".overlay .ghost"));
            assertThat(site.get(site.administrator(), "/pools/gpu")
                            .path("servers")
                            .asInt())
                    .isEqualTo(4);
            visit.clickText("berth-what-if button", "Add them");
            visit.awaitText(".said", "gpu has 4 more servers");
            assertThat(site.get(site.administrator(), "/pools/gpu")
                            .path("servers")
                            .asInt())
                    .isEqualTo(8);
        }
    }

    private static void choose(Visit visit, String field, String value) {
        visit.await("[data-field=" + field + "] select");
        visit.script(
                "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
                "[data-field=" + field + "] select",
                value);
    }

    @ParameterizedTest
    @SomeScreens
    void useRefusalsAuditAndQuotas(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "render", "new", 2, 0, 3);
            refused(
                    site,
                    ana,
                    "{\"name\":\"much\",\"servers\":99,\"work\":\"PT1H\",\"deadline\":\"2026-11-17T08:00:00Z\"}");
            refused(site, ana, "{\"name\":\"soon\",\"work\":\"PT9H\",\"deadline\":\"2026-11-16T09:00:00Z\"}");
            refused(site, ana, "{\"name\":\"soon\",\"work\":\"PT8H\",\"deadline\":\"2026-11-16T09:00:00Z\"}");
            Visit visit = Visit.of(site, screen, site.administrator());
            visit.open("operators");
            visit.awaitText(".dashboard .legend", "deadline impossible (2)");
            visit.awaitText(".dashboard .legend", "too many servers (1)");
            assertThat(visit.driver
                            .findElements(By.cssSelector(".chart .outline"))
                            .getFirst()
                            .getDomAttribute("d"))
                    .contains("L");
            visit.awaitText(".dashboard", "add-account");

            visit.click("[aria-label='Change ana']");
            visit.type("[data-field=hours] input", "lots");
            visit.clickText("berth-accounts form button", "Save");
            visit.awaitText("[data-field=hours] .wrong", "decimal");
            visit.type("[data-field=hours] input", "120");
            visit.clickText("berth-accounts form button", "Save");
            visit.awaitText("[data-account=ana]", "120 server-hours per 7 days");
            JsonNode account = site.get(site.administrator(), "/accounts/ana");
            assertThat(account.at("/quota/serverHours").asDouble()).isEqualTo(120);

            visit.click("[aria-label='Change ana']");
            visit.type("[data-field=paying] input", "9");
            visit.clickText("berth-accounts form button", "Save");
            visit.awaitText("[data-field=rank] .wrong", "required");
            visit.type("[data-field=rank] input", "6");
            visit.clickText("berth-accounts form button", "Save");
            visit.awaitText("[data-account=ana]", "paying capacity 9, rank 6");
            assertThat(site.get(site.administrator(), "/accounts/ana")
                            .at("/standing/rank")
                            .asInt())
                    .isEqualTo(6);

            visit.type("input[type=search]", "ana\n");
            visit.until(
                    "only what ana did",
                    () -> !visit.text(".dashboard table").contains("add-account")
                            && visit.text(".dashboard table").contains("book"));
        }
    }

    /** Accounts change without an event: the audit log shows it all the same, and keeps the older lines that are open. */
    @ParameterizedTest
    @SomeScreens
    void auditLog_isRefreshed(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            for (int i = 0; i < 12; i++) {
                site.account("user" + i, "user");
            }
            Visit visit = Visit.of(site, screen, site.administrator());
            visit.open("operators");
            visit.awaitText(".dashboard table", "user11");
            visit.clickText(".dashboard button", "Older");
            visit.awaitText("[aria-label='Audit log']", "user3");
            site.account("late", "user");
            visit.awaitText("[aria-label='Audit log']", "late");
            assertThat(visit.text("[aria-label='Audit log']")).contains("user5");
        }
    }

    private static void refused(TestSite site, String token, String job) {
        try {
            site.send(token, "POST", "/reservations", job);
        } catch (AssertionError e) {
            assertThat(e.getMessage()).contains(": 409");
            return;
        }
        throw new AssertionError("accepted: " + job);
    }
}
