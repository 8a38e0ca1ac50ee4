package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site with a pool of cards for each of two hosts goes over to hosts with parts. */
class PoolsJoinTest {
    private static final String[] JOIN = {
        "pools",
        "join",
        "dgx",
        "--from",
        "dgx1,dgx2",
        "--cores",
        "16",
        "--memory",
        "64g",
        "--gpu-memory",
        "80g",
        "--shared"
    };

    @TempDir
    private Path directory;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory);
        for (String host : List.of("dgx1", "dgx2")) {
            List<NamedServer> cards = IntStream.range(0, 4)
                    .mapToObj(card ->
                            new NamedServer("gpu" + card, Optional.of(host), Optional.of("GPU-" + host + "-" + card)))
                    .toList();
            add(new PoolJson.Planned(new Pool(host, 4, "1"), Optional.empty(), new Unit("gpu"), cards));
        }
    }

    private void add(PoolJson.Planned pool) {
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, pool);
                    return 0;
                })
                .join();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Ran join(String... more) {
        List<String> words = new ArrayList<>(List.of(JOIN));
        words.addAll(List.of(more));
        return shop.berth(words.toArray(String[]::new));
    }

    @Test
    void itShowsFirst_thenKeepsEveryReservation() {
        shop.berth("book", "train", "--for", "2h", "--from", "10:00", "--servers", "3", "--pool", "dgx2");
        shop.berth("book", "small", "--for", "1h", "--from", "10:30", "--pool", "dgx1");
        JsonNode before = Shop.json(shop.berth("show", "r1", "--json"));

        Ran shown = join();
        assertThat(shown.code()).isZero();
        assertThat(shown.err()).containsSubsequence("Nothing has changed yet", "--yes");
        assertThat(shown.out())
                .containsPattern("r1 +train .*dgx2 +dgx2: 3 gpus, 12 cores and 48 GiB of memory")
                .containsPattern("r2 +small .*dgx1 +dgx1: 1 gpu, 4 cores and 16 GiB of memory")
                .containsSubsequence(
                        "Would make: pool dgx of 2 hosts", "4 gpus of 80 GiB in shares", "would be kept: 2");
        assertThat(shop.berth("show", "r1", "--json").out())
                .isEqualTo(shop.berth("show", "r1", "--json").out());
        assertThat(shop.berth("pools").out()).contains("dgx1 ").doesNotContainPattern("(?m)^dgx +2");

        assertThat(join("--yes").out()).containsSubsequence("Made: pool dgx of 2 hosts", "Reservations kept: 2");
        JsonNode after = Shop.json(shop.berth("show", "r1", "--json"));
        assertThat(after.path("start")).isEqualTo(before.path("start"));
        assertThat(after.path("end")).isEqualTo(before.path("end"));
        assertThat(after.path("price")).isEqualTo(before.path("price"));
        assertThat(shop.berth("show", "r1").out()).contains("3 gpus, 12 cores and 48 GiB of memory");
        assertThat(shop.berth("pools").out())
                .containsPattern("(?m)^dgx +2 ")
                .contains("dgx: dgx[1-2]")
                .doesNotContainPattern("(?m)^dgx1 ");
        assertThat(shop.berth("book", "half", "--gpu-share", "0.5", "--for", "1h")
                        .code())
                .isZero();
        Ran old = shop.berth("book", "late", "--for", "1h", "--pool", "dgx1");
        assertThat(old.code()).isEqualTo(1);
        assertThat(old.err()).containsSubsequence("Pool dgx1", "pool dgx;");
        assertThat(shop.berth("drain", "dgx1", "--servers", "0").err()).containsSubsequence("Pool dgx1", "pool dgx;");
        assertThat(join("--yes").err()).containsSubsequence("Pool dgx1", "pool dgx;");
    }

    @Test
    void whatCannotBeJoined_isSaid() {
        add(new PoolJson.Planned(new Pool("odd", 2, "1"), Optional.empty(), new Unit("gpu")));
        assertThat(shop.berth("pools", "join", "dgx", "--from", "dgx1,odd").err())
                .containsSubsequence("Pool odd", "gpus");
        assertThat(shop.berth("pools", "join", "dgx", "--from", "dgx1,dgx1").err())
                .contains("must be a list of 1 to 1000 different texts");
        assertThat(shop.berth("pools", "join", "dgx", "--from", "dgx1,none").err())
                .contains("there is no pool none");
        assertThat(shop.berth("pools", "join", "fast", "--from", "dgx1").err()).contains("Pool fast already exists");
        assertThat(shop.berth("pools", "join", "dgx", "--from", "dgx1", "--shared")
                        .err())
                .contains("--shared needs --gpu-memory");
        assertThat(shop.berth("pools", "join", "dgx", "--from", "dgx1", "--memory", "much")
                        .err())
                .contains("--memory: Cannot read \"much\" as a size");
    }

    @Test
    void cardsOfSeveralHosts_orInAnotherOrder_areNoHost() {
        add(new PoolJson.Planned(
                new Pool("mixed", 2, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(
                        new NamedServer("gpu0", Optional.of("a"), Optional.empty()),
                        new NamedServer("b-gpu1", Optional.of("b"), Optional.empty()))));
        assertThat(shop.berth("pools", "join", "x", "--from", "mixed").err())
                .containsSubsequence("from", "one host", "a, b");
        add(new PoolJson.Planned(
                new Pool("turned", 2, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(
                        new NamedServer("gpu1", Optional.of("c"), Optional.empty()),
                        new NamedServer("gpu0", Optional.of("c"), Optional.empty()))));
        assertThat(shop.berth("pools", "join", "x", "--from", "turned").err())
                .containsSubsequence("from", "gpu1 is number 0");
    }
}
