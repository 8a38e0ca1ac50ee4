package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects, their members, and what is booked for them. */
class ProjectsTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        service.send("admin", "POST", "/projects", """
                {"name":"climate","title":"Climate models","members":["ana","ben"]}""").is(201);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private TestService.Result book(String user, int hour, String project) {
        String job =
                exactly("x", "2026-11-17T%02d:00:00Z".formatted(hour), "2026-11-17T%02d:00:00Z".formatted(hour + 1), 1);
        return service.send("olga", "POST", "/reservations", "{" + job + ",\"user\":\"" + user + "\"" + project + "}");
    }

    private static String of(String project) {
        return ",\"project\":\"" + project + "\"";
    }

    private String projects(String user) {
        return service.get(user, "/projects")
                .is(200)
                .at("/projects")
                .findValuesAsText("name")
                .toString();
    }

    @Test
    void aProject_isSeenByItsMembersAndOperators() {
        assertThat(projects("ana")).isEqualTo("[climate]");
        assertThat(projects("olga")).isEqualTo("[climate]");
        assertThat(projects("vera")).isEqualTo("[]");
        service.get("vera", "/projects/climate").is(404).code("unknown-project");
        service.get("ana", "/projects/climate").is(200);
        service.get("ana", "/projects/nothing").is(404).code("unknown-project");
        service.get("ana", "/projects/%2E%2E").is(404);
        service.send("admin", "POST", "/projects", "{\"name\":\"climate\"}")
                .is(409)
                .code("duplicate-project");
        service.send("admin", "POST", "/projects", "{\"name\":\"Big Words\"}").is(422);
        service.send("admin", "POST", "/projects", "{\"name\":\"x\",\"members\":[\"nobody\"]}")
                .is(404);
        service.get("admin", "/projects/x").is(404);
    }

    @Test
    void aPatch_changesWhatItNames() {
        String before = service.get("ana", "/projects/climate").at("").toString();
        assertThat(before)
                .isEqualTo("{\"name\":\"climate\",\"title\":\"Climate models\",\"members\":[\"ana\",\"ben\"]}");
        service.send("admin", "PATCH", "/projects/climate", "{}").is(200);
        assertThat(service.get("ana", "/projects/climate").at("").toString()).isEqualTo(before);
        service.send("admin", "PATCH", "/projects/climate", "{\"title\":null}").is(200);
        service.restart();
        assertThat(service.get("ana", "/projects/climate").at("").toString())
                .isEqualTo("{\"name\":\"climate\",\"members\":[\"ana\",\"ben\"]}");
    }

    @Test
    void membersComeAndGo() {
        service.send("admin", "PUT", "/projects/climate/members/vera", "").is(200);
        service.send("admin", "PUT", "/projects/climate/members/vera", "").is(200);
        service.send("admin", "DELETE", "/projects/climate/members/ana", "").is(200);
        service.send("admin", "DELETE", "/projects/climate/members/ana", "").is(404);
        service.send("admin", "PUT", "/projects/climate/members/nobody", "")
                .is(404)
                .code("unknown-account");
        assertThat(service.get("olga", "/projects/climate").at("/members").toString())
                .isEqualTo("[\"ben\",\"vera\"]");
        book("ana", 8, of("climate")).is(422);
    }

    @Test
    void theLabelOfAnAccount_isMembership() {
        service.send("admin", "PATCH", "/accounts/vera", "{\"project\":\"ocean\",\"role\":\"user\"}")
                .is(200);
        assertThat(service.get("vera", "/projects/ocean").is(200).at("").toString())
                .isEqualTo("{\"name\":\"ocean\",\"members\":[\"vera\"]}");
        service.send("admin", "POST", "/projects", "{\"name\":\"ocean\"}").is(409);
        service.send("admin", "PATCH", "/projects/ocean", "{\"title\":\"Deep\"}")
                .is(200);
        assertThat(service.get("vera", "/accounts/me").at("/projects").toString())
                .isEqualTo("[\"ocean\"]");
        service.send("admin", "PUT", "/projects/climate/members/vera", "").is(200);
        assertThat(service.get("vera", "/accounts/me").at("/projects").toString())
                .isEqualTo("[\"ocean\",\"climate\"]");
        service.send("admin", "DELETE", "/projects/ocean/members/vera", "").is(200);
        assertThat(service.get("vera", "/accounts/me").at("/projects").toString())
                .isEqualTo("[\"climate\"]");
        assertThat(service.get("vera", "/accounts/me").at("/project").isMissingNode())
                .isTrue();
    }

    @Test
    void aBooking_isForItsProject_andForTheDefaultOtherwise() {
        assertThat(book("ana", 8, of("climate")).is(201).text("project")).isEqualTo("climate");
        assertThat(book("ana", 9, "").is(201).at("/project").isMissingNode()).isTrue();
        book("ana", 10, of("ocean")).is(422);
        book("vera", 10, of("climate")).is(422);
        service.send("admin", "PATCH", "/accounts/ana", "{\"project\":\"ocean\"}")
                .is(200);
        assertThat(book("ana", 10, "").is(201).text("project")).isEqualTo("ocean");
        assertThat(book("ana", 11, of("climate")).is(201).text("project")).isEqualTo("climate");
        assertThat(service.get("olga", "/reports/usage?by=project&from=2026-11-17&to=2026-11-18")
                        .at("/rows")
                        .toString())
                .contains("{\"name\":\"climate\",\"booked\":\"2\"")
                // What was booked without a project counts under the default of its user until it ends.
                .contains("{\"name\":\"ocean\",\"booked\":\"2\"");
        // Another default later changes nothing for what was booked.
        service.send("admin", "PATCH", "/accounts/ana", "{\"project\":\"other\"}")
                .is(200);
        service.restart();
        assertThat(service.get("olga", "/reports/usage?by=project&from=2026-11-17&to=2026-11-18")
                        .at("/rows")
                        .toString())
                .contains("{\"name\":\"climate\",\"booked\":\"2\"")
                .contains("{\"name\":\"ocean\",\"booked\":\"1\"");
    }

    @Test
    void whatIsRefused_countsForTheProjectThatItNames_withWhatItAskedFor() {
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"2\"}").is(200);
        String six = exactly("x", "2026-11-17T08:00:00Z", "2026-11-17T11:00:00Z", 2) + of("climate");
        service.send(
                        "admin",
                        "PATCH",
                        "/projects/climate",
                        "{\"quota\":{\"serverHours\":\"4\",\"window\":\"P7D\"},\"budget\":{\"amount\":\"0.01\",\"period\":\"total\"}}")
                .is(200);
        service.send("ana", "POST", "/reservations", "{" + six + "}").is(403).code("quota");
        service.send("admin", "PATCH", "/projects/climate", "{\"quota\":null}").is(200);
        service.send("ana", "POST", "/reservations", "{" + six + "}").is(403).code("project-budget");
        service.send("ana", "POST", "/reservations", "{" + six + "}", "Idempotency-Key", "once")
                .is(403);
        service.send("ana", "POST", "/reservations", "{" + six + "}", "Idempotency-Key", "once")
                .is(403);
        String tooMany = exactly("x", "2026-11-17T08:00:00Z", "2026-11-17T09:00:00Z", 99);
        service.send("ana", "POST", "/reservations", "{" + tooMany + "}").is(409);
        assertThat(service.get("olga", "/reports/usage?by=project").at("/rows").toString())
                .isEqualTo(
                        "[{\"name\":\"\",\"booked\":\"0\",\"used\":\"0\",\"idle\":\"0\",\"opportunistic\":\"0\",\"refused\":1,\"refusedHours\":\"99\",\"cost\":\"0.00\",\"notKept\":0,\"notKeptHours\":\"0\"},"
                                + "{\"name\":\"climate\",\"booked\":\"0\",\"used\":\"0\",\"idle\":\"0\",\"opportunistic\":\"0\",\"refused\":3,\"refusedHours\":\"18\",\"cost\":\"0.00\",\"notKept\":0,\"notKeptHours\":\"0\"}]");
    }

    @Test
    void aClosedProject_takesNothingNew_andStaysInReports() {
        String id = book("ana", 8, of("climate")).is(201).text("id");
        service.send("admin", "PATCH", "/projects/climate", "{\"active\":false}")
                .is(200);
        book("ana", 9, of("climate")).is(422);
        assertThat(book("ana", 9, of("climate")).response().body()).contains("is closed; choose another project");
        service.send("admin", "PATCH", "/accounts/vera", "{\"project\":\"climate\"}")
                .is(422);
        assertThat(projects("ana")).isEqualTo("[]");
        assertThat(service.get("ana", "/projects?all=true")
                        .at("/projects/0/active")
                        .asBoolean(true))
                .isFalse();
        assertThat(service.get("ana", "/reservations/" + id).text("project")).isEqualTo("climate");
        assertThat(service.get("olga", "/reports/usage?by=project&from=2026-11-17&to=2026-11-18")
                        .at("/rows")
                        .toString())
                .contains("{\"name\":\"climate\",\"booked\":\"1\"");
        service.send("admin", "PATCH", "/projects/climate", "{\"active\":true}").is(200);
        book("ana", 9, of("climate")).is(201);
    }

    @Test
    void series_andHolds_keepTheirProject() {
        String job = exactly("x", "2026-11-18T08:00:00Z", "2026-11-18T09:00:00Z", 1) + of("climate");
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + job + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}}")
                .is(201);
        String held = service.send("ana", "POST", "/offers", "{" + job + ",\"hold\":\"PT10M\"}")
                .is(200)
                .at("/offers/0/reservation")
                .asText();
        service.send("ana", "POST", "/reservations/" + held + "/confirm", "").is(200);
        assertThat(service.get("ana", "/reservations").at("/reservations").findValuesAsText("project"))
                .containsExactly("climate", "climate", "climate");
    }
}
