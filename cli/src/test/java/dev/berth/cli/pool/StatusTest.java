package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Shop;
import dev.berth.engine.model.Pool;
import dev.berth.service.booking.Pools;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.words.Moments;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusTest {
    @TempDir
    private Path directory;

    private Shop shop;

    private final AtomicLong passed = new AtomicLong();

    @BeforeEach
    void open() {
        shop = new Shop(directory, () -> Shop.CLOCK.instant().plusSeconds(passed.get()));
        PoolJson.Planned cards = new PoolJson.Planned(
                new Pool("cards", 3, "1"),
                Optional.empty(),
                new Unit("gpu"),
                List.of(named("left"), named("middle"), named("right")));
        shop.server
                .site()
                .write("test", transaction -> {
                    Pools.add(transaction, cards);
                    return 0;
                })
                .join();
    }

    private static NamedServer named(String name) {
        return new NamedServer(name, Optional.of("dgx"), Optional.of("GPU-" + name));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void quietSite() {
        assertThat(shop.berth("status").out()).isEqualTo("""
                Nobody is at work

                Free now:
                  slow: 4 of 4 servers
                  fast: 2 of 2 servers
                  cards: 3 of 3 gpus
                """);
    }

    private Ran asAna(String... command) {
        String config = directory.resolve("ana").toString();
        return Ran.with(new byte[0], Map.of("XDG_CONFIG_HOME", config, "XDG_STATE_HOME", config), Shop.CLOCK, command);
    }

    @Test
    void promisesThatAreNotKept_comeFirst_andEndWithCode1ForOperators() {
        shop.berth("account", "add", "ana");
        String token = shop.server.oneTimeToken("ana");
        assertThat(asAna("login", shop.address(), "--token", token).code()).isZero();
        shop.fill();
        assertThat(asAna(
                                "book",
                                "fit",
                                "--stay",
                                "1h",
                                "--from",
                                "11:00",
                                "--deadline",
                                "12:00",
                                "--servers",
                                "3",
                                "--pool",
                                "cards",
                                "--zone",
                                "UTC")
                        .code())
                .isZero();
        shop.berth("fail", "fast", "--servers", "0");
        shop.berth("fail", "cards", "--servers", "middle,right");
        Ran operator = shop.berth("status");
        assertThat(operator.out())
                .startsWith("Promises not kept:\n")
                .containsSubsequence(
                        "  (!) r1 course for admin: ",
                        "since 2026-11-16 08:00: server 0 failed;",
                        "until 2026-11-16 09:00\n",
                        "  (!) r2 fit for ana: ",
                        "since 2026-11-16 08:00: gpus middle and right failed;",
                        "until 2026-11-16 11:00\n",
                        "\nNobody is at work\n");
        assertThat(operator.code()).isEqualTo(1);
        assertThat(shop.berth("status", "--pool", "cards").out())
                .contains("(!) r2 ")
                .doesNotContain("r1");
        assertThat(shop.berth("status", "--pool", "slow").code()).isZero();
        Ran user = asAna("status", "--zone", "UTC");
        assertThat(user.out()).contains("(!) r2 fit for ana: ").doesNotContain("(!) r1");
        assertThat(user.code()).isZero();
        passed.set(3_660);
        // Any write lets time pass.
        shop.berth("fail", "slow", "--servers", "0");
        assertThat(shop.berth("status").out())
                .containsSubsequence(
                        "(!) r1 course for admin: given up at 2026-11-16 09:01",
                        "since 2026-11-16 08:00: server 0 failed\n");
        assertThat(shop.berth("report", "usage", "--csv").out())
                .contains("\"admin\",0,0,0,0,0,0.00,1,4,0\n", "\"ana\",0,0,0,0,0,0.00,1,0,0\n");
    }

    @Test
    void oneScreen() {
        shop.berth("book", "train", "--for", "2h", "--from", "now", "--servers", "1", "--pool", "cards");
        passed.set(60);
        shop.fill();
        shop.berth("drain", "cards", "--servers", "right");
        Ran ran = shop.berth("status");
        assertThat(ran.out())
                .containsPattern("POOL +SERVERS +USER +JOB +UNTIL +COMMAND +ID\n")
                .containsPattern("\ncards +left +admin +train +2026-11-16 10:00 +r1\n")
                .contains("  cards: 1 of 3 gpus: middle; 1 out of service\n")
                .containsPattern("Next:\n  2026-11-16 09:00 r2 for admin, 2 servers of pool fast\n");
        assertThat(shop.berth("status", "--pool", "cards").out()).doesNotContain("fast");
        assertThat(Shop.json(shop.berth("status", "--json")).path("timetable").path("pools"))
                .hasSize(3);
        assertThat(shop.berth("status", "--pool", "none").code()).isEqualTo(2);
    }

    @Test
    void whatABrakeHolds_isTold() {
        ObjectNode answer = JsonTree.object();
        ArrayNode brakes = answer.putArray("brakes");
        brakes.addObject()
                .put("observers", "runners")
                .put("since", "2026-11-16T07:50:00Z")
                .putArray("reservations")
                .add("r3")
                .add("r4");
        brakes.addObject()
                .put("observers", "guards")
                .put("since", "2026-11-16T07:40:00Z")
                .put("until", "2026-11-16T08:40:00Z")
                .putArray("reservations")
                .add("r7")
                .add("r8");
        assertThat(new StatusText(new Moments(Shop.CLOCK, ZoneOffset.UTC), answer).toString())
                .containsSubsequence(
                        "berth finish ID\n",
                        "  (!) r3, r4: their runners ",
                        "since 2026-11-16 07:50\n",
                        "  (!) r7, r8: unused ",
                        "since 2026-11-16 07:40; released from 2026-11-16 08:40 on");
        assertThat(Shop.json(shop.berth("status", "--json")).path("brakes").isArray())
                .isTrue();
    }
}
