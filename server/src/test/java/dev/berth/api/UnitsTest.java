package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Pool;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that says what its servers are called is heard: in its answers, in refusals and in calendars. */
class UnitsTest {
    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.pools = List.of(
                                TestService.planned(new Pool("fast", 2, "1")),
                                new PoolJson.Planned(new Pool("gpu", 8, "1"), Optional.empty(), new Unit("gpu")))));
    }

    @AfterEach
    void close() {
        service.close();
    }

    private static String onGpu(int servers) {
        return "{" + TestService.job("train") + ",\"pool\":\"gpu\",\"servers\":" + servers + "}";
    }

    @Test
    void answers_nameTheUnit_alsoAfterARestart() {
        service.send("ana", "POST", "/reservations", onGpu(4)).is(201);
        service.restart();
        assertThat(service.get("ana", "/pools/gpu").text("unit")).isEqualTo("gpu");
        assertThat(service.get("ana", "/pools/fast").text("unit")).isEqualTo("server");
        assertThat(service.get("ben", "/reservations/r1").text("unit")).isEqualTo("gpu");
        assertThat(service.get("ana", "/timetable").at("/pools/1/unit").asText())
                .isEqualTo("gpu");
        assertThat(service.get("ana", "/calendar/ana.ics").response().body()).contains("r1\\, 4 gpus\\n");
        assertThat(service.send("ana", "POST", "/offers", onGpu(2))
                        .is(200)
                        .at("/offers/0/unit")
                        .asText())
                .isEqualTo("gpu");
        // Servers are what they are called otherwise: nothing is said.
        assertThat(service.send("ana", "POST", "/reservations", "{" + TestService.job("plain") + ",\"pool\":\"fast\"}")
                        .is(201)
                        .response()
                        .body())
                .doesNotContain("unit");
    }

    @Test
    void refusals_nameTheUnit_whereThereIsOne() {
        assertThat(service.send("ana", "POST", "/reservations", onGpu(9))
                        .is(409)
                        .text("detail"))
                .contains("9 gpus")
                .doesNotContain("server");
        // Either pool could be meant: they have no unit in common.
        assertThat(service.send("ana", "POST", "/reservations", "{" + TestService.job("any") + ",\"servers\":9}")
                        .is(409)
                        .text("detail"))
                .contains("9 servers");
        assertThat(service.send("olga", "POST", "/pools/gpu/restore", "{\"servers\":[3]}")
                        .is(409)
                        .text("detail"))
                .startsWith("Gpu 3 of pool gpu");
    }

    @Test
    void newPools_haveOne() {
        String pool = "{\"name\":\"cpu\",\"servers\":1,\"rate\":\"1\",\"unit\":\"%s\"}";
        assertThat(service.send("olga", "POST", "/pools", pool.formatted("box"))
                        .is(201)
                        .text("unit"))
                .isEqualTo("box");
        assertThat(service.send("olga", "POST", "/pools", pool.formatted("A Box"))
                        .is(422)
                        .at("/errors/0/rule")
                        .asText())
                .isEqualTo(Unit.RULE);
        assertThat(service.get("admin", "/audit").response().body()).contains("1 box of rate 1");
    }
}
