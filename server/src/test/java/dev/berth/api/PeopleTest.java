package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several people on one reservation: guests, who booked it for whom, and other owners. */
class PeopleTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        service.send("admin", "POST", "/projects", """
                {"name":"climate","members":["ana"]}""").is(201);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private TestService.Result book(String asker, int hour, String more) {
        String job =
                exactly("x", "2026-11-17T%02d:00:00Z".formatted(hour), "2026-11-17T%02d:00:00Z".formatted(hour + 1), 1);
        return service.send(asker, "POST", "/reservations", "{" + job + more + "}");
    }

    private String path(TestService.Result booked) {
        return "/reservations/" + booked.is(201).text("id");
    }

    private String seen(String user, String path, String field) {
        return service.get(user, path).is(200).at("/" + field).toString();
    }

    @Test
    void guests_areNamedWhenItIsBooked_orLater_andSeeAllOfIt() {
        String path = path(book("ana", 8, ",\"guests\":[\"ben\"]"));
        assertThat(seen("ben", path, "guests")).isEqualTo("[\"ben\"]");
        assertThat(seen("vera", path, "guests")).isEmpty();
        service.send("ana", "POST", path + "/guests", "{\"add\":[\"climate\",\"olga\"],\"remove\":[\"ben\"]}")
                .is(200);
        assertThat(seen("ana", path, "guests")).isEqualTo("[\"olga\",\"project:climate\"]");
        assertThat(seen("ben", path, "guests")).isEmpty();
        // The members of a project are those of now.
        service.send("admin", "PUT", "/projects/climate/members/ben", "").is(200);
        service.restart();
        assertThat(seen("ben", path, "guests")).isEqualTo("[\"olga\",\"project:climate\"]");
        assertThat(service.get("ben", "/reservations?guest=me")
                        .at("/reservations")
                        .findValuesAsText("id"))
                .containsExactly(path.substring("/reservations/".length()));
        service.get("ben", "/reservations?guest=ana").is(422);
        service.send("ana", "DELETE", path + "/guests", "").is(200);
        assertThat(seen("ben", path, "guests")).isEmpty();
        assertThat(service.get("ben", "/reservations?guest=me")
                        .at("/reservations")
                        .size())
                .isZero();
    }

    @Test
    void guests_changeNothing() {
        String path = path(book("ana", 8, ",\"guests\":[\"ben\"]"));
        service.send("ben", "DELETE", path, "").is(403);
        service.send("ben", "POST", path + "/changes", "{\"kind\":\"fix\"}").is(403);
        service.send("ben", "POST", path + "/guests", "{\"add\":[\"olga\"]}").is(403);
        service.send("ben", "DELETE", path + "/guests", "").is(403);
        service.send("ben", "POST", path + "/give", "{\"to\":\"ben\"}").is(403);
    }

    @Test
    void whoCannotBeAGuest_isNamed_andNothingIsBooked() {
        assertThat(book("ana", 8, ",\"guests\":[\"ben\",\"nobody\"]").is(422).text("detail"))
                .contains("nobody");
        assertThat(book("ana", 8, ",\"guests\":[\"ana\"]").is(422).text("detail"))
                .contains("ana");
        assertThat(book("ana", 8, ",\"guests\":[\"vera\"]").is(422).text("detail"))
                .contains("vera");
        // Others do not learn which projects there are.
        assertThat(book("ben", 8, ",\"guests\":[\"climate\"]").is(422).text("detail"))
                .isEqualTo(book("ben", 8, ",\"guests\":[\"absent\"]")
                        .is(422)
                        .text("detail")
                        .replace("absent", "climate"));
        assertThat(service.get("ana", "/reservations").at("/reservations").size())
                .isZero();
        service.send("ana", "POST", "/reservations/r1/guests", "{}").is(422);
    }

    @Test
    void operators_bookForAnybody_andStaffForTheMembersOfTheirProject() {
        String path = path(book("olga", 8, ",\"user\":\"ana\""));
        assertThat(seen("ana", path, "bookedBy")).isEqualTo("\"olga\"");
        assertThat(seen("ana", path(book("ana", 8, "")), "bookedBy")).isEmpty();

        String forAna = ",\"user\":\"ana\",\"project\":\"climate\"";
        book("ben", 9, forAna).is(403);
        service.send("admin", "PUT", "/projects/climate/staff/ben", "").is(200);
        assertThat(seen("admin", "/projects/climate", "staff")).isEqualTo("[\"ben\"]");
        String byStaff = path(book("ben", 9, forAna));
        assertThat(seen("ana", byStaff, "user") + seen("ana", byStaff, "bookedBy"))
                .isEqualTo("\"ana\"\"ben\"");
        // Not for those who are no members, and not for other projects.
        book("ben", 9, ",\"user\":\"olga\",\"project\":\"climate\"").is(422);
        book("ben", 9, ",\"user\":\"ana\"").is(403);
        // Staff share and hand over, and leave the rest to the owner.
        service.send("ben", "POST", byStaff + "/guests", "{\"add\":[\"olga\"]}").is(200);
        service.send("ben", "DELETE", byStaff, "").is(403);
        service.send("admin", "DELETE", "/projects/climate/staff/ben", "").is(200);
        service.send("ben", "DELETE", byStaff + "/guests", "").is(403);
        service.send("admin", "DELETE", "/projects/climate/staff/ben", "").is(404);
        service.send("admin", "PUT", "/projects/climate/staff/nobody", "").is(404);
    }

    @Test
    void whatStaffBook_countsAgainstTheQuotaOfItsOwner() {
        service.send("admin", "PUT", "/projects/climate/staff/ben", "").is(200);
        service.send("admin", "PATCH", "/accounts/ana", "{\"quota\":{\"serverHours\":\"1\",\"window\":\"P7D\"}}")
                .is(200);
        String forAna = ",\"user\":\"ana\",\"project\":\"climate\"";
        book("ben", 9, forAna).is(201);
        book("ben", 10, forAna).is(403).code("quota");
        // An operator answers for the site.
        book("olga", 10, forAna).is(201);
    }

    @Test
    void aGift_movesTheCharge_andIsRefusedWhereTheReceiverHasNoQuotaLeft() {
        service.send("admin", "PATCH", "/accounts/ana", "{\"quota\":{\"serverHours\":\"2\",\"window\":\"P7D\"}}")
                .is(200);
        service.send("admin", "PATCH", "/accounts/ben", "{\"quota\":{\"serverHours\":\"1\",\"window\":\"P7D\"}}")
                .is(200);
        String first = path(book("ana", 8, ""));
        String second = path(book("ana", 9, ""));
        book("ana", 10, "").is(403);
        service.send("ana", "POST", first + "/give", "{\"to\":\"ben\",\"dryRun\":true}")
                .is(200);
        assertThat(seen("ana", first, "user")).isEqualTo("\"ana\"");
        service.send("ana", "POST", first + "/give", "{\"to\":\"ben\"}").is(200);
        assertThat(seen("ben", first, "user")).isEqualTo("\"ben\"");
        service.send("ana", "DELETE", first, "").is(403);
        TestService.Result refused = service.send("ana", "POST", second + "/give", "{\"to\":\"ben\"}")
                .is(403);
        refused.code("quota");
        assertThat(refused.text("detail")).contains("Quota of ben");
        assertThat(seen("ana", second, "user")).isEqualTo("\"ana\"");
        // The hour that went away can be booked again.
        book("ana", 10, "").is(201);
        book("ben", 10, "").is(403);
        // Back again, where there is no room either.
        service.send("ben", "POST", first + "/give", "{\"to\":\"ana\"}").is(403).code("quota");
        service.restart();
        service.send("ben", "DELETE", first, "").is(200);
        book("ben", 11, "").is(201);
    }

    @Test
    void theProjectThatPays_stays_unlessAnOperatorNamesAnother() {
        service.send("admin", "POST", "/projects", """
                {"name":"ocean","members":["ben"],"quota":{"serverHours":"1","window":"P7D"}}""").is(201);
        String path = path(book("ana", 8, ",\"project\":\"climate\""));
        assertThat(service.send("ana", "POST", path + "/give", "{\"to\":\"ben\"}")
                        .is(422)
                        .text("detail"))
                .contains("ben", "project climate");
        service.send("ana", "POST", path + "/give", "{\"to\":\"ben\",\"project\":\"ocean\"}")
                .is(422);
        service.send("olga", "POST", path + "/give", "{\"to\":\"ben\",\"project\":\"ocean\"}")
                .is(200);
        assertThat(seen("ben", path, "project")).isEqualTo("\"ocean\"");
        assertThat(service.get("ben", "/projects/ocean").at("/quotas/0/left").asText())
                .isEqualTo("0");
        service.send("admin", "PUT", "/projects/climate/members/ben", "").is(200);
        String stays = path(book("ana", 9, ",\"project\":\"climate\""));
        service.send("ana", "POST", stays + "/give", "{\"to\":\"ben\"}").is(200);
        assertThat(seen("ben", stays, "project")).isEqualTo("\"climate\"");
    }

    @Test
    void whatCannotBeGiven_staysWhereItIs() {
        String path = path(book("ana", 8, ""));
        assertThat(service.send("ana", "POST", path + "/give", "{\"to\":\"nobody\"}")
                        .is(422)
                        .text("detail"))
                .contains("nobody");
        service.send("ana", "POST", path + "/give", "{\"to\":\"ana\"}").is(422);
        service.send("ana", "POST", path + "/give", "{\"to\":\"vera\"}").is(422);
        service.send("ana", "POST", path + "/give", "{}").is(422);
        service.send("ana", "POST", "/reservations/r99/give", "{\"to\":\"ben\"}")
                .is(404);
        TestService.Result series = book(
                        "ana", 10, ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=2\",\"zone\":\"UTC\"}")
                .is(201);
        String part = series.at("/occurrences/0/reservation/id").asText();
        service.send("ana", "POST", "/reservations/" + part + "/give", "{\"to\":\"ben\"}")
                .is(409)
                .code("cannot-give");
    }
}
