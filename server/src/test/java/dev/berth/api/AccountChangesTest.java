package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A change of one field of an account never touches another, and a disabled account loses nothing but its access. */
class AccountChangesTest {
    private static final String ALL = """
            {"role":"user","quota":{"serverHours":"10.5","window":"P7D"},"lead":{"least":"PT1H","most":"P30D"},"priority":2}""";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        service.send("admin", "PUT", "/accounts/ana", ALL).is(200);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private TestService.Result patch(String name, String body) {
        return service.send("admin", "PATCH", "/accounts/" + name, body);
    }

    private String ana() {
        // What is used is looked at elsewhere.
        return service.get("admin", "/accounts/ana").is(200).at("").toString().replaceAll(",\"quotas\":\\[.*?\\]", "");
    }

    private static String ana(String role, String quota, String lead, String rest) {
        return "{\"name\":\"ana\",\"role\":\"%s\"%s%s%s}".formatted(role, quota, lead, rest);
    }

    private static final String QUOTA = ",\"quota\":{\"serverHours\":\"10.5\",\"window\":\"PT168H\"}";
    private static final String LEAD = ",\"lead\":{\"least\":\"PT1H\",\"most\":\"PT720H\"}";
    private static final String REST = ",\"priority\":2,\"booked\":\"0\"";

    @Test
    void reservationsOfADisabledAccount_areListed_andCancelledIfAsked() {
        patch("ana", "{\"lead\":null}").is(200);
        String now = book("2026-11-16T08:00:00Z", "2026-11-16T12:00:00Z");
        String later = book("2026-11-17T08:00:00Z", "2026-11-17T09:00:00Z");
        assertThat(patch("ana", "{\"cancelReservations\":true}").is(422).text("detail"))
                .contains("needs \"active\": false");
        service.clock.move(Duration.ofMinutes(1));
        assertThat(patch("ana", "{\"active\":false}")
                        .is(200)
                        .at("/reservations")
                        .toString())
                .isEqualTo("[\"%s\"]".formatted(later));
        assertThat(service.get("admin", "/accounts/ana").at("/reservations")).hasSize(1);
        service.get("admin", "/reservations/" + later).is(200);
        assertThat(patch("ana", "{\"active\":false,\"cancelReservations\":true}")
                        .is(200)
                        .at("")
                        .has("reservations"))
                .isFalse();
        assertThat(service.get("admin", "/reservations/" + later).text("state")).isEqualTo("cancelled");
        assertThat(service.get("admin", "/reservations/" + now).text("state")).isEqualTo("running");
    }

    private String book(String start, String end) {
        return service.send("ana", "POST", "/reservations", "{" + exactly("x", start, end, 1) + "}")
                .is(201)
                .text("id");
    }

    @Test
    void aPut_replacesEverything() {
        service.send("admin", "PUT", "/accounts/ana", "{\"role\":\"user\",\"lead\":{\"least\":\"PT2H\"}}")
                .is(200);
        assertThat(ana()).isEqualTo("{\"name\":\"ana\",\"role\":\"user\",\"lead\":{\"least\":\"PT2H\"}}");
    }

    @Test
    void aPatch_changesWhatItNames_andNullRemoves() {
        assertThat(ana()).isEqualTo(ana("user", QUOTA, LEAD, REST));
        patch("ana", "{}").is(200);
        assertThat(ana()).isEqualTo(ana("user", QUOTA, LEAD, REST));
        patch("ana", "{\"lead\":{\"least\":\"PT2H\"}}").is(200);
        assertThat(ana()).isEqualTo(ana("user", QUOTA, ",\"lead\":{\"least\":\"PT2H\",\"most\":\"PT720H\"}", REST));
        patch("ana", "{\"lead\":{\"most\":null}}").is(200);
        assertThat(ana()).isEqualTo(ana("user", QUOTA, ",\"lead\":{\"least\":\"PT2H\"}", REST));
        patch("ana", "{\"lead\":null,\"role\":\"operator\"}").is(200);
        assertThat(ana()).isEqualTo(ana("operator", QUOTA, "", REST));
        patch("ana", "{\"quota\":{\"serverHours\":\"3\"}}").is(200);
        assertThat(ana())
                .isEqualTo(ana("operator", ",\"quota\":{\"serverHours\":\"3\",\"window\":\"PT168H\"}", "", REST));
        patch("ana", "{\"quota\":null}").is(200);
        assertThat(ana()).isEqualTo(ana("operator", "", "", ",\"priority\":2"));
        service.restart();
        assertThat(ana()).isEqualTo(ana("operator", "", "", ",\"priority\":2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"role\":null}|role",
                "{\"role\":\"king\"}|role",
                "{\"active\":1}|active",
                "{\"quota\":{\"window\":null}}|quota.window",
                "{\"quota\":7}|quota",
                "{\"quota\":{\"serverHours\":{}}}|quota.serverHours",
                "{\"name\":\"eve\"}|name",
                "{\"open\":false}|open"
            })
    void aWrongPatch_isRefusedAsAWhole(String body, String field) {
        assertThat(patch("ana", body).is(422).at("/errors/0/field").asText()).isEqualTo(field);
        assertThat(ana()).isEqualTo(ana("user", QUOTA, LEAD, REST));
    }

    @Test
    void aDisabledAccount_keepsItsReservations_andCanBeEnabledAgain() {
        patch("ana", "{\"lead\":null}").is(200);
        String id = service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + exactly("a", "2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z", 1) + "}")
                .is(201)
                .text("id");
        patch("ana", "{\"active\":false}").is(200);
        service.get("ana", "/pools").is(401);
        assertThat(service.get("admin", "/reservations/" + id).is(200).text("user"))
                .isEqualTo("ana");
        assertThat(service.get("admin", "/accounts").at("/accounts").toString()).doesNotContain("\"ana\"");
        assertThat(service.get("admin", "/accounts?all=true").at("/accounts").toString())
                .contains("\"ana\"");
        assertThat(ana()).contains("\"active\":false", "10.5");
        service.send("admin", "POST", "/tokens", "{\"account\":\"ana\"}").is(404);
        service.send("admin", "PUT", "/accounts/ana", ALL).is(404);
        service.restart();

        patch("ana", "{\"active\":true}").is(200);
        service.get("ana", "/pools").is(401);
        service.tokens.put(
                "ana",
                service.send("admin", "POST", "/tokens", "{\"account\":\"ana\"}")
                        .is(201)
                        .text("token"));
        assertThat(service.get("ana", "/accounts/me")
                        .is(200)
                        .at("/quota/serverHours")
                        .asText())
                .isEqualTo("10.5");
        service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
    }

    @Test
    void theLastAdministrator_staysOne() {
        patch("admin", "{\"active\":false}").is(409).code("last-administrator");
        patch("admin", "{\"role\":\"user\"}").is(409).code("last-administrator");
        patch("admin", "{\"priority\":1}").is(200);
        patch("ana", "{\"role\":\"administrator\"}").is(200);
        patch("admin", "{\"active\":false}").is(200);
        service.get("admin", "/pools").is(401);
        service.send("ana", "PATCH", "/accounts/ana", "{\"active\":false}")
                .is(409)
                .code("last-administrator");
        service.send("ana", "PATCH", "/accounts/nobody", "{}").is(404);
        assertThat(service.get("ana", "/audit").at("/entries").toString())
                .contains("\"change-account\"", "administrator, disabled");
    }
}
