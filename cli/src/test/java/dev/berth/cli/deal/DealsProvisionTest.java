package dev.berth.cli.deal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth deals provision} at a real broker over two real sites: it plans as {@code berth provision} does. */
class DealsProvisionTest {
    /** Four tasks for two servers, and one that needs them all. */
    private static final String WIDE = """
            {"name":"wide","tasks":[{"id":"a","seconds":3600},{"id":"b","seconds":3600},{"id":"c","seconds":1800},
            {"id":"d","seconds":3600},{"id":"e","seconds":600,"after":["a","b","c","d"]}]}""";

    private BrokerShop shops;
    private Shop broker;
    private String file;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        shops = new BrokerShop(directory);
        broker = shops.broker;
        file = Files.writeString(directory.resolve("wide.json"), WIDE).toString();
    }

    @AfterEach
    void close() {
        shops.close();
    }

    private Ran deal(String... more) {
        List<String> all = new ArrayList<>(
                List.of("deals", "provision", file, "--servers", "2", "--ready", "2026-11-16T09:00:00Z"));
        all.addAll(List.of(more));
        return broker.berth(all.toArray(String[]::new));
    }

    /** Plans that the shell finds by itself, without the broker. */
    private JsonNode found(String alpha, String... at) {
        List<String> all = new ArrayList<>(List.of("provision", file, "--servers", "2", "--alpha", alpha, "--json"));
        all.addAll(List.of("--ready", "2026-11-16T09:00:00Z"));
        for (String site : at) {
            all.addAll(List.of("--at", shops.sites.get(site).address()));
        }
        Shop north = shops.sites.get("north");
        Ran ran = Ran.with(new byte[0], north.variables, Shop.CLOCK, all.toArray(String[]::new));
        assertThat(ran.code()).as(ran.err()).isZero();
        return Shop.json(ran);
    }

    private static Instant after(JsonNode seconds) {
        BigDecimal millis = seconds.decimalValue().movePointRight(3);
        return Shop.CLOCK.instant().plus(Duration.ofMillis(millis.longValueExact()));
    }

    private static List<String> texts(JsonNode list, String field) {
        return list.valueStream().map(each -> each.path(field).asText()).toList();
    }

    private static void same(JsonNode here, JsonNode broker) {
        assertThat(texts(broker.path("points"), "cost")).isEqualTo(texts(here.path("pareto"), "cost"));
        assertThat(texts(broker.path("points"), "finish"))
                .isEqualTo(here.path("pareto")
                        .valueStream()
                        .map(point -> after(point.path("makespan")).toString())
                        .toList());
        assertThat(broker.path("points")
                        .path(broker.path("chosen").asInt())
                        .path("cost")
                        .asText())
                .isEqualTo(here.path("chosen").path("cost").asText());
        JsonNode allocations = here.path("chosen").path("allocations");
        assertThat(texts(broker.path("offers"), "servers")).isEqualTo(texts(allocations, "servers"));
        assertThat(texts(broker.path("offers"), "start"))
                .isEqualTo(allocations
                        .valueStream()
                        .map(each -> after(each.path("start")).toString())
                        .toList());
    }

    @Test
    void theBroker_findsWhatTheShellFinds() {
        Ran login = Ran.with(
                new byte[0],
                shops.sites.get("north").variables,
                Shop.CLOCK,
                "login",
                shops.sites.get("south").address(),
                "--token",
                shops.sites.get("south").server.oneTimeToken("admin"));
        assertThat(login.code()).as(login.err()).isZero();
        shops.sites.get("north").fill();
        for (String alpha : List.of("0", "0.5", "1")) {
            Ran one = deal("--alpha", alpha, "--site", "north", "--json");
            assertThat(one.code()).as(one.err()).isZero();
            same(found(alpha, "north"), Shop.json(one));
            same(found(alpha, "north", "south"), Shop.json(deal("--alpha", alpha, "--json")));
        }
    }

    @Test
    void aPlan_isShown_bookedAndListedByTask() {
        Ran seen = deal("--alpha", "0");
        assertThat(seen.err()).isEmpty();
        assertThat(seen.code()).isZero();
        assertThat(seen.out())
                .startsWith("Plans on ")
                .contains("COST  ", "  chosen\n", "SITE ", "TASK")
                .contains("--book\n");
        assertThat(broker.berth("deals").out()).startsWith("No deals found");

        Ran booked = deal("--alpha", "0", "--book");
        assertThat(booked.code()).as(booked.err()).isZero();
        assertThat(booked.out()).startsWith("booked\ndeal    d1, wide\n");
        Ran shown = broker.berth("deals", "show", "d1");
        assertThat("booked\n" + shown.out()).isEqualTo(booked.out());
        assertThat(shown.out()).containsPattern("(north|south)  e     (fast|slow)  2 ");
        assertThat(Shop.json(broker.berth("deals", "show", "d1", "--json")).findValuesAsText("task"))
                .containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        assertThat(broker.berth("deals").out()).contains("d1    wide  admin  booked");
    }

    @Test
    void whatCannotBeHad_isExplained() {
        Ran late = deal("--deadline", "2026-11-16T09:10:00Z", "--book");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("Refused: nothing was booked (deal-refused)", "after the deadline");
        Ran wide = deal("--servers", "plot=3");
        assertThat(wide.code()).isEqualTo(2);
        assertThat(wide.err()).contains("must be the kind of a task");
        Ran gone = broker.berth("deals", "provision", "missing.json");
        assertThat(gone.code()).isEqualTo(2);
        assertThat(gone.err()).contains("file not found");
        assertThat(broker.berth("deals").out()).startsWith("No deals found");
    }
}
