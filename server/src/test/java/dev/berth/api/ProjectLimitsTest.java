package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.service.account.Quota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas of the site, of pools and of projects, and budgets of projects, computed by hand. */
class ProjectLimitsTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.quota = Optional.of(new Quota(
                                Duration.ofHours(20).toMillis(),
                                Duration.ofDays(7).toMillis()))));
        service.send("admin", "POST", "/projects", "{\"name\":\"climate\",\"members\":[\"ana\",\"ben\"]}")
                .is(201);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private TestService.Result book(String user, String day, int hours, int servers) {
        String job = exactly("x", day + "T00:00:00Z", day + "T%02d:00:00Z".formatted(hours), servers);
        return service.send(user, "POST", "/reservations", "{" + job + ",\"project\":\"climate\"}");
    }

    private void project(String patch) {
        service.send("admin", "PATCH", "/projects/climate", patch).is(200);
    }

    private String detail(TestService.Result result, String code) {
        return result.is(403).code(code).text("detail");
    }

    private String climate(String path) {
        return service.get("ana", "/projects/climate").is(200).at(path).asText();
    }

    @Test
    void theDefaultOfTheSite_holdsForUsersWithoutAQuota() {
        assertThat(detail(book("ana", "2026-12-01", 21, 1), "quota"))
                .containsSubsequence(
                        "Quota of ana (default of the site): 20 server-hours per 7 days.",
                        "0 booked, 20 left",
                        "for 21 more");
        assertThat(service.get("ana", "/accounts/me").at("/quotas/0").toString())
                .isEqualTo(
                        "{\"serverHours\":\"20\",\"window\":\"PT168H\",\"booked\":\"0\",\"left\":\"20\",\"siteDefault\":true}");
        service.send("admin", "PATCH", "/accounts/ana", "{\"quota\":{\"serverHours\":\"22\",\"window\":\"P1D\"}}")
                .is(200);
        book("ana", "2026-12-01", 21, 1).is(201);
        String job = exactly("x", "2026-12-02T00:00:00Z", "2026-12-02T21:00:00Z", 1);
        // Operators answer for the site.
        service.send("olga", "POST", "/reservations", "{" + job + "}").is(201);
    }

    @Test
    void aPool_hasAQuotaOfItsOwn() {
        service.send("admin", "PATCH", "/accounts/ana", """
                {"poolQuotas":{"fast":{"serverHours":"5","window":"P7D"},"slow":{"serverHours":"6","window":"P7D"}}}""").is(200);
        book("ana", "2026-12-01", 4, 1).is(201);
        assertThat(detail(book("ana", "2026-12-02", 2, 1), "quota"))
                .containsSubsequence(
                        "Quota of ana in pool fast: ", "5 server-hours per 7 days.", "4 booked, 1 left", "for 2 more");
        // To change one pool leaves the other.
        service.send("admin", "PATCH", "/accounts/ana", "{\"poolQuotas\":{\"fast\":null}}")
                .is(200);
        assertThat(service.get("ana", "/accounts/me").at("/poolQuotas").toString())
                .isEqualTo("{\"slow\":{\"serverHours\":\"6\",\"window\":\"PT168H\"}}");
        book("ana", "2026-12-02", 2, 1).is(201);
        service.send("admin", "PATCH", "/accounts/ana", "{\"poolQuotas\":{\"fast\":{\"serverHours\":\"x\"}}}")
                .is(422);
    }

    @Test
    void aProject_hasAQuotaOverAllItsMembers() {
        project("{\"quota\":{\"serverHours\":\"10\",\"window\":\"P7D\"}}");
        book("ana", "2026-12-01", 6, 1).is(201);
        String bens = book("ben", "2026-12-01", 4, 1).is(201).text("id");
        assertThat(detail(book("ana", "2026-12-02", 1, 1), "quota"))
                .startsWith("Quota of project climate: 10 server-hours");
        assertThat(climate("/quotas/0/left")).isEqualTo("0");
        // Without the project it goes.
        String alone = exactly("x", "2026-12-02T00:00:00Z", "2026-12-02T01:00:00Z", 1);
        service.send("ana", "POST", "/reservations", "{" + alone + "}").is(201);
        service.send("ben", "DELETE", "/reservations/" + bens, "").is(200);
        book("ana", "2026-12-03", 4, 1).is(201);
        project("{\"title\":\"still limited\"}");
        assertThat(climate("/quota/serverHours")).isEqualTo("10");
        service.restart();
        assertThat(climate("/quotas/0/booked")).isEqualTo("10");
    }

    @Test
    void aBudget_isForTheMonthOfTheStart() {
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"2\",\"penalty\":\"0.5\"}")
                .is(200);
        project("{\"budget\":{\"amount\":\"10\",\"period\":\"month\"}}");
        String first = book("ana", "2026-11-20", 4, 1).is(201).text("id");
        assertThat(climate("/spent")).isEqualTo("8.00");
        assertThat(detail(book("ben", "2026-11-21", 2, 1), "project-budget"))
                .containsSubsequence(
                        "Budget of project climate: 10.00 for November 2026.", "2.00 left", "costs 4.00 more", "50%");
        book("ben", "2026-12-21", 5, 1).is(201);
        detail(book("ben", "2026-12-22", 1, 1), "project-budget");
        // A longer stay, too; what was refused has changed nothing.
        service.send("ana", "POST", "/reservations/" + first + "/changes", "{\"kind\":\"extend\",\"work\":\"PT2H\"}")
                .is(403)
                .code("project-budget");
        assertThat(climate("/spent")).isEqualTo("8.00");
        // Half of the price is the fee of a cancellation; the other half is given back.
        service.send("ana", "DELETE", "/reservations/" + first, "").is(200);
        assertThat(climate("/spent")).isEqualTo("4.00");
        service.restart();
        assertThat(climate("/left")).isEqualTo("6.00");
        project("{\"budget\":{\"period\":\"total\"}}");
        assertThat(climate("/spent")).isEqualTo("14.00");
        detail(book("ben", "2027-01-21", 1, 1), "project-budget");
        // An operator may; the audit log says so.
        String job = exactly("x", "2027-01-21T00:00:00Z", "2027-01-21T01:00:00Z", 1);
        service.send("olga", "POST", "/reservations", "{" + job + ",\"user\":\"ben\",\"project\":\"climate\"}")
                .is(201);
        assertThat(service.get("olga", "/audit").response().body()).contains("exceed-budget");
        project("{\"budget\":null}");
        book("ben", "2027-01-22", 1, 1).is(201);
    }

    @Test
    void holdsSeriesAndPlans_takeFromTheBudget() {
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"1\"}").is(200);
        project("{\"budget\":{\"amount\":\"5\",\"period\":\"total\"}}");
        String job = exactly("x", "2026-12-01T00:00:00Z", "2026-12-01T02:00:00Z", 1) + ",\"project\":\"climate\"";
        service.send("ana", "POST", "/offers", "{" + job + ",\"hold\":\"PT10M\"}")
                .is(200);
        assertThat(climate("/spent")).isEqualTo("2.00");
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + job + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                .is(403)
                .code("project-budget");
        service.clock.move(Duration.ofMinutes(11));
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + job + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                .is(201);
        assertThat(climate("/spent")).isEqualTo("4.00");
    }
}
