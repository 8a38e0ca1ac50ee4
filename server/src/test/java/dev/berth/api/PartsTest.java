package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two hosts of 8 cards, 96 cores and 384 GiB, as users of the API meet them. */
class PartsTest {
    private static final Parts HOST = Parts.of(
            Part.sharedDevices("gpu", 8, 80 << 10), Part.amount("cores", 96), Part.amount("memory", 384 << 10));

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        SiteSettings settings = TestService.usual()
                .with(draft -> draft.pools = List.of(
                        TestService.planned(new Pool("dgx", 2, "1").withParts(HOST)),
                        TestService.planned(new Pool("fast", 2, "1"))))
                .with(draft -> draft.licences = Amounts.of(Map.of("matlab", 2L)));
        service = new TestService(data, new Contract(), settings);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static String from(String hour, String length, String parts) {
        return "{\"name\":\"job\",\"ready\":\"2026-11-16T%s:00:00Z\",\"stay\":\"%s\",%s}"
                .formatted(hour, length, parts);
    }

    private Result book(String who, String hour, String length, String parts) {
        return service.send(who, "POST", "/reservations", from(hour, length, parts));
    }

    /** Time goes on with the next command. */
    private void halfPastNine() {
        service.clock.move(Duration.ofMinutes(90));
        book("ana", "20", "PT1H", "\"pool\":\"fast\"").is(201);
    }

    @Test
    void pools_showPartsAndLicences() {
        Result pools = service.get("vera", "/pools").is(200);
        assertThat(pools.at("/pools/0/parts").toString())
                .isEqualTo("[{\"name\":\"gpu\",\"count\":8,\"devices\":true,\"shares\":1000,\"memory\":81920},"
                        + "{\"name\":\"cores\",\"count\":96,\"devices\":false},"
                        + "{\"name\":\"memory\",\"count\":393216,\"devices\":false}]");
        assertThat(pools.at("/pools/1").has("parts")).isFalse();
        assertThat(pools.at("/licences").toString()).isEqualTo("[{\"name\":\"matlab\",\"count\":2,\"free\":2}]");
    }

    @Test
    void aBookingOfParts_givesThemBack_andNamesItsDevicesOnlyOnceItRuns() {
        Result booked = book(
                        "ana",
                        "09",
                        "PT2H",
                        "\"parts\":{\"gpu\":2,\"cores\":16,\"memory\":\"64g\"},\"licences\":{\"matlab\":1}")
                .is(201);
        assertThat(booked.text("pool")).isEqualTo("dgx");
        assertThat(booked.at("/parts").toString()).isEqualTo("{\"cores\":16,\"gpu\":2,\"memory\":65536}");
        assertThat(booked.at("/licences").toString()).isEqualTo("{\"matlab\":1}");
        String path = "/reservations/" + booked.text("id");
        for (JsonNode waiting : List.of(booked.json(), service.get("ana", path).json())) {
            assertThat(waiting.has("serverNumbers")).isFalse();
            assertThat(waiting.has("serverNames")).isFalse();
            assertThat(waiting.has("devices")).isFalse();
            assertThat(waiting.has("requires")).isFalse();
        }
        assertThat(windows("pool").getFirst().has("serverNumbers")).isFalse();

        halfPastNine();
        Result runs = service.get("ana", path).is(200);
        assertThat(runs.text("state")).isEqualTo("running");
        assertThat(runs.at("/serverNumbers").toString()).isEqualTo("[0]");
        assertThat(runs.at("/devices").toString()).isEqualTo("[{\"server\":0,\"part\":\"gpu\",\"numbers\":[0,1]}]");
        assertThat(windows("server").get(0).at("/devices/0/numbers").toString()).isEqualTo("[0,1]");
        assertThat(service.get("ben", path).is(200).at("/parts/gpu").asInt()).isEqualTo(2);
        assertThat(service.get("vera", "/pools").at("/licences/0/free").asInt()).isEqualTo(1);
        service.restart();
        assertThat(service.get("ana", path).json()).isEqualTo(runs.json());
    }

    private JsonNode timetable(String by) {
        return service.get("ben", "/timetable?pool=dgx&by=" + by).is(200).at("/pools/0");
    }

