package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.TestService.Result;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An assistant over plain HTTP. */
class McpTest {
    private static final List<String> TOOLS =
            List.of("whats_free", "offers", "hold", "book", "change", "cancel", "my_reservations", "why_refused");
    private static final String TWO_HOURS =
            "\"name\":\"two\",\"pool\":\"fast\",\"stay\":\"PT2H\",\"ready\":\"2026-11-17T09:00:00Z\"";

    private TestService service;

    @BeforeEach
    void start(@TempDir Path data) {
        service = new TestService(data);
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"2\"}").is(200);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Result message(String as, String method, String parameters) {
        return service.send(
                as,
                "POST",
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}".formatted(method, parameters));
    }

    /** Result of a tool, which says what it cost in words and in numbers. */
    private JsonNode tool(String as, String name, String arguments) {
        JsonNode result = message(as, "tools/call", "{\"name\":\"%s\",\"arguments\":{%s}}".formatted(name, arguments))
                .is(200)
                .at("/result");
        assertThat(result.at("/content/0/text").asText()).as(result.toString()).contains("Cost: ");
        assertThat(result.at("/structuredContent/cost/charged").isBoolean())
                .as(result.toString())
                .isTrue();
        return result;
    }

    private JsonNode done(String as, String name, String arguments) {
        JsonNode result = tool(as, name, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
        return result.path("structuredContent");
    }

    private String refused(String as, String name, String arguments) {
        JsonNode result = tool(as, name, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
        assertThat(result.at("/structuredContent/cost/charged").asBoolean()).isFalse();
        return result.at("/structuredContent/code").asText();
    }

    private int reservations() {
        return service.get("admin", "/reservations").is(200).at("/reservations").size();
    }

    private void limited(String name, String account, String scope) {
        service.tokens.put(
                name,
                service.send(account, "POST", "/tokens", "{\"scope\":\"%s\",\"lifetime\":\"P1D\"}".formatted(scope))
                        .is(201)
                        .text("token"));
    }

    @Test
    void itIntroducesItself_andListsItsTools() {
        JsonNode hello = message("ana", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}")
                .is(200)
                .json();
        assertThat(hello.path("id").asInt()).isEqualTo(7);
        assertThat(hello.at("/result/protocolVersion").asText()).isEqualTo("2025-06-18");
        assertThat(hello.at("/result/serverInfo/name").asText()).isEqualTo("berth");
        assertThat(hello.at("/result/capabilities/tools").isObject()).isTrue();
        assertThat(message("ana", "initialize", "{\"protocolVersion\":\"1999-01-01\"}")
                        .at("/result/protocolVersion")
                        .asText())
                .isEqualTo("2025-11-25");

        JsonNode tools = message("vera", "tools/list", "{}").is(200).at("/result/tools");
        assertThat(tools).extracting(tool -> tool.path("name").asText()).containsExactlyElementsOf(TOOLS);
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.at("/inputSchema/type").asText()).isEqualTo("object");
            assertThat(tool.path("description").asText()).isNotEmpty();
        });
        assertThat(tools.at("/3/inputSchema/properties").has("words")).isTrue();
        message("ana", "ping", "{}").is(200);
    }

    @Test
    void whatIsNoMessage_isSaid() {
        for (String body : List.of("[]", "{", "{\"id\":1}", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}")) {
            assertThat(service.send("ana", "POST", "/mcp", body)
                            .is(400)
                            .at("/error/code")
                            .asInt())
                    .as(body)
                    .isNegative();
        }
        service.send("ana", "POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .is(202);
        assertThat(message("ana", "resources/list", "{}")
                        .is(200)
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32601);
        assertThat(message("ana", "tools/call", "{\"name\":\"pay\"}")
                        .is(200)
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        service.send(
                        "ana",
                        "POST",
                        "/mcp",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                        "MCP-Protocol-Version",
                        "1999-01-01")
                .is(400);
        service.send("", "POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")
                .is(401);
        service.send("ana", "GET", "/mcp", "").is(405);
    }

    @Test
    void theAddressIsShort_andOtherSitesGetNothingFromABrowser() {
        HttpRequest.Builder ping = HttpRequest.newBuilder(service.root("/mcp"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
        HttpResponse<String> answer = service.response(ping.copy()
                .header("Authorization", "Bearer " + service.tokens.get("ana"))
                .build());
        assertThat(answer.statusCode()).isEqualTo(200);
        HttpResponse<String> foreign = service.response(ping.copy()
                .header("Cookie", "berth-session=" + service.tokens.get("admin"))
                .header("Origin", "https://elsewhere.example")
                .build());
        assertThat(foreign.statusCode()).isEqualTo(403);
    }

    @Test
    void anOffer_isBooked_changed_andCancelled_andEachSaysWhatItCost() {
        JsonNode offers = done("ana", "offers", TWO_HOURS);
        assertThat(offers.at("/cost/charged").asBoolean()).isFalse();
        assertThat(reservations()).isZero();
        JsonNode booked = done(
                "ana",
                "book",
                "\"offer\":\"%s\"".formatted(offers.at("/offers/0/id").asText()));
        assertThat(booked.at("/cost").toString()).isEqualTo("{\"charged\":true,\"price\":\"4.00\"}");
        String id = "\"id\":\"%s\"".formatted(booked.path("id").asText());

        JsonNode asked = done("ana", "change", id + ",\"kind\":\"extend\",\"work\":\"PT1H\",\"dryRun\":true");
        assertThat(asked.at("/cost/charged").asBoolean()).isFalse();
        assertThat(asked.at("/cost/after").asText()).isEqualTo("6.00");
        JsonNode changed = done("ana", "change", id + ",\"kind\":\"extend\",\"work\":\"PT1H\"");
        assertThat(changed.at("/cost/charged").asBoolean()).isTrue();
        assertThat(done("ana", "my_reservations", "")
                        .at("/reservations/0/price")
                        .asText())
                .isEqualTo("6.00");

        done("ana", "cancel", id + ",\"dryRun\":true");
        assertThat(reservations()).isEqualTo(1);
        assertThat(done("ana", "cancel", id).at("/cost/after").asText()).isEqualTo("0.00");
        assertThat(done("ana", "my_reservations", "").path("reservations")).isEmpty();
        assertThat(done("ana", "my_reservations", "\"ended\":true").path("reservations"))
                .hasSize(1);
    }

    @Test
    void whatIsHeld_isConfirmed() {
        JsonNode held = done("ana", "hold", TWO_HOURS + ",\"for\":\"PT5M\"");
        assertThat(held.at("/cost").toString()).isEqualTo("{\"charged\":false,\"price\":\"4.00\"}");
        String id = held.at("/offers/0/reservation").asText();
        assertThat(service.get("ana", "/reservations/" + id).text("state")).isEqualTo("held");
        assertThat(done("ana", "book", "\"hold\":\"%s\"".formatted(id))
                        .path("state")
                        .asText())
                .isEqualTo("waiting");
    }

    @Test
    void wordsAreRead_andWhatIsUnclearIsNotBooked() {
        JsonNode booked =
                done("ana", "book", "\"words\":\"2 servers tomorrow 9am to 11am\",\"zone\":\"Europe/Zurich\"");
        assertThat(booked.path("start").asText()).isEqualTo("2026-11-17T08:00:00Z");
        refused("ana", "book", "\"words\":\"2 servers quickly for 2h\"");
        refused("ana", "book", "\"words\":\"every Monday 9 to 17, 2 servers\"");
        refused("ana", "book", TWO_HOURS + ",\"gpus\":1");
        refused("ana", "cancel", "\"id\":\"../accounts/ana\"");
        assertThat(reservations()).isEqualTo(1);
    }

    @Test
    void withoutTheScopeBook_nothingIsBooked() {
        limited("reads", "ana", "read");
        limited("books", "ana", "book");
        String mine = done("books", "book", TWO_HOURS).path("id").asText();
        byte[] before = service.server.site().snapshot();
        for (String as : List.of("reads", "vera")) {
            for (String tool : List.of("offers", "hold", "book")) {
                assertThat(refused(as, tool, TWO_HOURS)).as(as + " " + tool).isEqualTo("not-allowed");
            }
            assertThat(refused(as, "cancel", "\"id\":\"%s\"".formatted(mine))).isEqualTo("not-allowed");
            assertThat(refused(as, "change", "\"id\":\"%s\",\"kind\":\"fix\"".formatted(mine)))
                    .isEqualTo("not-allowed");
            done(as, "whats_free", "");
            done(as, "my_reservations", "");
        }
        assertThat(refused("ben", "cancel", "\"id\":\"%s\"".formatted(mine))).isEqualTo("not-allowed");
        assertThat(service.server.site().snapshot()).isEqualTo(before);
    }

    @Test
    void quotasAndBudgetsHold_andARefusalHasItsReasonAndOffers() {
        service.send("admin", "PATCH", "/accounts/ana", "{\"quota\":{\"serverHours\":\"3\",\"window\":\"P1D\"}}")
                .is(200);
        done("ana", "book", TWO_HOURS);
        assertThat(refused("ana", "book", TWO_HOURS)).isEqualTo("quota");
        assertThat(refused("ben", "book", TWO_HOURS + ",\"budget\":\"1\"")).isEqualTo("over-budget");
        done("ben", "book", TWO_HOURS);
        JsonNode full = tool("ben", "book", TWO_HOURS).path("structuredContent");
        assertThat(full.path("code").asText()).isEqualTo("no-capacity");
        assertThat(full.path("offers")).isNotEmpty();
        JsonNode why = done("ben", "why_refused", TWO_HOURS);
        assertThat(why.at("/refusal/code").asText()).isEqualTo("no-capacity");
        assertThat(why.path("offers")).isNotEmpty();
    }

    @Test
    void theSameKey_booksOnce() {
        String once = TWO_HOURS + ",\"key\":\"k-1\"";
        String first = done("ana", "book", once).path("id").asText();
        assertThat(done("ana", "book", once).path("id").asText()).isEqualTo(first);
        assertThat(reservations()).isEqualTo(1);
    }

    @Test
    void whatIsFree_isToldByPool_withoutWhoHasTheRest() {
        done("ana", "book", TWO_HOURS);
        JsonNode free = done("vera", "whats_free", "\"pool\":\"fast\",\"to\":\"2026-11-18T08:00:00Z\"");
        assertThat(free.at("/pools/0/servers").asInt()).isEqualTo(2);
        assertThat(free.at("/pools/0/tariff/base").asText()).startsWith("2");
        assertThat(free.at("/pools/0/free"))
                .extracting(step -> step.path("servers").asInt())
                .containsExactly(2, 1, 2);
        assertThat(free.toString()).doesNotContain("two").doesNotContain("ana");
    }

    @Test
    void whatReads_changesNothing_whateverItIsTold() {
        long seed = Long.getLong("berth.seed", 1);
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "\"words\":\"4 servers for 2h\"",
                "\"name\":\"x\"",
                "\"stay\":\"PT1H\"",
                "\"id\":\"r1\"",
                "\"pool\":\"fast\"",
                "\"servers\":3",
                "\"servers\":\"many\"",
                "\"most\":1",
                "\"dryRun\":true",
                "\"ended\":true",
                "\"hold\":\"PT1H\"",
                "\"deadline\":\"2026-11-16T20:00:00Z\"",
                "\"kind\":\"fix\"");
        done("ana", "book", TWO_HOURS);
        String before = book();
        for (int i = 0; i < 150; i++) {
            List<String> arguments =
                    pieces.stream().filter(piece -> random.nextInt(4) == 0).toList();
            List<String> reading = List.of("whats_free", "offers", "my_reservations", "why_refused");
            tool(
                    "ana",
                    reading.get(random.nextInt(reading.size())),
                    String.join(
                            ",",
                            arguments.stream()
                                    .filter(piece -> !piece.equals("\"servers\":\"many\"")
                                            || !arguments.contains("\"servers\":3"))
                                    .toList()));
        }
        assertThat(book()).as("seed %d", seed).isEqualTo(before);
    }

    /** Everything that is booked, held or waits. The ledger counts what was refused, as it does for everybody who asks. */
    private String book() {
        return service.server.site().read(view -> view.reservations() + " " + view.waiters() + " " + view.now());
    }
}
