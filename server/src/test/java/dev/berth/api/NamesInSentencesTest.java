package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Pool;
import dev.berth.site.Visibility;
import dev.berth.wire.PoolJson;
import dev.berth.words.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that look like times, numbers or the word server are what they are in every sentence, and times are the reader's. */
class NamesInSentencesTest {
    private static final List<String> JOBS = List.of(
            "nightly-202611172300",
            "1794956400000",
            "-1794956400000",
            "job-1794956400000-x",
            "2026-11-17T23:00:00Z",
            "2026-11-17T23:00:00.5Z",
            "server",
            "Servers",
            "a server of 4 servers",
            "100% %s %d");
    private static final List<String> POOLS = List.of("servers", "1794956400000", "2026-11-17T23:00:00Z", "cards");
    private static final List<String> USERS = List.of("server", "servers", "1794956400000", "nightly-202611172300");

    @TempDir
    private Path data;

    private TestService service;

    @BeforeEach
    void open() {
        service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.visibility = Visibility.NAMES)
                        .with(draft -> draft.pools = POOLS.stream()
                                .map(name ->
                                        new PoolJson.Planned(new Pool(name, 4, "1"), Optional.empty(), new Unit("gpu")))
                                .toList()));
    }

    @AfterEach
    void close() {
        service.close();
    }

    private static String exactly(String name, String pool, int servers) {
        return """
                {"name":"%s","pool":"%s","servers":%d,"stay":"PT1H",
                 "ready":"2026-11-16T10:00:00Z","deadline":"2026-11-16T11:00:00Z"}""".formatted(name, pool, servers);
    }

    private TestService.Result refused(String body, String... headers) {
        return service.send("ana", "POST", "/reservations", body, headers).is(409);
    }

    @Test
    void jobsAndPools_areNamedAsTheyAre() {
        for (String pool : POOLS) {
            service.send("ben", "POST", "/reservations", exactly("all", pool, 4))
                    .is(201);
            for (String job : JOBS) {
                TestService.Result many = refused(exactly(job, pool, 9));
                assertThat(many.text("code")).isEqualTo("too-many-servers");
                assertThat(many.at("/numbers/job").asText()).isEqualTo(job);
                assertThat(many.at("/numbers/largest").asText()).isEqualTo(pool);
                assertThat(many.text("detail"))
                        .startsWith("Job " + job + " asks for 9 gpus, ")
                        .contains(" " + pool + ", has 4");
                TestService.Result full = refused(exactly(job, pool, 4), "Berth-Zone", "Europe/Zurich");
                assertThat(full.text("code")).isEqualTo("no-capacity");
                assertThat(full.text("detail"))
                        .startsWith("Job " + job + " needs 4 free gpus ")
                        .contains("between 2026-11-16 11:00 and 2026-11-16 12:00")
                        .contains("tried: " + pool + ". ben has 4 of 4 gpus until 2026-11-16 12:00");
            }
        }
    }

    @Test
    void users_areNamedAsTheyAre() {
        for (String user : USERS) {
            service.send("admin", "POST", "/accounts", "{\"name\":\"%s\",\"role\":\"user\"}".formatted(user))
                    .is(201);
        }
        for (int i = 0; i < POOLS.size(); i++) {
            String theirs = exactly("all", POOLS.get(i), 4).replace("{", "{\"user\":\"%s\",".formatted(USERS.get(i)));
            service.send("admin", "POST", "/reservations", theirs).is(201);
            assertThat(refused(exactly("mine", POOLS.get(i), 1)).text("detail"))
                    .contains(". " + USERS.get(i) + " has 4 of 4 gpus until 2026-11-16T11:00:00Z");
        }
    }

    /** A client that names no zone, or one that is not known, gets times as everywhere in the API. */
    @Test
    void withoutAZone_timesAreInUtc() {
        service.send("ben", "POST", "/reservations", exactly("all", "cards", 4)).is(201);
        Stream.of(List.<String>of(), List.of("Berth-Zone", "Moon/Crater"), List.of("Berth-Zone", "x".repeat(500)))
                .forEach(headers -> {
                    TestService.Result full = refused(exactly("late", "cards", 1), headers.toArray(new String[0]));
                    assertThat(full.text("detail")).contains("between 2026-11-16T10:00:00Z and 2026-11-16T11:00:00Z");
                    assertThat(full.at("/numbers/deadline").asText()).isEqualTo("2026-11-16T11:00:00Z");
                });
    }

    /** Answers kept for repeated requests are in UTC: the journal does not know the reader's time zone. */
    @Test
    void aKey_keepsTheSentenceInUtc() {
        service.send("ben", "POST", "/reservations", exactly("all", "cards", 4)).is(201);
        String[] headers = {"Idempotency-Key", "k1", "Berth-Zone", "Europe/Zurich"};
        assertThat(refused(exactly("late", "cards", 1), headers).text("detail"))
                .contains("between 2026-11-16 11:00 and 2026-11-16 12:00");
        assertThat(refused(exactly("late", "cards", 1), headers).text("detail"))
                .contains("between 2026-11-16T10:00:00Z and 2026-11-16T11:00:00Z");
    }
}
