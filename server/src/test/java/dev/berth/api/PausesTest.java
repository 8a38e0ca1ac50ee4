package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.berth.engine.model.PoolId;
import dev.berth.service.guard.NoShowLimits;
import dev.berth.service.notice.NoticeSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only who never came is a no-show: who pauses is warned, and has the same time again. */
class PausesTest {
    private static final Set<String> OPEN = Set.of("waiting", "running");
    private static final int LIMIT = 10;
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final String USED = "{\"devices\":[\"GPU-a\"],\"user\":\"ana\",\"pid\":7,\"process\":\"python3\"}";

    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();

    @TempDir
    private Path data;

    private HttpServer receiver;
    private TestService service;

    @BeforeEach
    void open() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.notices = new NoticeSettings(true, Optional.empty()))
                        .with(draft -> draft.noShows = new NoShowLimits(Map.of(
                                new PoolId("gpu"), Duration.ofMinutes(LIMIT).toMillis()))));
        service.send("olga", "POST", "/pools", """
                {"name":"gpu","rate":"1","unit":"gpu","serverList":[{"name":"left","host":"dgx","device":"GPU-a"}]}""").is(201);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"guard\"}").is(200);
    }

    @AfterEach
    void close() {
        service.close();
        receiver.stop(0);
    }

    private String booked(Duration length) {
        return service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{"
                                + exactly(
                                                "job",
                                                service.clock.instant().toString(),
                                                service.clock
                                                        .instant()
                                                        .plus(length)
                                                        .toString(),
                                                1)
                                        .replace("\"fast\"", "\"gpu\"")
                                + "}")
                .is(201)
                .text("id");
    }

    private TestService.Result look(boolean isUsed) {
        service.clock.move(ROUND);
        return service.send(
                        "vera",
                        "POST",
                        "/hosts/dgx/uses",
                        "{\"devices\":[\"GPU-a\"],\"uses\":[" + (isUsed ? USED : "") + "]}")
                .is(200);
    }

    private void looks(int count, boolean isUsed) {
        for (int i = 0; i < count; i++) {
            look(isUsed);
        }
    }

    private String state(String id) {
        return service.get("admin", "/reservations/" + id).text("state");
    }

    private String audit() {
        return service.get("admin", "/audit").response().body();
    }

    @Test
    void aPauseAfterUse_isWarnedAboutFirst_andEndsEarlyAfterTheSameTimeAgain() throws InterruptedException {
        service.send(
                        "ana",
                        "POST",
                        "/webhooks",
                        "{\"address\":\"http://127.0.0.1:%d/\",\"kinds\":[\"ends-soon\",\"released\"]}"
                                .formatted(receiver.getAddress().getPort()))
                .is(201);
        String id = booked(Duration.ofHours(4));
        looks(3, true);
        looks(LIMIT, false);
        assertThat(audit()).as("the pause is as long as the limit now").doesNotContain("warn-unused");
        looks(1, false);
        assertThat(state(id)).isEqualTo("running");
        assertThat(audit()).contains("warn-unused");
        assertThat(told.poll(30, TimeUnit.SECONDS))
                .contains("\"kind\":\"ends-soon\"")
                .containsSubsequence("used since 2026-11-16T08:04:00Z", "given back at 2026-11-16T08:24:00Z");

        looks(LIMIT - 1, false);
        assertThat(state(id)).isEqualTo("running");
        assertThat(look(false).at("/pauses")).hasToString("[\"" + id + "\"]");
        assertThat(state(id)).isEqualTo("finished-early");
        assertThat(audit())
                .contains("not for the last 20m")
                .doesNotContain("no-show")
                .doesNotContain("nobody");
        assertThat(told.poll(30, TimeUnit.SECONDS)).contains("\"kind\":\"released\"", "not since 2026-11-16T08:04:00Z");
    }

    @Test
    void whoComesBackInTime_keepsIt_andIsWarnedOfTheNextPause() {
        String id = booked(Duration.ofHours(8));
        looks(1, true);
        for (int i = 1; i <= 3; i++) {
            looks(2 * LIMIT - 1, false);
            assertThat(audit().split("warn-unused", -1)).hasSize(i + 1);
            looks(1, true);
        }
        assertThat(state(id)).isEqualTo("running");
    }

    @Test
    void aPauseAtTheEnd_isLeftAlone() {
        String id = booked(Duration.ofMinutes(15));
        looks(3, true);
        looks(11, false);
        assertThat(audit()).doesNotContain("warn-unused");
        assertThat(state(id)).isEqualTo("running");
    }

    /** Whatever guards see and miss, and whenever. */
    @Test
    void randomUse_makesANoShowOfNobodyWhoCame() {
        for (long seed = 1; seed <= 12; seed++) {
            Random random = new Random(seed);
            String id = booked(Duration.ofMinutes(90));
            boolean came = false;
            boolean isWatched = true;
            int unused = 0;
            double use = random.nextDouble() * 0.2;
            for (int i = 0; i < 80 && OPEN.contains(state(id)); i++) {
                boolean isUsed = i > 0 && random.nextDouble() < use;
                if (random.nextInt(25) == 0) {
                    service.clock.move(Duration.ofMinutes(6));
                    isWatched = false;
                    unused = 0;
                }
                unused = isUsed ? 0 : unused + 1;
                came |= isUsed;
                TestService.Result report = look(isUsed);
                boolean isNoShow = !report.at("/noShows").isEmpty();
                boolean isPause = !report.at("/pauses").isEmpty();
                assertThat(isNoShow)
                        .as("seed %d, round %d", seed, i)
                        .isEqualTo(!came && isWatched && unused == LIMIT + 1);
                assertThat(isPause && unused <= 2 * LIMIT)
                        .as("seed %d, round %d", seed, i)
                        .isFalse();
                if (isPause) {
                    assertThat(audit()).as("seed %d", seed).contains("\"target\":\"" + id + "\"", "warn-unused");
                }
            }
            String ended = state(id);
            assertThat(ended.equals("no-show") && came).as("seed %d", seed).isFalse();
            if (OPEN.contains(ended)) {
                service.send("ana", "POST", "/reservations/" + id + "/finish", "")
                        .is(200);
            }
        }
    }
}