    private List<JsonNode> windows(String by) {
        return StreamSupport.stream(timetable(by).path("windows").spliterator(), false)
                .toList();
    }

    @Test
    void twoOwnersOfOneHost_areBothOnTheTimetable_withWhatIsFree() {
        book("ana", "09", "PT2H", "\"parts\":{\"gpu\":2,\"cores\":16,\"memory\":\"64g\"}")
                .is(201);
        book("ben", "09", "PT1H", "\"parts\":{\"cores\":8},\"share\":{\"thousandths\":500}")
                .is(201);
        assertThat(timetable("pool").path("free").toString())
                .isEqualTo(
                        "[{\"from\":\"2026-11-16T08:00:00Z\",\"servers\":2,\"parts\":{\"gpu\":16,\"cores\":192,\"memory\":786432}},"
                                + "{\"from\":\"2026-11-16T09:00:00Z\",\"servers\":1,\"parts\":{\"gpu\":13.5,\"cores\":168,\"memory\":720896}},"
                                + "{\"from\":\"2026-11-16T10:00:00Z\",\"servers\":1,\"parts\":{\"gpu\":14,\"cores\":176,\"memory\":720896}},"
                                + "{\"from\":\"2026-11-16T11:00:00Z\",\"servers\":2,\"parts\":{\"gpu\":16,\"cores\":192,\"memory\":786432}}]");
        assertThat(timetable("server").at("/freeNow/0/parts/gpu").asInt()).isEqualTo(8);
        halfPastNine();
        assertThat(windows("server"))
                .allSatisfy(window ->
                        assertThat(window.path("serverNumbers").toString()).isEqualTo("[0]"));
        assertThat(timetable("server").path("freeNow").toString())
                .isEqualTo("[{\"server\":0,\"parts\":{\"gpu\":5.5,\"cores\":72,\"memory\":327680}},"
                        + "{\"server\":1,\"parts\":{\"gpu\":8,\"cores\":96,\"memory\":393216}}]");
    }

    /** Hosts and cards that those who wait would have are marked as tentative, and no card is given twice: so the page can draw them. */
    @Test
    void whoWaits_hasATentativeHostWithCards_onTheTimetableByServer() {
        book("ana", "09", "PT2H", "\"parts\":{\"gpu\":6}").is(201);
        book("ben", "09", "PT2H", "\"parts\":{\"gpu\":2},\"servers\":2").is(201);
        book("ana", "09", "PT2H", "\"share\":{\"thousandths\":500}").is(201);
        Map<String, String> takenBy = new HashMap<>();
        for (JsonNode window : windows("server")) {
            assertThat(window.path("tentative").asBoolean()).isTrue();
            assertThat(window.path("serverNumbers"))
                    .hasSize(window.path("servers").asInt());
            for (JsonNode devices : window.path("devices")) {
                for (JsonNode number : devices.path("numbers")) {
                    String card = devices.path("server").asText() + ":" + number.asText();
                    assertThat(takenBy.put(card, window.path("reservation").asText()))
                            .as(card)
                            .isNull();
                }
            }
        }
        assertThat(takenBy).hasSize(6 + 2 * 2 + 1);
        assertThat(windows("pool")).noneMatch(window -> window.has("devices") || window.has("tentative"));

        halfPastNine();
        assertThat(windows("server"))
                .noneMatch(window -> window.path("tentative").asBoolean());
    }

    @Test
    void aWholeServer_isAHostWithoutOthers() {
        book("ana", "09", "PT2H", "\"servers\":1,\"pool\":\"dgx\"").is(201);
        book("ben", "09", "PT2H", "\"parts\":{\"gpu\":8}").is(201);
        Result full = book("ben", "09", "PT2H", "\"parts\":{\"gpu\":1}").is(409).code("no-capacity");
        assertThat(full.at("/numbers/shortage/part").asText()).isEqualTo("gpu");
        assertThat(full.text("detail")).contains("1 gpu on one host");
        assertThat(full.at("/offers/0/parts/gpu").asInt()).isEqualTo(1);
        assertThat(full.at("/offers/0/start").asText()).isEqualTo("2026-11-16T11:00:00Z");
        String offer = full.at("/offers/0/id").asText();
        Result booked = service.send("ben", "POST", "/reservations", "{\"offer\":\"" + offer + "\"}")
                .is(201);
        assertThat(booked.at("/parts/gpu").asInt()).isEqualTo(1);
    }

