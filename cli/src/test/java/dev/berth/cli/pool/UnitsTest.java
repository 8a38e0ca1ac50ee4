package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.booking.Pools;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell calls the servers of a pool what the pool calls them. */
class UnitsTest {
    @TempDir
    private Path directory;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory);
        PoolJson.Planned cards = new PoolJson.Planned(new Pool("cards", 8, "1"), Optional.empty(), new Unit("gpu"));
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, cards);
                    return 0;
                })
                .join();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void answers() {
        assertThat(shop.berth("pools").out())
                .containsPattern("cards +8 gpus +1\n")
                .containsPattern("fast +2 +1 ");
        assertThat(shop.berth("book", "train", "--for", "2h", "--from", "10:00", "--servers", "4", "--pool", "cards")
                        .out())
                .contains("where        4 gpus of pool cards\n");
        shop.berth("book", "one", "--for", "2h", "--from", "10:00", "--pool", "cards");
        assertThat(shop.berth("show", "r2").out()).contains("where        1 gpu of pool cards\n");
        assertThat(shop.berth("list").out())
                .containsPattern("r1 +train .* cards +4 gpus")
                .containsPattern("r2 +one .* cards +1 gpu ");
        assertThat(shop.berth("offers", "more", "--for", "2h", "--from", "10:00", "--pool", "cards")
                        .out())
                .containsPattern("as-asked +cards +1 gpu ");
    }

    @Test
    void timetable_saysIt_unlessPoolsDiffer() {
        assertThat(shop.berth("timetable", "--pool", "cards").out()).contains("waits, its gpu may change");
        assertThat(shop.berth("timetable").out()).contains("waits, its server may change");
    }

    @Test
    void drainFailAndUndrain() {
        assertThat(shop.berth("drain", "cards", "--servers", "0-3", "--dry-run").out())
                .startsWith("Can be drained: gpus 0-3 of cards.");
        assertThat(shop.berth("drain", "cards", "--servers", "0").out()).startsWith("Drained: gpu 0 of cards.");
        assertThat(shop.berth("undrain", "cards", "--servers", "0").out())
                .isEqualTo("Back in service: gpu 0 of cards\n");
        assertThat(shop.berth("fail", "cards", "--servers", "1").out()).startsWith("Marked as failed: gpu 1 of cards");
        assertThat(shop.berth("pools").out()).contains("gpu 1 of cards from");
        assertThat(shop.berth("drain", "slow", "--servers", "0").out()).startsWith("Drained: server 0 of slow.");
    }

    @Test
    void refusals() {
        assertThat(shop.berth("book", "all", "--for", "2h", "--from", "10:00", "--servers", "9", "--pool", "cards")
                        .err())
                .startsWith("Refused: ")
                .contains("9 gpus");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nightly-202611172300",
                "1794956400000",
                "2026-11-17T23:00:00Z",
                "server",
                "four servers",
                "100% %s"
            })
    void names_areLeftAlone(String name) {
        shop.berth("book", "all", "--for", "2h", "--from", "10:00", "--servers", "8", "--pool", "cards");
        assertThat(shop.berth(
                                "book",
                                name,
                                "--stay",
                                "2h",
                                "--ready",
                                "10:00",
                                "--deadline",
                                "12:00",
                                "--servers",
                                "4",
                                "--pool",
                                "cards")
                        .err())
                .startsWith("Refused: Job " + name + " needs 4 free gpus ")
                .containsPattern("between \\d{4}-\\d\\d-\\d\\d 10:00 and \\d{4}-\\d\\d-\\d\\d 12:00, ")
                .contains("(no-capacity)");
    }
}
