package dev.berth.cli.deal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth deals} at a real broker over two real shops.sites. */
class DealsCommandTest {
    private BrokerShop shops;
    private Shop broker;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        shops = new BrokerShop(directory);
        broker = shops.broker;
    }

    @AfterEach
    void close() {
        shops.close();
    }

    private Ran book(String... more) {
        List<String> all = new ArrayList<>(List.of("deals", "book"));
        all.addAll(List.of(more));
        return broker.berth(all.toArray(String[]::new));
    }

    private String booked(String site) {
        JsonNode all = Shop.json(shops.sites.get(site).berth("list", "--json")).path("reservations");
        return String.join(",", all.findValuesAsText("name"));
    }

    @Test
    void job_isBookedAtTheBestSite_listed_shown_andCancelled() {
        assertThat(broker.berth("deals").out()).contains("berth deals book\n");
        shops.sites.get("north").fill();
        Ran booked = book("render", "--work", "1h", "--pool", "fast", "--from", "09:00", "--deadline", "18:00");
        assertThat(booked.err()).isEmpty();
        assertThat(booked.code()).isZero();
        assertThat(booked.out()).isEqualTo("""
                booked
                deal    d1, render
                user    admin
                state   booked at 2026-11-16 08:00
                price   2.00
                SITE   RESERVATION  STATE    POOL  SERVERS  START             END               PRICE
                south  r1           waiting  fast  1        2026-11-16 09:00  2026-11-16 10:00  2.00
                """);
        assertThat(booked("north")).isEqualTo("course");
        assertThat(booked("south")).isEqualTo("render");

        assertThat(broker.berth("deals", "list").out())
                .isEqualTo(broker.berth("deals").out())
                .isEqualTo("""
                DEAL  NAME    USER   STATE   SITES  START             PRICE
                d1    render  admin  booked  south  2026-11-16 09:00  2.00
                """);
        assertThat("booked\n" + broker.berth("deals", "show", "d1").out()).isEqualTo(booked.out());
        assertThat(broker.berth("deals", "--state", "undone").out()).startsWith("No deals found");
        Ran would = broker.berth("deals", "cancel", "d1", "--dry-run");
        assertThat(would.out()).startsWith("Would cancel d1. ");
        assertThat(booked("south")).isEqualTo("render");
        assertThat(broker.berth("deals", "cancel", "d1").out())
                .isEqualTo(would.out().replace("Would cancel", "Cancelled"));
        assertThat(booked("south")).isEmpty();
        assertThat(broker.berth("deals", "show", "d1").out()).contains("state   undone: cancelled at 2026-11-16 08:00");
        assertThat(broker.berth("deals", "show", "d9").code()).isEqualTo(2);
    }

    @Test
    void whatASiteDoesLater_isShown_withWhatToDo() {
        assertThat(book("render", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--site", "south")
                        .code())
                .isZero();
        assertThat(shops.sites
                        .get("south")
                        .berth("fail", "fast", "--servers", "0,1")
                        .code())
                .isZero();
        assertThat(shops.sites
                        .get("south")
                        .berth("fail", "slow", "--servers", "0,1,2,3")
                        .code())
                .isZero();
        Ran shown = Awaitility.await("d1 is broken")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> broker.berth("deals", "show", "d1"),
                        ran -> ran.out().contains("broken"));
        assertThat(shown.out())
                .contains("state   broken: a part is missing, since ", "News:\n  2026-11-16 08:00  south r1 lost: ")
                .endsWith("berth deals cancel d1\n");
    }

    @Test
    void preferenceAndSites_chooseTheOffer() {
        Ran cheap = book("a", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--prefer", "price", "--json");
        assertThat(cheap.err()).isEmpty();
        assertThat(Shop.json(cheap).path("price").asText()).isEqualTo("0.00");
        assertThat(Shop.json(cheap).path("replace").asBoolean()).isFalse();
        Ran replaced = book(
                "r",
                "--work",
                "1h",
                "--from",
                "12:00",
                "--deadline",
                "18:00",
                "--site",
                "north",
                "--replace",
                "--json");
        assertThat(Shop.json(replaced).path("replace").asBoolean()).isTrue();
        Ran only = book("b", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--site", "south");
        assertThat(only.out()).contains("south  r1 ");
        Ran offers = book("c", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--dry-run");
        assertThat(offers.code()).isZero();
        assertThat(offers.out())
                .startsWith("Could be booked:\nSITE   POOL")
                .contains("north  ", "south  ")
                .contains("because of --dry-run\n");
        Ran unknown = book("d", "--work", "1h", "--deadline", "18:00", "--site", "east");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("must be among north, south");
    }

    @Test
    void parts_areBookedTogether_inTheEarliestWindow() {
        shops.sites.get("north").fill();
        String[] parts = {
            "both",
            "--part",
            "north:2:fast",
            "--part",
            "south:3:slow",
            "--for",
            "2h",
            "--from",
            "09:00",
            "--deadline",
            "18:00"
        };
        Ran booked = book(parts);
        assertThat(booked.err()).isEmpty();
        assertThat(booked.out())
                .contains("north  r2           waiting  fast  2        2026-11-16 11:00  2026-11-16 13:00  8.00")
                .contains("south  r1           waiting  slow  3        2026-11-16 11:00  2026-11-16 13:00  0.00");
        assertThat(booked("north")).isEqualTo("course,both");
        assertThat(booked("south")).isEqualTo("both");
    }

    @Test
    void refusal_hasTheWordOfEachSite_andNothingIsBooked() {
        Ran refused = book("big", "--work", "1h", "--servers", "9", "--deadline", "18:00");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .containsSubsequence(
                        "(deal-refused)\n",
                        "  north: Job big asks for 9 servers",
                        "slow, has 4 (too-many-servers)\n",
                        "  south: Job big asks for 9 servers",
                        "slow, has 4 (too-many-servers)\n");
        Ran dear = book(
                "dear",
                "--part",
                "north:2:fast",
                "--part",
                "south:2:fast",
                "--for",
                "1h",
                "--from",
                "09:00",
                "--deadline",
                "12:00",
                "--budget",
                "7.99");
        assertThat(dear.code()).isEqualTo(1);
        assertThat(dear.err())
                .startsWith("Refused: nothing was booked (deal-refused)\n  broker: ")
                .contains("7.99");
        Ran asked = book("big", "--work", "1h", "--servers", "9", "--deadline", "18:00", "--dry-run");
        assertThat(asked.code()).isEqualTo(1);
        assertThat(asked.out()).startsWith("Cannot be booked\nRefused:\n  north: ");
        assertThat(booked("north") + booked("south")).isEmpty();
    }

    @Test
    void aDeadSite_isNamed_andTheOtherBooks() {
        shops.sites.get("north").close();
        Ran booked = book("render", "--work", "1h", "--from", "09:00", "--deadline", "18:00");
        assertThat(booked.code()).isZero();
        assertThat(booked.out()).contains("south  r1 ");
        Ran offers = book("more", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--dry-run");
        assertThat(offers.out()).containsSubsequence("Refused:\n  north: ", " (no-answer)\n", "because of --dry-run\n");
    }

    @Test
    void whatIsWrong_isSaidBeforeAnythingIsAsked() {
        Ran form = book("a", "--part", "north", "--for", "1h", "--deadline", "18:00");
        assertThat(form.code()).isEqualTo(2);
        assertThat(form.err()).contains("--part: \"north\" must be SITE:SERVERS or SITE:SERVERS:POOL");
        Ran twice = book("a", "--part", "north:1", "--servers", "2", "--for", "1h", "--deadline", "18:00");
        assertThat(twice.err()).contains("--part says");
        Ran mixed = book("a", "--part", "north:1", "--site", "south", "--for", "1h", "--deadline", "18:00");
        assertThat(mixed.err()).contains("--prefer and --site");
        Ran site = shops.sites.get("north").berth("deals");
        assertThat(site.code()).isEqualTo(2);
        assertThat(site.err()).contains("not a broker");
    }
}
