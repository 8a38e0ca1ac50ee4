package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell calls servers by their names, where they have any. */
class ServerNamesTest {
    @TempDir
    private Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Shop.CLOCK.instant());
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory, (InstantSource) now::get);
        PoolJson.Planned cards = new PoolJson.Planned(
                new Pool("cards", 2, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(
                        new NamedServer("left", Optional.of("dgx"), Optional.empty()),
                        new NamedServer("right", Optional.of("dgx"), Optional.empty())));
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
    void pools_nameThem_byHost() {
        assertThat(shop.berth("pools").out()).contains("\ncards on dgx: left, right\n");
    }

    @Test
    void pools_nameWholeHostsInOneLine() {
        PoolJson.Planned nodes = new PoolJson.Planned(
                new Pool("batch", 3, "1"),
                Optional.empty(),
                new Unit("node"),
                List.of("n01", "n02", "n07").stream()
                        .map(name -> new NamedServer(name, Optional.of(name), Optional.empty()))
                        .toList());
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, nodes);
                    return 0;
                })
                .join();
        assertThat(shop.berth("pools").out()).contains("\nbatch: n[01-02,07]\n").doesNotContain("batch on");
    }

    @Test
    void timetable_hasARowForEachName() {
        assertThat(shop.berth("timetable").out())
                .containsPattern("\ncards left +·")
                .containsPattern("\ncards right +·")
                .containsPattern("\nfast 1 +·");
    }

    @Test
    void drainFailAndUndrain_takeNames() {
        assertThat(shop.berth("drain", "cards", "--servers", "right").out()).startsWith("Drained: gpu right of cards.");
        assertThat(shop.berth("pools").out()).contains("outage: gpu right of cards from");
        assertThat(shop.berth("undrain", "cards", "--servers", "right").out()).contains("gpu right of cards");
        assertThat(shop.berth("fail", "cards", "--servers", "left,1").out())
                .startsWith("Marked as failed: gpus left,1 of cards");
        assertThat(shop.berth("drain", "cards", "--servers", "middle").err()).contains("--servers: \"middle\"");
    }

    @Test
    void reservation_saysWhichItHas() {
        shop.berth("book", "train", "--for", "2h", "--from", "now", "--servers", "2", "--pool", "cards");
        now.set(now.get().plusSeconds(5));
        // Something that anybody does: time is seen to have passed.
        shop.berth("book", "other", "--for", "1h", "--deadline", "18:00", "--pool", "fast");

        assertThat(shop.berth("show", "r1").out()).contains("where        2 gpus of pool cards: left, right\n");
        assertThat(shop.berth("list").out()).containsPattern("cards +left,right +");
    }
}
