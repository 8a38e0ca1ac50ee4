package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static dev.berth.api.TestService.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever takes capacity is held to the quota of its user, and whatever gives capacity back gives quota back. */
class QuotaTest {
    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void quota(String hours, String window) {
        service.send(
                        "admin",
                        "PUT",
                        "/accounts/ana",
                        "{\"role\":\"user\",\"quota\":{\"serverHours\":\"%s\",\"window\":\"%s\"}}"
                                .formatted(hours, window))
                .is(200);
    }

    private String booked() {
        return service.get("ana", "/accounts/me").text("booked");
    }

    /** An hour on one fast server. */
    private static String hour(String name, int from) {
        return exactly(name, "2026-11-16T%02d:00:00Z".formatted(from), "2026-11-16T%02d:00:00Z".formatted(from + 1), 1);
    }

    private Result book(String as, String job) {
        return service.send(as, "POST", "/reservations", "{" + job + "}");
    }

    private Result hold(String job) {
        return service.send("ana", "POST", "/offers", "{" + job + ",\"hold\":\"PT5M\"}");
    }

    /** A write lets time pass at once. */
    private void later(Duration by) {
        service.clock.move(by);
        service.send("ana", "POST", "/tokens", "{\"oneTime\":true}").is(201);
    }

    @Test
    void holdsCountFromWhenTheyAreMade_andAreGivenBackWhenTheyExpire() {
        quota("1", "P1D");
        hold(hour("first", 10)).is(200);
        assertThat(booked()).isEqualTo("1");
        for (int i = 0; i < 28; i++) {
            hold(hour("more", 11)).is(403).code("quota");
        }
        later(Duration.ofMinutes(6));
        assertThat(booked()).as("the hold has expired").isEqualTo("0");

        String held =
                hold(hour("second", 12)).is(200).at("/offers/0/reservation").asText();
        service.send("ana", "DELETE", "/reservations/" + held, "").is(200);
        assertThat(booked()).as("the hold was given up").isEqualTo("0");

        held = hold(hour("third", 12)).is(200).at("/offers/0/reservation").asText();
        service.send("ana", "POST", "/reservations/" + held + "/confirm", "").is(200);
        assertThat(booked()).as("confirmed, and counted once").isEqualTo("1");
        service.restart();
        assertThat(booked()).isEqualTo("1");
        book("ana", hour("fourth", 13)).is(403).code("quota");
    }

