package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One window at two sites, both of them real services on sockets: 2 servers of rate 1 in the north, 2 of rate 0.5 in the south. */
class DealWindowsTest {
    @TempDir
    private Path data;

    private final Map<String, TestService> sites = new LinkedHashMap<>();
    private TestService broker;

    @BeforeEach
    void start() throws IOException {
        Contract contract = new Contract();
        List<BrokerSettings.Member> members = new ArrayList<>();
        StringBuilder tokens = new StringBuilder("ana:\n");
        for (String name : List.of("north", "south")) {
            TestService site = new TestService(
                    data.resolve(name),
                    contract,
                    TestService.usual()
                            .with(draft -> draft.pools = List.of(
                                    TestService.planned(new Pool("fast", 2, name.equals("south") ? "0.5" : "1")))));
            sites.put(name, site);
            members.add(new BrokerSettings.Member(
                    name, URI.create("http://127.0.0.1:" + site.server.port()), Optional.empty()));
            tokens.append("  %s: %s\n".formatted(name, site.tokens.get("ana")));
        }
        site("south")
                .send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"4\"}")
                .is(200);
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
    }

    @AfterEach
    void stop() {
        broker.close();
        sites.values().forEach(TestService::close);
    }

    private TestService site(String name) {
        return sites.get(name);
    }

    private void book(String site, String start, String end, int servers) {
        site(site)
                .send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{%s}"
                                .formatted(TestService.exactly(
                                        "other",
                                        "2026-11-16T" + start + ":00Z",
                                        "2026-11-16T" + end + ":00Z",
                                        servers)))
                .is(201);
    }

    /** North's job and south's, in a window of two hours at most 10:00 to 16:00. */
    private Result post(String window, String north, String south, String more) {
        return broker.send("ana", "POST", "/deals", """
                {"name":"w","window":{"ready":"2026-11-16T10:00:00Z","deadline":"2026-11-16T16:00:00Z"%s},"parts":[
                {"site":"north","jobs":[{"name":"w",%s}]},{"site":"south","jobs":[{"name":"w",%s}]}]%s}""".formatted(window, north, south, more));
    }

    private static String times(Result deal, int part) {
        String at = "/parts/" + part + "/reservations/0/";
        return deal.at(at + "start").asText().substring(11, 16) + " "
                + deal.at(at + "end").asText().substring(11, 16) + " "
                + deal.at(at + "servers").asInt();
    }

    /** North is taken from 10 to 11:30, south has one server from 12:00 to 13:00: an hour of two fits both at 13:00. */
    @Test
    void theEarliestWindowThatFitsBoth_isBooked() {
        book("north", "10:00", "11:30", 1);
        book("south", "12:00", "13:00", 1);
        String two = "\"stay\":\"PT1H\",\"servers\":2";
        Result seen = post("", two, two, ",\"dryRun\":true").is(200);
        assertThat(seen.at("/offers").findValuesAsText("start"))
                .containsExactly("2026-11-16T13:00:00Z", "2026-11-16T13:00:00Z");
        assertThat(seen.at("/offers").findValuesAsText("price")).containsExactly("0.00", "4.00");

        Result deal = post("", two, two, "").is(201);
        assertThat(deal.text("state")).isEqualTo("booked");
        assertThat(times(deal, 0)).isEqualTo("13:00 14:00 2");
        assertThat(times(deal, 1)).isEqualTo("13:00 14:00 2");
        assertThat(deal.text("price")).isEqualTo("4.00");
        Result next = post("", two, two, "").is(201);
        assertThat(times(next, 0)).isEqualTo("14:00 15:00 2");
    }

    /** An hour of work for one server takes two hours in the south, and one on both; north stays as long. */
    @Test
    void theWindow_isAsLongAsTheSlowestPartTakes() {
        String moldable = "\"work\":\"PT1H\",\"servers\":1,\"mostServers\":2";
        Result quick = post("", "\"work\":\"PT30M\"", moldable, "").is(201);
        assertThat(times(quick, 0)).isEqualTo("10:00 11:00 1");
        assertThat(times(quick, 1)).isEqualTo("10:00 11:00 2");
        Result slow = post(",\"duration\":\"PT2H\"", "\"stay\":\"PT2H\"", moldable, "")
                .is(201);
        assertThat(times(slow, 1)).as("one server is enough").isEqualTo("11:00 13:00 1");
    }

    @Test
    void whatIsInTheWay_isSaidOfEachSite() {
        String one = "\"stay\":\"PT1H\"";
        Result many =
                post("", one, "\"stay\":\"PT1H\",\"servers\":3", "").is(409).code("deal-refused");
        assertThat(many.text("detail")).containsSubsequence("south: 3 servers", "at most 2");
        Result dear = post("", one, one, ",\"budget\":\"1.99\"").is(409);
        assertThat(dear.text("detail")).contains("All parts together cost 2.00, and the budget is 1.99");
        post("", one, one, ",\"budget\":\"2\"").is(201);
        assertThat(post("", one, "\"stay\":\"PT1H\",\"pool\":\"gpu\"", "")
                        .is(409)
                        .text("detail"))
                .contains("south: There is no pool gpu");
        assertThat(post(",\"duration\":\"PT30M\"", one, one, "").is(409).text("detail"))
                .contains("than the window allows");
        site("south").close();
        assertThat(post("", one, one, "").is(409).text("detail")).contains("south: The site cannot be used");
        assertThat(site("north").get("olga", "/reservations").is(200).at("/reservations"))
                .as("nothing is left of what was refused")
                .hasSize(1);
    }

    @Test
    void aWindow_hasAllTheTimes() {
        String one = "\"stay\":\"PT1H\"";
        post("", one, one + ",\"ready\":\"2026-11-16T12:00:00Z\"", "").is(422);
        post("", one, one + ",\"attributes\":{\"gpu\":\"h100\"}", "").is(422);
        post(",\"duration\":\"PT0S\"", one, one, "").is(422);
        post(",\"length\":\"PT1H\"", one, one, "").is(422);
        broker.send(
                        "ana",
                        "POST",
                        "/deals",
                        "{\"job\":{\"name\":\"a\",\"stay\":\"PT1H\"},\"window\":{\"deadline\":\"2026-11-16T16:00:00Z\"}}")
                .is(422);
    }

    /** South is out of service in the first hour after the booking: both go to the next, and north's fee is shown. */
    @Test
    void parts_areMovedTogether_ifTheDealSaysSo() {
        site("north")
                .send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"2\",\"penalty\":\"0.5\"}")
                .is(200);
        String two = "\"stay\":\"PT1H\",\"servers\":2";
        Result deal = post("", two, two, ",\"move\":true").is(201);
        assertThat(deal.at("/replace").asBoolean() && deal.at("/move").asBoolean())
                .isTrue();
        site("south")
                .send("olga", "POST", "/pools/fast/fail", "{\"servers\":[0,1],\"until\":\"2026-11-16T11:00:00Z\"}")
                .is(200);
        Result seen = Awaitility.await("three news")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> broker.get("ana", "/deals/" + deal.text("id")).is(200),
                        result -> result.at("/news").size() >= 3);
        assertThat(seen.text("state")).isEqualTo("booked");
        assertThat(times(seen, 0)).isEqualTo("11:00 12:00 2");
        assertThat(times(seen, 1)).isEqualTo("11:00 12:00 2");
        assertThat(seen.at("/news").findValuesAsText("what")).containsExactly("lost", "replaced", "replaced");
        assertThat(seen.text("fees")).isNotEqualTo("0.00");
        broker.send(
                        "ana",
                        "POST",
                        "/deals",
                        "{\"move\":true,\"job\":{\"name\":\"a\",\"stay\":\"PT1H\",\"deadline\":\"2026-11-16T16:00:00Z\"}}")
                .is(422);
    }
}