    @Test
    void refusals_nameThePart() {
        assertThat(book("ana", "09", "PT2H", "\"parts\":{\"gpu\":9}")
                        .is(409)
                        .code("part-too-large")
                        .text("detail"))
                .contains("9 gpus on one host", "pool dgx", "8 gpus");
        book("ana", "09", "PT2H", "\"parts\":{\"fpga\":1}").is(409).code("no-matching-pool");
        book("ana", "09", "PT2H", "\"licences\":{\"matlab\":3}").is(409).code("too-many-licences");
        book("ana", "09", "PT2H", "\"licences\":{\"matlab\":2}").is(201);
        assertThat(book("ana", "10", "PT2H", "\"licences\":{\"matlab\":1}")
                        .is(409)
                        .code("no-capacity")
                        .text("detail"))
                .contains("needs 1 licence");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "parts":{"gpu":0} | parts.gpu
            "parts":{"gpu":1.5} | parts.gpu
            "parts":{"gpu":"2"} | parts.gpu
            "parts":{"Gpu":1} | parts.Gpu
            "parts":{"memory":"64x"} | parts.memory
            "parts":{"memory":"999999999t"} | parts.memory
            "parts":{"gpu":99999999999999999999} | parts.gpu
            "parts":[1] | parts
            "share":{"thousandths":1000} | share.thousandths
            "share":{"thousandths":0} | share.thousandths
            "share":{"thousandths":500,"memory":"20g"} | share.thousandths
            "share":{"part":"gpu"} | share.thousandths
            "share":{"thousandths":500,"of":1} | share.of
            "share":{"memory":"0g"} | share.memory
            "parts":{"gpu":1},"share":{"thousandths":500} | share
            "licences":{"matlab":-1} | licences.matlab
            """)
    void whatIsWrong_isNamedByItsField(String parts, String field) {
        Result wrong = book("ana", "09", "PT2H", parts).is(422);
        assertThat(wrong.at("/errors/0/field").asText()).isEqualTo(field);
        assertThat(wrong.at("/errors")).hasSize(1);
    }

    @Test
    void offersHoldsAndWhatIf_takeParts() {
        String wanted = "\"parts\":{\"gpu\":8,\"memory\":100},\"share\":{\"part\":\"card\",\"memory\":\"1g\"}";
        service.send("ana", "POST", "/offers", from("09", "PT2H", wanted)).is(200);
        String held = from("09", "PT2H", "\"parts\":{\"gpu\":8},\"hold\":\"PT5M\"");
        for (int i = 0; i < 2; i++) {
            Result offered = service.send("ana", "POST", "/offers", held).is(200);
            assertThat(offered.at("/offers/0/parts/gpu").asInt()).isEqualTo(8);
            JsonNode reservation = service.get(
                            "ana",
                            "/reservations/"
                                    + offered.at("/offers/0/reservation").asText())
                    .json();
            assertThat(reservation.path("state").asText()).isEqualTo("held");
            assertThat(reservation.has("serverNumbers")).isFalse();
        }
        Result tried = service.send(
                        "ana",
                        "POST",
                        "/whatif",
                        "{\"commands\":[{\"kind\":\"reserve\",\"job\":%s},{\"kind\":\"reserve\",\"job\":%s}]}"
                                .formatted(
                                        from("09", "PT2H", "\"parts\":{\"gpu\":1}"),
                                        from("11", "PT2H", "\"parts\":{\"gpu\":1}")))
                .is(200);
        assertThat(tried.at("/decisions/0/accepted").asBoolean()).isFalse();
        assertThat(tried.at("/decisions/1/reservations/0/parts/gpu").asInt()).isEqualTo(1);
        assertThat(tried.at("/decisions/1/reservations/0").has("serverNumbers")).isFalse();
    }

    @Test
    void parts_canBeChanged_andAreRefusedWhereThereIsNoRoom() {
        String id = book("ana", "09", "PT2H", "\"parts\":{\"gpu\":2}").is(201).text("id");
        book("ben", "09", "PT2H", "\"parts\":{\"gpu\":8}").is(201);
        String path = "/reservations/" + id + "/changes";
        Result more = service.send("ana", "POST", path, "{\"kind\":\"parts\",\"parts\":{\"gpu\":4,\"cores\":8}}")
                .is(200);
        assertThat(more.at("/reservation/parts").toString()).isEqualTo("{\"cores\":8,\"gpu\":4}");
        assertThat(more.at("/reservation/start").asText()).isEqualTo("2026-11-16T09:00:00Z");
        Result licensed = service.send("ana", "POST", path, "{\"kind\":\"parts\",\"licences\":{\"matlab\":1}}")
                .is(200);
        assertThat(licensed.at("/reservation/parts/gpu").asInt()).isEqualTo(4);
        assertThat(licensed.at("/reservation/licences/matlab").asInt()).isEqualTo(1);
        service.send("ana", "POST", path, "{\"kind\":\"parts\",\"parts\":{\"gpu\":9}}")
                .is(409);
        service.send("ana", "POST", path, "{\"kind\":\"parts\"}").is(422);
        // Clients that are made from openapi.yaml send empty objects for what is not said.
        service.send("ana", "POST", path, "{\"kind\":\"parts\",\"parts\":{},\"licences\":{}}")
                .is(422);
        Result kept = service.send(
                        "ana",
                        "POST",
                        path,
                        "{\"kind\":\"relax\",\"deadline\":\"2026-11-16T12:00:00Z\",\"parts\":{},\"licences\":{}}")
                .is(200);
        assertThat(kept.at("/reservation/parts/gpu").asInt()).isEqualTo(4);
        assertThat(kept.at("/reservation/licences/matlab").asInt()).isEqualTo(1);
        service.send("ana", "POST", path, "{\"kind\":\"fix\",\"parts\":{\"gpu\":1}}")
                .is(422);
        assertThat(service.get("ana", "/reservations/" + id).at("/parts/gpu").asInt())
                .isEqualTo(4);
        Result tried = service.send(
                        "ana",
                        "POST",
                        "/whatif",
                        "{\"commands\":[{\"kind\":\"change\",\"reservation\":\"%s\",\"change\":{\"kind\":\"parts\",\"parts\":{\"gpu\":1}}}]}"
                                .formatted(id))
                .is(200);
        assertThat(tried.at("/decisions/0/reservations/0/parts/gpu").asInt()).isEqualTo(1);
    }

    /** The larger share of any part: 1 of 8 cards for 2 hours, half a card, and 24 of 96 cores with one card. */
    @Test
    void refusedHours_countParts() {
        book("ana", "09", "PT2H", "\"parts\":{\"gpu\":8,\"cores\":96},\"servers\":2")
                .is(201);
        book("ben", "09", "PT2H", "\"parts\":{\"gpu\":1}").is(409);
        refusedHoursBecome("0.25");
        book("ben", "09", "PT2H", "\"share\":{\"thousandths\":500}").is(409);
        refusedHoursBecome("0.375");
        book("ben", "09", "PT2H", "\"parts\":{\"gpu\":1,\"cores\":24},\"servers\":2")
                .is(409);
        refusedHoursBecome("1.375");
        book("ben", "09", "PT2H", "\"servers\":1,\"pool\":\"dgx\"").is(409);
        refusedHoursBecome("3.375");
    }

    /** A refusal is counted after its answer. */
    private void refusedHoursBecome(String hours) {
        Awaitility.await("refused hours: " + hours)
                .atMost(Durations.ONE_MINUTE)
                .untilAsserted(() -> assertThat(refusedHours()).isEqualTo(hours));
    }

    private String refusedHours() {
        return service.get("olga", "/reports/usage?by=user&from=2026-11-16&to=2026-11-17")
                .is(200)
                .at("/total/refusedHours")
                .asText();
    }

    @Test
    void allLicences_canBeGivenBack() {
        String id = book("ana", "09", "PT2H", "\"parts\":{\"gpu\":2},\"licences\":{\"matlab\":2}")
                .is(201)
                .text("id");
        book("ben", "09", "PT2H", "\"licences\":{\"matlab\":1}").is(409);
        String path = "/reservations/" + id + "/changes";
        service.send("ana", "POST", path, "{\"kind\":\"parts\",\"noLicences\":true,\"licences\":{\"matlab\":1}}")
                .is(422);
        service.send("ana", "POST", path, "{\"kind\":\"fix\",\"noLicences\":true}")
                .is(422);
        service.send("ana", "POST", path, "{\"kind\":\"parts\",\"noLicences\":false}")
                .is(422);
        service.send("ana", "POST", path, "{\"kind\":\"parts\",\"noLicences\":1}")
                .is(422);
        Result tried = service.send("ana", "POST", path, "{\"kind\":\"parts\",\"noLicences\":true,\"dryRun\":true}")
                .is(200);
        assertThat(tried.at("/reservation").has("licences")).isFalse();
        assertThat(service.get("ana", "/reservations/" + id)
                        .at("/licences/matlab")
                        .asInt())
                .isEqualTo(2);
        Result without = service.send("ana", "POST", path, "{\"kind\":\"parts\",\"noLicences\":true}")
                .is(200);
        assertThat(without.at("/reservation").has("licences")).isFalse();
        assertThat(without.at("/reservation/parts/gpu").asInt()).isEqualTo(2);
        book("ben", "09", "PT2H", "\"licences\":{\"matlab\":2}").is(201);
        service.restart();
        assertThat(service.get("ana", "/reservations/" + id).json().has("licences"))
                .isFalse();
    }

    @Test
    void recurringAndQueuedBookings_takeParts() {
        Result series = book(
                        "ana",
                        "09",
                        "PT2H",
                        "\"parts\":{\"gpu\":8},\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=3\",\"zone\":\"UTC\"}")
                .is(201);
        assertThat(series.at("/occurrences/1/reservation/parts/gpu").asInt()).isEqualTo(8);
        assertThat(series.at("/occurrences/1/reservation").has("serverNumbers")).isFalse();
    }

    @Test
    void weights_mustBeOfPartsOfThePool_andPrice() {
        service.send("olga", "PUT", "/pools/dgx/tariff", "{\"base\":\"8\",\"weights\":{\"fpga\":1}}")
                .is(422);
        service.send("olga", "PUT", "/pools/dgx/tariff", "{\"base\":\"8\"}").is(200);
        // Dominant share: a quarter of the cards, more than a sixth of the cores.
        assertThat(book("ana", "09", "PT1H", "\"parts\":{\"gpu\":2,\"cores\":16}")
                        .is(201)
                        .text("price"))
                .isEqualTo("2.00");
        Result weighted = service.send(
                        "olga", "PUT", "/pools/dgx/tariff", "{\"base\":\"8\",\"weights\":{\"gpu\":3,\"cores\":1}}")
                .is(200);
        assertThat(weighted.at("/tariff/weights/gpu").asInt()).isEqualTo(3);
        // (3 x 1/4 + 1 x 1/6) / 4 = 0.229167 of 8.00
        assertThat(book("ana", "12", "PT1H", "\"parts\":{\"gpu\":2,\"cores\":16}")
                        .is(201)
                        .text("price"))
                .isEqualTo("1.83");
        assertThat(book("ana", "15", "PT1H", "\"pool\":\"dgx\"").is(201).text("price"))
                .isEqualTo("8.00");
    }

    @Test
    void poolsWithParts_areAddedByOperators() {
        service.send(
                        "olga",
                        "POST",
                        "/pools",
                        "{\"name\":\"mig\",\"servers\":1,\"rate\":\"1\",\"parts\":{\"gpu-1g.10gb\":7,\"disk\":{\"count\":4,\"devices\":true}}}")
                .is(201);
        assertThat(service.get("vera", "/pools/mig").at("/parts").toString())
                .isEqualTo(
                        "[{\"name\":\"gpu-1g.10gb\",\"count\":7,\"devices\":true},{\"name\":\"disk\",\"count\":4,\"devices\":true}]");
        for (String wrong : List.of(
                "[]",
                "{\"gpu\":64}",
                "{\"gpu\":{\"count\":8,\"shares\":10}}",
                "{\"gpu\":{\"devices\":true}}",
                "{\"cores\":{\"count\":8,\"shares\":1000}}",
                "{\"gpu\":40,\"gpu-a\":40}")) {
            service.send(
                            "olga",
                            "POST",
                            "/pools",
                            "{\"name\":\"wrong\",\"servers\":1,\"rate\":\"1\",\"parts\":%s}".formatted(wrong))
                    .is(422);
        }
    }

    private Map<String, String> uses(String body) {
        service.send("olga", "POST", "/hosts/dgx1/uses", body).is(200);
        Map<String, String> uses = new TreeMap<>();
        service.get("olga", "/sightings")
                .is(200)
                .at("/uses")
                .forEach(each -> uses.put(
                        each.path("reservation").asText(), each.path("use").asText()));
        return uses;
    }

    @Test
    void aGuard_seesBothOwnersOfAHost_andWhoHasNoPartOfIt() {
        service.send(
                        "olga",
                        "POST",
                        "/pools",
                        "{\"name\":\"lab\",\"rate\":\"1\",\"serverList\":[{\"name\":\"lab1\",\"host\":\"dgx1\"}],\"parts\":{\"gpu\":4,\"cores\":8}}")
                .is(201);
        book("ana", "08", "PT2H", "\"parts\":{\"gpu\":2},\"pool\":\"lab\"").is(201);
        book("ben", "08", "PT2H", "\"parts\":{\"gpu\":1,\"cores\":2},\"pool\":\"lab\"")
                .is(201);
        service.clock.move(Duration.ofSeconds(30));
        String use = "{\"devices\":[\"GPU-a\"],\"user\":\"%s\",\"pid\":7,\"process\":\"python3\"}";
        assertThat(uses("{\"cores\":true,\"devices\":[\"GPU-a\",\"GPU-b\"],\"uses\":[" + use.formatted("ben") + "]}"))
                .isEqualTo(Map.of("r1", "idle", "r2", "used"));
        service.clock.move(Duration.ofSeconds(30));
        // The processors were not looked at, so that nobody knows whether ben's cores are idle.
        assertThat(uses("{\"devices\":[\"GPU-a\",\"GPU-b\"],\"uses\":[" + use.formatted("ana") + "]}"))
                .containsEntry("r1", "used")
                .doesNotContainEntry("r2", "idle");
        assertThat(service.get("olga", "/sightings").at("/sightings")).isEmpty();
        service.clock.move(Duration.ofSeconds(30));
        uses("{\"devices\":[\"GPU-a\",\"GPU-b\"],\"uses\":[" + use.formatted("eve") + "]}");
        assertThat(service.get("olga", "/sightings").at("/sightings/0/user").asText())
                .isEqualTo("eve");
    }

    @Test
    void metrics_countSlicesAsShares_andParts() {
        book("ana", "08", "PT2H", "\"parts\":{\"gpu\":2,\"cores\":48}").is(201);
        book("ben", "08", "PT2H", "\"share\":{\"thousandths\":500}").is(201);
        service.clock.move(Duration.ofMinutes(1));
        book("ana", "20", "PT1H", "\"pool\":\"fast\"").is(201);
        assertThat(service.get("olga", "/metrics").is(200).response().body().lines())
                .contains(
                        "berth_pool_servers{pool=\"dgx\"} 2.0",
                        "berth_pool_servers_booked{pool=\"dgx\"} 0.5625",
                        "berth_pool_servers_running{pool=\"dgx\"} 0.5625",
                        "berth_pool_part{part=\"gpu\",pool=\"dgx\"} 16.0",
                        "berth_pool_part_booked{part=\"gpu\",pool=\"dgx\"} 2.5",
                        "berth_pool_part{part=\"memory\",pool=\"dgx\"} 768.0");
        service.clock.move(Duration.ofMinutes(20));
        book("ana", "21", "PT1H", "\"pool\":\"fast\"").is(201);
        // A quarter of the cards is less than half of the cores: 0.5 and a sixteenth of a host, for 20 minutes of an
        // hour.
        assertThat(service.get("olga", "/history").is(200).json().path("stretches"))
                .anySatisfy(stretch -> assertThat(stretch.path("busy").asText()).isEqualTo("0.188"));
    }

    @Test
    void whoIsInTheWay_isToldInParts() {
        book("ana", "09", "PT2H", "\"parts\":{\"gpu\":6},\"servers\":2").is(201);
        Result full = service.send("olga", "POST", "/reservations", from("09", "PT2H", "\"parts\":{\"gpu\":4}"))
                .is(409);
        assertThat(full.text("detail")).contains("ana has 12 of 16 gpus until");
    }
}