    @Test
    void whatRuns_isExtendedWithinTheQuotaOnly() {
        quota("2", "P1D");
        String path = "/reservations/" + book("ana", hour("run", 9)).is(201).text("id");
        later(Duration.ofMinutes(70));
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"extend\",\"work\":\"PT2H\"}")
                .is(403)
                .code("quota");
        assertThat(service.get("ana", path).text("end")).isEqualTo("2026-11-16T10:00:00Z");
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"extend\",\"work\":\"PT1H\"}")
                .is(200);
        assertThat(booked()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"extend-if-free", "push", "migrate"})
    void anOverrun_isHeldToTheQuota(String policy) {
        quota("2", "P1D");
        String path = "/reservations/" + book("ana", hour("run", 9)).is(201).text("id");
        later(Duration.ofMinutes(70));
        String more = "{\"more\":\"%s\",\"policy\":\"" + policy + "\"}";
        service.send("ana", "POST", path + "/overrun", more.formatted("PT2H"))
                .is(403)
                .code("quota");
        assertThat(booked()).isEqualTo("1");
        service.send("ana", "POST", path + "/overrun", more.formatted("PT1H")).is(200);
        assertThat(booked()).isEqualTo("2");
        service.send("ana", "POST", path + "/overrun", more.formatted("PT0.001S"))
                .is(403);
    }

    @Test
    void whatIsAddedLater_countsFromThenOn() {
        quota("1", "PT1H");
        String far = exactly("far", "2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z", 1);
        String path = "/reservations/" + book("ana", far).is(201).text("id");
        later(Duration.ofHours(2));
        assertThat(booked()).isEqualTo("0");
        String extend = "{\"kind\":\"extend\",\"work\":\"%s\"}";
        service.send("ana", "POST", path + "/changes", extend.formatted("PT30H"))
                .is(403)
                .code("quota");
        service.send("ana", "POST", path + "/changes", extend.formatted("PT1H")).is(200);
        assertThat(booked()).isEqualTo("1");
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"shrink\",\"work\":\"PT30M\"}")
                .is(200);
        assertThat(booked()).as("the latest is given back first").isEqualTo("0.5");
        service.restart();
        assertThat(booked()).isEqualTo("0.5");
    }

    @Test
    void whatIsDoneEarly_countsWhatItUsed() {
        quota("4", "P1D");
        String first = "/reservations/"
                + book("ana", exactly("early", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1))
                        .is(201)
                        .text("id");
        String second = "/reservations/"
                + book("ana", exactly("stopped", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 1))
                        .is(201)
                        .text("id");
        later(Duration.ofMinutes(90));
        service.send("ana", "POST", first + "/finish", "").is(200);
        assertThat(booked()).isEqualTo("2.5");
        service.send("ana", "DELETE", second, "").is(200);
        assertThat(booked()).isEqualTo("1");
        book("ana", exactly("again", "2026-11-16T12:00:00Z", "2026-11-16T15:00:00Z", 1))
                .is(201);
        later(Duration.ofHours(8));
        assertThat(booked()).as("what has ended was used whole").isEqualTo("4");
    }

    @Test
    void anOperator_mayExceedTheQuotaOfSomebody_whichIsChargedAndAudited() {
        quota("1", "P1D");
        book("olga", hour("asked for", 9) + ",\"user\":\"ana\"").is(201);
        assertThat(service.get("admin", "/audit").at("/entries/0/what").asText())
                .isEqualTo("book");
        String id =
                book("olga", hour("beyond", 10) + ",\"user\":\"ana\"").is(201).text("id");
        assertThat(booked()).isEqualTo("2");
        assertThat(service.get("admin", "/audit").at("/entries/0").toString())
                .contains("\"exceed-quota\"", "\"olga\"", "\"ana\"", "2 of 1 server-hours");
        book("ana", hour("mine", 11)).is(403).code("quota");
        service.send("ana", "POST", "/reservations/" + id + "/changes", "{\"kind\":\"fix\"}")
                .is(200);
        service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
        assertThat(booked()).isEqualTo("1");
    }

    @Test
    void whatLosesItsServers_takesNothingUntilItRecovers() {
        quota("4", "P1D");
        book("ana", exactly("both", "2026-11-16T09:00:00Z", "2026-11-16T11:00:00Z", 2))
                .is(201);
        service.send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0]}").is(200);
        assertThat(booked()).isEqualTo("0");
        String slow =
                "{\"name\":\"meanwhile\",\"stay\":\"PT1H\",\"pool\":\"slow\",\"deadline\":\"2026-11-16T20:00:00Z\"}";
        service.send("ana", "POST", "/reservations", slow).is(201);
        service.send("olga", "POST", "/pools/fast/restore", "{\"servers\":[0]}").is(200);
        assertThat(booked()).as("a repair is never refused").isEqualTo("5");
        service.send("ana", "POST", "/reservations", slow).is(403).code("quota");
    }

    @Test
    void aQuotaThatComesLater_countsWhatIsAddedOnly() {
        String path = "/reservations/" + book("ana", hour("before", 9)).is(201).text("id");
        quota("1", "P1D");
        assertThat(booked()).isEqualTo("0");
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"extend\",\"work\":\"PT2H\"}")
                .is(403);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"extend\",\"work\":\"PT1H\"}")
                .is(200);
        assertThat(booked()).isEqualTo("1");
        service.send("ana", "DELETE", path, "").is(200);
        assertThat(booked()).isEqualTo("0");
    }

    @Test
    void aSeries_isHeldToTheQuotaAsAWhole() {
        quota("3", "P7D");
        String daily = hour("daily", 9) + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=%d\",\"zone\":\"UTC\"}";
        Result over = book("ana", daily.formatted(4)).is(403).code("quota");
        assertThat(over.at("/numbers/asked").asText()).isEqualTo("4");
        book("ana", daily.formatted(3)).is(201);
        assertThat(booked()).isEqualTo("3");
        service.send("ana", "DELETE", "/series/s1", "").is(200);
        assertThat(booked()).isEqualTo("0");
    }

    @Test
    void leadTimes_holdWhereAStartIsChosen_andOnlyThere() {
        service.send(
                        "admin",
                        "PUT",
                        "/accounts/ana",
                        "{\"role\":\"user\",\"lead\":{\"least\":\"PT2H\",\"most\":\"P2D\"}}")
                .is(200);
        hold(hour("soon", 9)).is(403).code("not-allowed");
        String held =
                hold(hour("later", 10)).is(200).at("/offers/0/reservation").asText();
        service.clock.move(Duration.ofMinutes(1));
        service.send("ana", "POST", "/reservations/" + held + "/confirm", "").is(200);
        String path = "/reservations/" + held;
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"extend\",\"work\":\"PT1H\"}")
                .is(200);
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"move\",\"by\":\"-PT30M\"}")
                .is(403)
                .code("not-allowed");
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"move\",\"by\":\"P3D\"}")
                .is(403)
                .code("not-allowed");
        service.send("ana", "POST", path + "/changes", "{\"kind\":\"move\",\"by\":\"PT3H\"}")
                .is(200);
        book("olga", job("now") + ",\"user\":\"ana\"").is(201);
        later(Duration.ofHours(5));
        service.send("ana", "POST", path + "/overrun", "{\"more\":\"PT1H\",\"policy\":\"migrate\"}")
                .is(200);
    }
}
