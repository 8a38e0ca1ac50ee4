package dev.berth.cli.deal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The commands about reservations where the service is a broker: they are about its deals, or say what to do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BookAtBrokerTest {
    private BrokerShop shops;
    private Shop broker;

    @BeforeAll
    void open(@TempDir Path directory) throws IOException {
        shops = new BrokerShop(directory);
        broker = shops.broker;
    }

    @AfterAll
    void close() {
        shops.close();
    }

    private static String[] line(List<String> command, List<String> options) {
        return Stream.concat(command.stream(), options.stream()).toArray(String[]::new);
    }

    private static String id(Ran booked) {
        assertThat(booked.err()).isEmpty();
        assertThat(booked.out()).startsWith("booked\ndeal    d");
        return booked.out().replaceFirst("(?s)booked\ndeal +(d[0-9]+).*", "$1");
    }

    @Test
    void job_isBooked_listed_shown_andCancelled() {
        String first = id(broker.berth("book", "render", "--work", "1h", "--from", "09:00", "--deadline", "18:00"));
        List<String> options = List.of("more", "--work", "1h", "--deadline", "18:00", "--prefer", "price", "--dry-run");
        assertThat(broker.berth(line(List.of("book"), options)).out())
                .as("the same options give the same answer")
                .isEqualTo(broker.berth(line(List.of("deals", "book"), options)).out());

        assertThat(broker.berth("show", first).out())
                .isEqualTo(broker.berth("deals", "show", first).out())
                .contains("state   booked");
        assertThat(broker.berth("list").out())
                .isEqualTo(broker.berth("deals").out())
                .contains(first + " ");
        assertThat(broker.berth("list", "--all", "--state", "holding").out()).startsWith("No deals found");
        Ran would = broker.berth("cancel", first, "--dry-run");
        assertThat(would.out()).startsWith("Would cancel " + first + ". ");
        assertThat(broker.berth("cancel", first).out()).isEqualTo(would.out().replace("Would cancel", "Cancelled"));
        assertThat(broker.berth("show", first).out()).contains("state   undone: cancelled");
    }

    @Test
    void plainWords_andParts_andAnAddress_areTaken() {
        Ran words = broker.berth("book", "2", "servers", "tonight", "for", "8", "hours");
        assertThat(words.err()).isEmpty();
        assertThat(words.out()).startsWith("Understood: 2 servers ").contains("\nbooked\ndeal    d");
        String key = "twice";
        String[] parts = {
            "book",
            "both",
            "--part",
            "north:1:slow",
            "--part",
            "south:2:slow",
            "--for",
            "1h",
            "--from",
            "13:00",
            "--deadline",
            "20:00",
            "--key",
            key
        };
        String id = id(broker.berth(parts));
        assertThat(id(broker.berth(parts))).as("a repeated request").isEqualTo(id);
        // Who asks a site gives the address of the broker.
        Ran elsewhere = shops.sites
                .get("north")
                .berth("book", "far", "--work", "1h", "--deadline", "18:00", "--dry-run", "--at", "http://127.0.0.1:1");
        assertThat(elsewhere.err()).contains("http://127.0.0.1:1");
        Ran twice = broker.berth(
                "book", "far", "--work", "1h", "--deadline", "18:00", "--at", "http://a", "--server", "http://b");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("--at and --server mean the same");
    }

    @Test
    void dryRun_showsTheOffersOfAllSites() {
        Ran offers = broker.berth("book", "c", "--work", "1h", "--from", "09:00", "--deadline", "18:00", "--dry-run");
        assertThat(offers.code()).isZero();
        assertThat(offers.out())
                .startsWith("Could be booked:\nSITE ")
                .contains("north  ", "south  ")
                .contains("because of --dry-run\n");
        Ran refused = broker.berth("book", "big", "--work", "1h", "--servers", "9", "--deadline", "18:00");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).startsWith("Refused: nothing was booked (deal-refused)\n  north: Job big asks");
    }

    @Test
    void whatABrokerCannotDo_isSaid_withWhatToDo() {
        Ran queued = broker.berth("book", "a", "--work", "1h", "--deadline", "18:00", "--queued");
        assertThat(queued.code()).isEqualTo(2);
        assertThat(queued.err()).contains("leave out --offer, --queued");
        assertThat(broker.berth("book", "--offer", "o-1").err()).contains("A broker books a single job");
        assertThat(broker.berth("list", "--ended").err()).contains("leave out --ended");
        for (List<String> line : List.of(
                List.of("show", "r1"),
                List.of("cancel", "r1"),
                List.of("finish", "r1"),
                List.of("offers", "a", "--work", "1h", "--deadline", "18:00"))) {
            Ran ran = broker.berth(line.toArray(String[]::new));
            assertThat(ran.code()).as(line.toString()).isEqualTo(2);
            assertThat(ran.err()).as(line.toString()).contains("This service is a broker", "berth deals");
        }
        Ran site =
                shops.sites.get("north").berth("book", "a", "--part", "north:1", "--for", "1h", "--deadline", "18:00");
        assertThat(site.code()).isEqualTo(2);
        assertThat(site.err()).contains("not a broker");
        assertThat(shops.sites.get("north").berth("show", "d1").err()).contains("not a broker");
    }
}
