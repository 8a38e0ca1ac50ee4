package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows over three real sites: one server each, of rate 1, at 1 an hour in the north, 2 in the south and 4 in the west. */
class WorkflowDealsTest {
    /**
     * An hour, three hours side by side, an hour. On one server it takes 5 hours; on two 4; on three 3. Every task is put where it
     * ends first, in the north if it makes no difference: 5 at 1 = 5; 4 at 1 and 1 at 2 = 6; 3 at 1, 1 at 2 and 1 at 4 = 9.
     */
    private static final String WIDE = """
            {"name":"wide","tasks":[{"id":"a","seconds":3600},{"id":"b","seconds":3600,"after":["a"]},
            {"id":"c","seconds":3600,"after":["a"]},{"id":"d","seconds":3600,"after":["a"]},
            {"id":"e","seconds":3600,"after":["b","c","d"]}]}""";

    @TempDir
    private Path data;

    private final Map<String, TestService> sites = new LinkedHashMap<>();
    private TestService broker;
    private String wide = "";

    @BeforeEach
    void start() throws IOException {
        Contract contract = new Contract();
        List<BrokerSettings.Member> members = new ArrayList<>();
        StringBuilder tokens = new StringBuilder("ana:\n");
        for (String name : List.of("north", "south", "west")) {
            TestService site = new TestService(
                    data.resolve(name),
                    contract,
                    TestService.usual()
                            .with(draft -> draft.pools = List.of(TestService.planned(new Pool("fast", 1, "1")))));
            sites.put(name, site);
            members.add(new BrokerSettings.Member(
                    name, URI.create("http://127.0.0.1:" + site.server.port()), Optional.empty()));
            tokens.append("  %s: %s\n".formatted(name, site.tokens.get("ana")));
        }
        tariff("north", "{\"base\":\"1\"}");
        tariff("south", "{\"base\":\"2\"}");
        tariff("west", "{\"base\":\"4\"}");
        Path file = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, tokens);
        broker = new TestService(
                data.resolve("broker"),
                contract,
                SiteSettings.of("broker", 0)
                        .with(draft ->
                                draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)))
                        .with(draft -> draft.broker = Optional.of(new BrokerSettings(members, file))));
        wide = sent(WIDE);
    }

    @AfterEach
    void stop() {
        broker.close();
        sites.values().forEach(TestService::close);
    }

    private void tariff(String site, String tariff) {
        sites.get(site).send("olga", "PUT", "/pools/fast/tariff", tariff).is(200);
    }

    private String sent(String workflow) {
        return broker.upload("ana", workflow.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
    }

    /** With what a workflow is planned, and what else is asked. */
    private Result post(String terms, String more, String... headers) {
        return broker.send(
                "ana",
                "POST",
                "/deals",
                "{\"workflow\":{\"id\":\"%s\",\"ready\":\"2026-11-16T10:00:00Z\"%s}%s}".formatted(wide, terms, more),
                headers);
    }

    private static String hours(JsonNode node) {
        return node.path("start").asText().substring(11, 13) + "-"
                + node.path("end").asText().substring(11, 13);
    }

    private static List<String> tasks(JsonNode deal) {
        return deal.path("parts")
                .valueStream()
                .flatMap(part -> part.path("tasks").valueStream())
                .map(task ->
                        task.path("task").asText() + " " + task.path("site").asText() + " " + hours(task))
                .sorted()
                .toList();
    }

    private static List<String> reserved(JsonNode deal) {
        return deal.path("parts")
                .valueStream()
                .flatMap(part -> part.path("reservations")
                        .valueStream()
                        .map(each -> part.path("site").asText() + " " + hours(each) + " "
                                + each.path("price").asText()))
                .toList();
    }

    /** How many reservations there are that wait or are held, by site. */
    private String booked() {
        return sites.values().stream()
                .map(site -> site.get("olga", "/reservations").is(200).at("/reservations"))
                .map(all -> Integer.toString(all.size()))
                .collect(Collectors.joining(","));
    }

    /** Waits until only this is booked: holds for abandoned plans are released after the answer. */
    private void assertNothingElseStays(String expected) {
        Awaitility.await("only %s stays".formatted(expected))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(this::booked, expected::equals);
    }

    private void full(String site, String start, String end) {
        sites.get(site)
                .send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{%s}"
                                .formatted(TestService.exactly(
                                        "other", "2026-11-16T" + start + ":00Z", "2026-11-16T" + end + ":00Z", 1)))
                .is(201);
    }

    @Test
    void theTradeOff_isWhatCanBeCountedByHand() {
        Result seen = post("", ",\"dryRun\":true").is(200);
        assertThat(seen.at("/points").findValuesAsText("cost")).containsExactly("5.00", "6.00", "9.00");
        assertThat(seen.at("/points").findValuesAsText("makespan")).containsExactly("PT5H", "PT4H", "PT3H");
        assertThat(seen.at("/points").findValuesAsText("slots")).containsExactly("1", "2", "3");
        assertThat(seen.at("/points/2/finish").asText()).isEqualTo("2026-11-16T13:00:00Z");
        assertThat(seen.at("/chosen").asInt()).as("as early as possible").isEqualTo(2);
        assertThat(seen.at("/exact").asBoolean()).isTrue();
        assertThat(seen.at("/offers").findValuesAsText("price")).containsExactly("3.00", "2.00", "4.00");
        assertThat(seen.at("/tasks")).hasSize(5);
        assertThat(post(",\"alpha\":\"1\"", ",\"dryRun\":true")
                        .is(200)
                        .at("/chosen")
                        .asInt())
                .isZero();
        assertThat(post(",\"deadline\":\"2026-11-16T14:00:00Z\"", ",\"dryRun\":true")
                        .is(200)
                        .at("/points")
                        .findValuesAsText("cost"))
                .as("in time, the cheapest first")
                .containsExactly("6.00", "9.00");
        assertThat(booked()).isEqualTo("0,0,0");
    }

    @Test
    void aPlanOverThreeSites_isBookedAsOneDeal() {
        Result deal = post(",\"alpha\":\"0\"", "", "Idempotency-Key", "k1").is(201);
        assertThat(deal.text("state")).isEqualTo("booked");
        assertThat(deal.text("name")).isEqualTo("wide");
        assertThat(deal.text("price")).isEqualTo("9.00");
        assertThat(reserved(deal.json())).containsExactly("north 10-13 3.00", "south 11-12 2.00", "west 11-12 4.00");
        assertThat(tasks(deal.json()))
                .containsExactly("a north 10-11", "b north 11-12", "c south 11-12", "d west 11-12", "e north 12-13");
        assertThat(booked()).isEqualTo("1,1,1");

        Result again = post(",\"alpha\":\"0\"", "", "Idempotency-Key", "k1").is(201);
        assertThat(again.json()).as("nothing is booked twice").isEqualTo(deal.json());
        assertThat(booked()).isEqualTo("1,1,1");
        assertThat(broker.get("ana", "/deals/d1").is(200).json()).isEqualTo(deal.json());
        assertThat(broker.get("ana", "/deals").is(200).at("/deals/0/parts/0").has("tasks"))
                .as("lists leave tasks out")
                .isFalse();
        Result cancelled =
                broker.send("ana", "DELETE", "/deals/d1?dryRun=false", "").is(200);
        assertThat(cancelled.text("state")).isEqualTo("undone");
    }

    @Test
    void budgetAndDeadline_chooseThePlan() {
        assertThat(post("", ",\"budget\":\"8.99\"").is(201).text("price"))
                .as("the earliest that can be paid")
                .isEqualTo("6.00");
        Result late = post(",\"deadline\":\"2026-11-16T12:59:00Z\"", "").is(409).code("deal-refused");
        assertThat(late.text("detail")).contains("(2026-11-16T12:59:00Z)");
        Result dear = post("", ",\"budget\":\"4.99\"").is(409);
        assertThat(dear.text("detail")).contains("The cheapest plan", "and the budget is 4.99");
    }

    /** West costs half as much again if its only server is taken; what is advertised does not say so. */
    @Test
    void surcharges_countForTheBudget() {
        tariff("west", "{\"base\":\"4\",\"surcharge\":\"0.5\"}");
        Result seen = post("", ",\"dryRun\":true").is(200);
        assertThat(seen.at("/points").findValuesAsText("cost")).containsExactly("5.00", "6.00", "9.00");
        assertThat(seen.at("/offers").findValuesAsText("price")).containsExactly("3.00", "2.00", "6.00");
        Result within = post("", ",\"dryRun\":true,\"budget\":\"10\"").is(200);
        assertThat(within.at("/chosen").asInt()).isEqualTo(1);
        assertThat(within.at("/reasons").findValuesAsText("detail"))
                .singleElement()
                .asString()
                .containsSubsequence("cost 11.00 ", "budget is 10.00");

        Result deal = post("", ",\"budget\":\"10\"").is(201);
        assertThat(deal.text("price")).as("the next best plan").isEqualTo("6.00");
        assertThat(deal.at("/reasons").findValuesAsText("code")).containsExactly("over-budget");
        assertNothingElseStays("1,1,0");

        tariff("north", "{\"base\":\"1\",\"surcharge\":\"1\"}");
        Result none = post(",\"alpha\":\"1\"", ",\"budget\":\"6\",\"sites\":[\"north\"]")
                .is(409)
                .code("deal-refused");
        assertThat(none.text("detail")).contains("cost 10.00, and the budget is 6.00");
        assertNothingElseStays("1,1,0");
    }

    @Test
    void aSiteThatIsDead_isLeftOutAndNamed() {
        sites.get("south").close();
        Result deal = post("", "").is(201);
        assertThat(reserved(deal.json())).containsExactly("north 10-14 4.00", "west 11-12 4.00");
        assertThat(deal.at("/reasons").findValuesAsText("site")).containsExactly("south");
        assertThat(deal.at("/reasons/0/code").asText()).isEqualTo("no-answer");
        Result alone = post("", ",\"sites\":[\"south\"]").is(409).code("deal-refused");
        assertThat(alone.text("detail")).contains("south: The site cannot be used");
    }

    /** Seconds may be told by pool, which is named with its site, also while another site is dead. */
    @Test
    void timesByPool_nameTheSite() {
        sites.get("south").close();
        wide = sent("""
                {"name":"told","tasks":[{"id":"a","seconds":{"fast at north":7200,"fast at south":60,"fast at west":3600}}]}""");
        assertThat(tasks(post("", "").is(201).json())).containsExactly("a west 10-11");
        wide = sent("{\"name\":\"told\",\"tasks\":[{\"id\":\"a\",\"seconds\":{\"fast at north\":7200}}]}");
        assertThat(post("", "").is(422).code("invalid-workflow").text("detail"))
                .contains("at fast at west, only at fast at north");
        wide = sent("{\"name\":\"told\",\"tasks\":[{\"id\":\"a\",\"seconds\":{\"fast\":7200}}]}");
        assertThat(tasks(post("", ",\"sites\":[\"north\"]").is(201).json()))
                .as("one site needs no name")
                .containsExactly("a north 10-12");
    }

    @Test
    void aSiteThatIsFull_isUsedWhenItHasRoom() {
        full("west", "10:00", "20:00");
        full("south", "11:00", "11:30");
        Result deal = post(",\"gaps\":\"parts\"", "").is(201);
        List<String> tasks = tasks(deal.json());
        assertThat(tasks).as("c waits for the south").contains("a north 10-11", "b north 11-12");
        assertThat(deal.at("/parts").valueStream())
                .extracting(part -> part.path("site").asText())
                .containsExactly("north", "south");
        assertThat(booked()).matches("[1-3],[2-3],1");
    }

    @Test
    void whatIsWrong_isSaid() {
        assertThat(post(",\"alpha\":\"2\"", "").is(422).text("detail")).isNotEmpty();
        post(",\"pools\":[\"fast\"]", "").is(422);
        post(",\"limit\":\"PT31S\"", "").is(422);
        post(",\"serversByKind\":{\"x\":2}", "").is(422);
        post("", ",\"by\":\"price\"").is(422);
        post("", ",\"sites\":[\"east\"]").is(422);
        post("", ",\"job\":{\"name\":\"a\",\"stay\":\"PT1H\"}").is(422);
        broker.send("ana", "POST", "/deals", "{\"workflow\":{}}").is(422);
        broker.send(
                        "ana",
                        "POST",
                        "/deals",
                        "{\"workflow\":{\"id\":\"%s\",\"ready\":\"2026-11-16T08:05:00Z\"}}".formatted(wide))
                .is(422);
        broker.send("ana", "POST", "/deals", "{\"workflow\":{\"id\":\"u-0123456789abcdefghijkl\"}}")
                .is(404)
                .code("unknown-workflow");
        assertThat(post(",\"servers\":2", "").is(409).text("detail"))
                .containsSubsequence("takes 2 servers at once", "more than 1 offered");
        String large = IntStream.range(0, 2_001)
                .mapToObj(k -> "{\"id\":\"t" + k + "\",\"seconds\":1}")
                .collect(Collectors.joining(",", "{\"name\":\"large\",\"tasks\":[", "]}"));
        wide = sent(large);
        assertThat(post("", "").is(422).response().body()).contains("at most 2,000 tasks");
        wide = sent("{\"name\":\"idle\",\"tasks\":[{\"id\":\"a\",\"seconds\":0}]}");
        assertThat(post("", "").is(409).text("detail")).contains("nothing to book");
        assertThat(booked()).isEqualTo("0,0,0");
    }
}
