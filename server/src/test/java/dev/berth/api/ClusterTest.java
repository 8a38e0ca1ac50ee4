package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.book.Book;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.ApiServer;
import dev.berth.server.SiteFacts;
import dev.berth.server.SiteWatch;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.site.Site;
import dev.berth.slurm.Braked;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterSettings.Mode;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.slurm.Mirrored.State;
import dev.berth.slurm.SlurmSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Status of the cluster as operators see it; {@link Contract} checks every answer against openapi.yaml. */
class ClusterTest {
    private static final long NOW = Instant.parse(TestService.START).toEpochMilli();
    private static final long HOUR = 3_600_000;

    private final Contract contract = new Contract();
    private final HttpClient client = HttpClient.newHttpClient();
    private SqliteJournal journal;
    private Site site;
    private SiteWatch watch;
    private ApiServer front;
    private String token;
    private volatile ClusterStatus status = status(List.of());

    @BeforeEach
    void open(@TempDir Path data) throws Exception {
        journal = SqliteJournal.open(data);
        site = Site.open(journal, () -> new Book("level"), new MovableClock(TestService.START), SiteFacts.keepers());
        watch = SiteWatch.start(site, TestService.usual());
        front = ApiServer.open(site, TestService.usual(), Keys.of(site), watch, Optional.of(() -> status));
        HttpResponse<String> in = client.send(
                HttpRequest.newBuilder(uri("/sign-in"))
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"token\":\"" + NewToken.oneTime(site, "admin", Role.ADMINISTRATOR) + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        token = TestService.JSON.readTree(in.body()).get("token").asText();
    }

    @AfterEach
    void close() {
        front.close();
        watch.close();
        site.close();
        journal.close();
    }

    @Test
    void allThatIsKnownIsShown() throws Exception {
        status = status(List.of(
                mirrored(1, State.ACTIVE, "", false, "n1", "n2", "n3"),
                mirrored(2, State.BLOCKED, "job 17 of eve runs on n4 beyond the start", true, "n4"),
                mirrored(3, State.NOT_DUE, "", false)));
        JsonNode shown = get("/cluster", 200);
        assertThat(shown.at("/mode").asText()).isEqualTo("keep");
        assertThat(shown.at("/heard").asText()).isEqualTo("2026-11-16T07:59:57Z");
        assertThat(shown.has("silent")).isFalse();
        assertThat(shown.at("/took").asText()).isEqualTo("PT0.25S");
        assertThat(shown.at("/counts/active").asInt()).isEqualTo(1);
        assertThat(shown.at("/counts/lost").asInt()).isZero();
        assertThat(shown.at("/inDanger").asInt()).isEqualTo(1);
        assertThat(shown.at("/reservations").findValuesAsText("reservation"))
                .as("what is in danger comes first")
                .containsExactly("r2", "r1", "r3");
        assertThat(shown.at("/reservations/0/why").asText()).isEqualTo("job 17 of eve runs on n4 beyond the start");
        assertThat(shown.at("/reservations/1/nodes").asText()).isEqualTo("n[1-3]");
        assertThat(shown.at("/reservations/1").has("why")).isFalse();
        assertThat(shown.at("/reservations/2/nodes").asText()).isEmpty();
        assertThat(shown.at("/foreign/0/name").asText()).isEqualTo("maintenance");
        assertThat(shown.at("/foreign/0").has("end")).isFalse();
        assertThat(shown.at("/troubled/0/reason").asText()).isEqualTo("Not responding");
        assertThat(shown.at("/brakes/0/nodes").asText()).isEqualTo("n[7-8]");
        assertThat(shown.at("/brakes/0/why").asText()).isEqualTo("failed together");
        assertThat(shown.at("/faults/0").asText()).startsWith("Slurm has no partition");
        assertThat(get("/health", 200).path("cluster").asBoolean()).isTrue();
    }

    @Test
    void oneStateCanBeAskedFor_theCountsAreOfAll() throws Exception {
        status = status(List.of(mirrored(1, State.ACTIVE, "", false), mirrored(2, State.LOST, "gone", true)));
        JsonNode shown = get("/cluster?state=active", 200);
        assertThat(shown.at("/reservations").findValuesAsText("reservation")).containsExactly("r1");
        assertThat(shown.at("/counts/lost").asInt()).isEqualTo(1);
        assertThat(shown.at("/inDanger").asInt()).isEqualTo(1);
        assertThat(get("/cluster?state=lots", 422).at("/errors/0/rule").asText())
                .contains("not-due, wanted, present, active, leaving, drifted, lost, blocked, degraded, displaced");
    }

    @Test
    void largeAnswersAreCut_andSayByHowMuch() throws Exception {
        List<Mirrored> many = new ArrayList<>();
        for (int i = 1; i <= 1200; i++) {
            many.add(mirrored(i, State.PRESENT, i == 1200 ? "late" : "", i == 1200));
        }
        status = status(many);
        JsonNode shown = get("/cluster", 200);
        assertThat(shown.at("/reservations")).hasSize(200);
        assertThat(shown.at("/reservations/0/reservation").asText()).isEqualTo("r1200");
        assertThat(shown.at("/leftOut/reservations").asInt()).isEqualTo(1000);
        assertThat(shown.at("/leftOut/foreign").asInt()).isZero();
        assertThat(get("/cluster?limit=1000", 200).at("/leftOut/reservations").asInt())
                .isEqualTo(200);
        get("/cluster?limit=1001", 422);
    }

    /** Jobs wait in the cluster for their reservation; nobody waits beside the other servers. */
    @Test
    void aBookingThatCanOnlyGoToTheCluster_mayStartEarlyUnlessItSaysOtherwise() throws Exception {
        front.close();
        front = ApiServer.open(
                site,
                TestService.usual().with(draft -> draft.cluster = Optional.of(SlurmSettings.of("batch"))),
                Keys.of(site),
                watch,
                Optional.of(() -> status));
        String nodes = "{\"name\":\"%s\",\"servers\":2,\"rate\":\"1\",\"attributes\":{%s}}";
        post("/pools", nodes.formatted("batch", "\"partition\":\"batch\""));
        assertThat(starts("")).isEqualTo("when-free");
        assertThat(starts(",\"starts\":\"as-promised\"")).isEqualTo("as-promised");
        post("/pools", nodes.formatted("desk", ""));
        assertThat(starts("")).as("it may go to desk").isEqualTo("as-promised");
        assertThat(starts(",\"pool\":\"batch\"")).isEqualTo("when-free");
        assertThat(starts(",\"attributes\":{\"partition\":\"batch\"}")).isEqualTo("when-free");
        assertThat(starts(",\"pool\":\"desk\"")).isEqualTo("as-promised");
        assertThat(starts(",\"pool\":\"batch\",\"notice\":\"PT5M\"")).isEqualTo("when-free");
    }

    private String starts(String more) throws Exception {
        return post(
                        "/reservations",
                        "{\"name\":\"a\",\"work\":\"PT1H\",\"deadline\":\"2026-11-17T20:00:00Z\"" + more + "}")
                .path("starts")
                .asText("as-promised");
    }

    private JsonNode post(String path, String body) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return TestService.JSON.readTree(answer.body());
    }

