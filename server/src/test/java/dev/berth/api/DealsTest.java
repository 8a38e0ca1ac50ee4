package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import dev.berth.broker.remote.BrokerSettings;
import dev.berth.engine.model.Pool;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker over three sites, each with its own pools and prices, all of them real services on sockets. */
class DealsTest {
    private static final String TEN = "2026-11-16T10:00:00Z";
    private static final String ELEVEN = "2026-11-16T11:00:00Z";

    @TempDir
    private Path data;

    private final Map<String, TestService> sites = new LinkedHashMap<>();
    private TestService broker;

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
                            .with(draft -> draft.pools = List.of(
                                    TestService.planned(new Pool("fast", 2, name.equals("south") ? "1" : "0.5")))));
            sites.put(name, site);
            members.add(new BrokerSettings.Member(
                    name, URI.create("http://127.0.0.1:" + site.server.port()), Optional.empty()));
            tokens.append("  ")
                    .append(name)
                    .append(": ")
                    .append(site.tokens.get("ana"))
                    .append('\n');
        }
        site("south")
                .send("olga", "PUT", "/pools/fast/tariff", TARIFF.formatted("9"))
                .is(200);
        site("west")
                .send("olga", "PUT", "/pools/fast/tariff", TARIFF.formatted("2"))
                .is(200);
        Path file = Files.createFile(
                data.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, tokens);
        SiteSettings settings = SiteSettings.of("broker", 0)
                .with(draft -> draft.limits = new RequestLimits(1_000_000, 1_000_000, 1 << 16, Duration.ofHours(1)))
                .with(draft -> draft.broker = Optional.of(new BrokerSettings(members, file)));
        broker = new TestService(data.resolve("broker"), contract, settings);
    }

    private static final String TARIFF = "{\"base\":\"%s\",\"penalty\":\"0.5\"}";

    @AfterEach
    void stop() {
        broker.close();
        sites.values().forEach(TestService::close);
    }

    private TestService site(String name) {
        return sites.get(name);
    }

    private static String job(String name) {
        return "{\"name\":\"%s\",\"work\":\"PT1H\",\"deadline\":\"2026-11-16T20:00:00Z\"}".formatted(name);
    }

    private static String parts(String name, int servers, String... at) {
        return "{\"name\":\"%s\",\"parts\":[%s]}"
                .formatted(
                        name,
                        List.of(at).stream()
                                .map(site -> "{\"site\":\"%s\",\"jobs\":[{%s}]}"
                                        .formatted(site, exactly(name, TEN, ELEVEN, servers)))
                                .collect(Collectors.joining(",")));
    }

    private Result post(String body, String... headers) {
        return broker.send("ana", "POST", "/deals", body, headers);
    }

    /** Reservations by site, such as {@code north: a waiting; south: }. */
    private String booked() {
        return sites.entrySet().stream()
                .map(each -> each.getKey() + ": "
                        + each.getValue()
                                .get("olga", "/reservations")
                                .is(200)
                                .at("/reservations")
                                .valueStream()
                                .map(one -> one.path("name").asText() + " "
                                        + one.path("state").asText())
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await("the deal")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(50))
                .until(condition::getAsBoolean);
    }

    private static String sitesOf(JsonNode deal) {
        return deal.path("parts")
                .valueStream()
                .map(part -> part.path("site").asText())
                .collect(Collectors.joining(","));
    }

    @Test
    void job_isBookedAtTheBestSite() {
        Result first = post("{\"job\":" + job("a") + "}").is(201);
        assertThat(first.text("state")).isEqualTo("booked");
        assertThat(sitesOf(first.json())).isEqualTo("south");
        assertThat(first.text("price")).isEqualTo("9.00");
        assertThat(first.header("Location")).isEqualTo("/api/v1/deals/d1");
        Result cheap = post("{\"job\":" + job("b") + ",\"by\":\"price\"}").is(201);
        assertThat(sitesOf(cheap.json())).isEqualTo("north");
        Result only = post("{\"job\":" + job("c") + ",\"sites\":[\"west\"]}").is(201);
        assertThat(sitesOf(only.json())).isEqualTo("west");
        assertThat(booked()).isEqualTo("north: b waiting; south: a waiting; west: c waiting");
        assertThat(broker.get("ana", "/deals/d1").is(200).json()).isEqualTo(first.json());
        assertThat(broker.get("ana", "/deals?limit=2").is(200).at("/deals")).hasSize(2);
        assertThat(broker.get("ana", "/deals?after=d2").is(200).at("/deals")).hasSize(1);
        assertThat(broker.get("ana", "/deals?state=undone").is(200).at("/deals"))
                .isEmpty();
        assertThat(broker.get("ben", "/deals").is(200).at("/deals")).isEmpty();
        broker.get("ben", "/deals/d1").is(403);
        assertThat(broker.get("olga", "/deals").is(200).at("/deals")).hasSize(3);
        broker.get("ana", "/deals/d4").is(404).code("unknown-deal");
    }

    @Test
    void job_thatNoSiteCanDo_isRefusedWithTheWordOfEach() {
        Result refused = post("{\"job\":" + job("a").replace("}", ",\"servers\":3}") + "}")
                .is(409)
                .code("deal-refused");
        assertThat(refused.text("detail"))
                .contains("north: ")
                .contains("south: ")
                .contains("west: ");
        assertThat(refused.at("/numbers/reasons/0/code").asText()).isEqualTo("too-many-servers");
        assertThat(broker.get("ana", "/deals").at("/deals")).isEmpty();
        Result dear = post("{\"job\":" + job("b") + ",\"sites\":[\"south\"],\"budget\":\"5\"}")
                .is(409);
        assertThat(dear.at("/numbers/reasons/0/code").asText()).isEqualTo("over-budget");
    }

    @Test
    void dryRun_showsOffersAndHoldsNothing() {
        Result offers = post("{\"job\":" + job("a") + ",\"dryRun\":true}").is(200);
        assertThat(offers.at("/possible").asBoolean()).isTrue();
        assertThat(offers.at("/offers").findValuesAsText("site")).containsExactly("south", "north", "west");
        Result parts = post(parts("p", 3, "north", "south").replaceFirst("\\{", "{\"dryRun\":true,"))
                .is(200);
        assertThat(parts.at("/possible").asBoolean()).isFalse();
        assertThat(parts.at("/reasons").findValuesAsText("site")).containsExactly("north", "south");
        assertThat(booked()).isEqualTo("north: ; south: ; west: ");
    }

    @Test
    void parts_areAllBooked_orNone() {
        Result all = post(parts("p", 2, "north", "south", "west")).is(201);
        assertThat(all.text("state")).isEqualTo("booked");
        assertThat(booked()).isEqualTo("north: p waiting; south: p waiting; west: p waiting");
        // Nothing is left at this time, anywhere.
        Result none = post(parts("q", 1, "north", "south")).is(409).code("deal-refused");
        assertThat(none.at("/numbers/deal").asText()).isEqualTo("d2");
        Result some = post("{\"name\":\"r\",\"parts\":[{\"site\":\"north\",\"jobs\":[{"
                        + exactly("r", "2026-11-16T14:00:00Z", "2026-11-16T15:00:00Z", 2) + "}]},"
                        + "{\"site\":\"west\",\"jobs\":[{" + exactly("r", TEN, ELEVEN, 1) + "}]}]}")
                .is(409);
        assertThat(some.text("detail")).contains("west: ");
        assertThat(broker.get("ana", "/deals/d3").text("state")).isEqualTo("released");
        assertThat(booked()).isEqualTo("north: p waiting; south: p waiting; west: p waiting");
    }

    @Test
    void budget_isOfAllParts() {
        Result dear = post(parts("p", 1, "south", "west").replaceFirst("\\{", "{\"budget\":\"9.99\","))
                .is(409);
        assertThat(dear.at("/numbers/reasons/0/detail").asText())
                .contains("10.00")
                .contains("9.99");
        assertThat(booked()).isEqualTo("north: ; south: ; west: ");
        post(parts("p", 1, "south", "west").replaceFirst("\\{", "{\"budget\":\"10\","))
                .is(201);
    }

    @Test
    void cancelled_asAWhole_withItsFees() {
        post(parts("p", 1, "south", "west")).is(201);
        Result quoted =
                broker.send("ana", "DELETE", "/deals/d1?dryRun=true", "").is(200);
        assertThat(quoted.text("state")).isEqualTo("booked");
        broker.send("ben", "DELETE", "/deals/d1", "").is(403);
        Result cancelled = broker.send("ana", "DELETE", "/deals/d1", "").is(200);
        assertThat(cancelled.text("state")).isEqualTo("undone");
        assertThat(cancelled.text("fees")).isEqualTo(quoted.text("fees")).isNotEqualTo("0");
        assertThat(booked()).isEqualTo("north: ; south: ; west: ");
        assertThat(broker.send("ana", "DELETE", "/deals/d1", "").is(200).text("state"))
                .isEqualTo("undone");
        broker.send("ana", "DELETE", "/deals/d9", "").is(404).code("unknown-deal");
    }

    @Test
    void whatASiteDoesLater_isNewsOfTheDeal_andToldToWhoListens() {
        try (EventStream stream = EventStream.open(broker, "ana", "")) {
            post(parts("p", 1, "north", "south")).is(201);
            site("south")
                    .send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1]}")
                    .is(200);
            await(() -> broker.get("ana", "/deals/d1").is(200).text("state").equals("broken"));
            Result deal = broker.get("ana", "/deals/d1").is(200);
            assertThat(deal.at("/news/0/what").asText()).isEqualTo("lost");
            assertThat(deal.at("/news/0/site").asText()).isEqualTo("south");
            assertThat(deal.at("/news/0/now/state").asText()).isEqualTo("degraded");
            assertThat(deal.at("/news/0/detail").asText()).isNotEmpty();
            assertThat(deal.at("/parts/0/reservations/0/state").asText()).isEqualTo("waiting");
            assertThat(broker.get("ana", "/deals?state=broken").at("/deals")).hasSize(1);
            // Made, decided, booked, broken.
            for (int i = 0; i < 4; i++) {
                Map<String, String> event = stream.next();
                broker.contract.event(event.get("data"));
                assertThat(event.get("event")).isEqualTo("deal-changed");
                assertThat(event.get("data")).contains("\"deal\":\"d1\"");
            }
        }
        Result cancelled = broker.send("ana", "DELETE", "/deals/d1", "").is(200);
        assertThat(cancelled.text("state")).isEqualTo("undone");
        assertThat(booked()).isEqualTo("north: ; south: ; west: ");
    }

    @Test
    void whatASiteLoses_isReplaced_ifTheTermsAllowIt() {
        String terms = ",\"by\":\"price\",\"replace\":true";
        Result poor =
                post("{\"job\":" + job("poor") + terms + ",\"budget\":\"1\"}").is(201);
        assertThat(poor.at("/replace").asBoolean()).isTrue();
        Result rich = post("{\"job\":" + job("rich") + terms + "}").is(201);
        assertThat(sitesOf(poor.json()) + sitesOf(rich.json())).isEqualTo("northnorth");
        site("north")
                .send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1]}")
                .is(200);
        await(() -> broker.get("ana", "/deals/d1").is(200).text("state").equals("broken"));
        Result broken = broker.get("ana", "/deals/d1").is(200);
        assertThat(broken.at("/reasons").findValuesAsText("code")).containsOnly("over-budget");
        await(() -> broker.get("ana", "/deals/d2").is(200).at("/news").size() == 2);
        Result replaced = broker.get("ana", "/deals/d2").is(200);
        assertThat(replaced.text("state")).isEqualTo("booked");
        assertThat(sitesOf(replaced.json())).isEqualTo("west");
        assertThat(replaced.at("/news").findValuesAsText("what")).containsExactly("lost", "replaced");
        assertThat(replaced.text("price")).isEqualTo("2.00");
        await(() -> booked().equals("north: poor degraded; south: ; west: rich waiting"));
    }

    @Test
    void repeated_isBookedOnce() {
        String body = parts("p", 1, "north", "south");
        JsonNode first = post(body, "Idempotency-Key", "k1").is(201).json();
        broker.restart();
        for (int i = 0; i < 1_000; i++) {
            assertThat(post(body, "Idempotency-Key", "k1").is(201).json()).isEqualTo(first);
        }
        String job = "{\"job\":" + job("j") + "}";
        JsonNode one = post(job, "Idempotency-Key", "k2").is(201).json();
        assertThat(post(job, "Idempotency-Key", "k2").is(201).json()).isEqualTo(one);
        assertThat(booked()).isEqualTo("north: p waiting; south: p waiting, j waiting; west: ");
        post(parts("p", 1, "north"), "Idempotency-Key", "k1").is(422);
    }

    @Test
    void aDeadSite_keepsNobodyFromTheOthers() {
        site("south").close();
        Result booked = post("{\"job\":" + job("a") + "}").is(201);
        assertThat(sitesOf(booked.json())).isEqualTo("north");
        Result offers = post("{\"job\":" + job("b") + ",\"dryRun\":true}").is(200);
        assertThat(offers.at("/reasons/0/code").asText()).isEqualTo("no-answer");
    }

    @Test
    void whoHasNoToken_isToldSo() {
        Result refused = broker.send("ben", "POST", "/deals", "{\"job\":" + job("a") + "}")
                .is(409);
        assertThat(refused.text("detail")).contains("has no token of ben");
    }

    @Test
    void whatIsWrong_isNamed() {
        post("{}").is(422);
        post("{\"job\":" + job("a").replace("}", ",\"user\":\"ben\"}") + "}").is(422);
        assertThat(post("{\"job\":" + job("a") + ",\"sites\":[\"east\"]}")
                        .is(422)
                        .text("detail"))
                .contains("north, south, west");
        assertThat(post(parts("p", 1, "north", "north")).is(422).text("detail")).contains("parts[1].site");
        assertThat(post(parts("p", 1, "north").replace("stay", "stays")).is(422).text("detail"))
                .contains("parts[0].jobs[0]");
        site("north").get("ana", "/deals").is(404).code("no-broker");
        // And the other way round: a broker has no servers of its own.
        for (String path : List.of("/reservations", "/reservations/r1")) {
            assertThat(broker.get("ana", path).is(404).code("no-site").text("detail"))
                    .contains("POST /deals");
        }
        for (String path : List.of("/reservations", "/offers", "/whatif", "/reservations/r1/finish")) {
            broker.send("ana", "POST", path, "{}").is(404).code("no-site");
        }
    }
}