    /** Checks only the answer, as no cluster can be braked here; ReconcilerTest covers the effect. */
    @Test
    void theBrakeCanBeReleased() throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(uri("/cluster/release"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        contract.check("POST", "/cluster/release", answer);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(TestService.JSON.readTree(answer.body()).path("released")).isEmpty();
    }

    @Test
    void silenceIsSaid() throws Exception {
        status = ClusterStatus.none(Mode.WATCH);
        JsonNode shown = get("/cluster", 200);
        assertThat(shown.at("/mode").asText()).isEqualTo("watch");
        assertThat(shown.at("/silent").asText()).isEqualTo("not asked yet");
        assertThat(shown.has("heard")).isFalse();
    }

    @Test
    void itIsMeasured() throws Exception {
        status = status(List.of(mirrored(1, State.ACTIVE, "", false), mirrored(2, State.LOST, "gone", true)));
        assertThat(metrics())
                .contains("berth_cluster_up 1.0\n")
                .contains("berth_cluster_census_age_seconds 3.0\n")
                .contains("berth_cluster_round_seconds 0.25\n")
                .contains("berth_cluster_reservations{state=\"active\"} 1.0\n")
                .contains("berth_cluster_reservations{state=\"lost\"} 1.0\n")
                .contains("berth_cluster_reservations{state=\"not-due\"} 0.0\n")
                .contains("berth_cluster_promises_in_danger 1.0\n")
                .contains("berth_cluster_brake 1.0\n")
                .contains("berth_cluster_actions_total 40.0\n")
                .contains("berth_cluster_refusals_total 2.0\n");
        status = ClusterStatus.none(Mode.KEEP);
        assertThat(metrics()).contains("berth_cluster_up 0.0\n").contains("berth_cluster_census_age_seconds +Inf\n");
    }

    @Test
    void aSiteWithoutAClusterSaysSo(@TempDir Path data) {
        try (TestService plain = new TestService(data)) {
            assertThat(plain.get("olga", "/cluster").is(404).code("no-cluster").text("detail"))
                    .containsSubsequence("no cluster", "see /docs/slurm");
            assertThat(plain.get("", "/health").is(200).json().has("cluster")).isFalse();
            assertThat(plain.get("vera", "/metrics").is(200).response().body()).doesNotContain("berth_cluster");
        }
    }

    private String metrics() throws Exception {
        return sent("/metrics").body();
    }

    private JsonNode get(String path, int status) throws Exception {
        HttpResponse<String> response = sent(path);
        contract.check("GET", path, response);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return TestService.JSON.readTree(response.body());
    }

    private HttpResponse<String> sent(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + front.port() + "/api/v1" + path);
    }

    private static ClusterStatus status(List<Mirrored> mirrored) {
        return new ClusterStatus(
                Mode.KEEP,
                7,
                Optional.of(NOW - 3_000),
                Optional.empty(),
                250,
                mirrored,
                List.of(new Kept(
                        "maintenance",
                        new TreeSet<>(Set.of("n9")),
                        new Window(NOW + HOUR, Window.FOREVER),
                        Set.of("root"),
                        false)),
                List.of(new ClusterNode(
                        "n8", List.of("batch"), Set.of(), 4, 1000, "", ClusterNode.Condition.DOWN, "Not responding")),
                List.of(new Braked(
                        new PoolId("batch"), new TreeSet<>(Set.of("n7", "n8")), false, NOW - 60_000, NOW + HOUR)),
                List.of("Slurm has no partition \"gpuu\" with nodes; correct cluster.slurm.partitions in site.yaml"),
                List.of(),
                40,
                2);
    }

    private static Mirrored mirrored(int number, State state, String why, boolean inDanger, String... nodes) {
        return new Mirrored(
                "berth-test-r" + number,
                new ReservationId(number),
                "ana",
                new TreeSet<>(List.of(nodes)),
                new Window(NOW, NOW + HOUR),
                state,
                why,
                inDanger);
    }
}
