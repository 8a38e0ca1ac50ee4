package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.log.RecordedLog;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import dev.berth.site.View;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two instances of a site on one database. */
@Timeout(60)
class StandbyTest {
    @TempDir
    private Path data;

    private final Database database = Database.create();
    private final BlockingQueue<Server> leading = new LinkedBlockingQueue<>();

    private Standby start(int port) {
        return start(port, Clock.systemUTC());
    }

    private Standby start(int port, Clock clock) {
        return Standby.start(
                SiteSettings.of("test", port),
                data.resolve("" + port),
                PostgresAddress.of(database.journal()),
                TimeSource.measured(clock),
                "http://127.0.0.1:" + port,
                leading::add);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void add(Server server, String pool) {
        server.site()
                .write("admin", transaction -> transaction.submit(new Command.AddPool(new Pool(pool, 1, "1"))))
                .join();
    }

    private static HttpResponse<String> get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static void awaitHealth(int port) throws InterruptedException {
        Awaitility.await("health at port " + port)
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                // It does not listen yet.
                .ignoreExceptions()
                .until(() -> get(port, "/api/v1/health").statusCode() == 200);
    }

    @Test
    void secondServer_follows_andTakesOverWithAllThatWasWritten() throws Exception {
        int second = freePort();
        Standby one = start(freePort());
        Server leader = leading.take();
        add(leader, "a");
        try (Standby two = start(second)) {
            awaitHealth(second);
            assertThat(two.server()).isEmpty();
            Server follower = two.answering().orElseThrow();
            one.close();
            assertThat(leading.take()).isSameAs(follower);
            assertThat(two.server()).contains(follower);
            assertThat(follower.site().read(View::pools)).hasSize(1);
            add(follower, "b");
            assertThat(get(second, "/api/v1/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void leadAndItsLoss_areInTheLog() throws Exception {
        int first = freePort();
        int second = freePort();
        try (RecordedLog log = new RecordedLog()) {
            Standby one = start(first);
            leading.take();
            assertThat(RecordedLog.fields(log.one("Instance started")))
                    .startsWith("info site=test instance=127.0.0.1:" + first)
                    .contains("version=");
            assertThat(RecordedLog.fields(log.one("This instance leads the site now")))
                    .contains("instance=127.0.0.1:" + first);
            try (Standby two = start(second)) {
                assertThat(RecordedLog.fields(log.one("This instance follows the leader")))
                        .isEqualTo("info site=test instance=127.0.0.1:%d leader=http://127.0.0.1:%d"
                                .formatted(second, first));
                one.close();
                leading.take();
                assertThat(RecordedLog.fields(log.one("Lead given up"))).contains("instance=127.0.0.1:" + first);
                assertThat(RecordedLog.fields(
                                log.await("This instance leads the site now", 2).getLast()))
                        .contains("instance=127.0.0.1:" + second);
                database.execute("UPDATE berth.site SET term = term + 1, leader = 'another',"
                        + " lease = clock_timestamp() + interval '1 second'");
                leading.take();
                assertThat(RecordedLog.fields(log.one("Lead lost")))
                        .startsWith("warn site=test instance=127.0.0.1:" + second + " why=");
                assertThat(two.server()).isPresent();
            }
            log.await("Instance stopped", 2);
        }
    }

    @Test
    void settingsThatAreReadAgain_areAppliedByTheNextLeader() throws Exception {
        int second = freePort();
        Standby one = start(freePort());
        Server leader = leading.take();
        try (Standby two = start(second)) {
            awaitHealth(second);
            assertThat(two.reload(SiteSettings.of("other", second)
                            .with(draft -> draft.pools =
                                    List.of(new PoolJson.Planned(new Pool("new", 2, "1"), Optional.empty())))))
                    .singleElement()
                    .asString()
                    .startsWith("name has changed;");
            assertThat(leader.site().read(View::pools)).isEmpty();
            one.close();
            assertThat(leading.take().site().read(View::pools)).hasSize(1);
        }
    }

    /** Simulates a pause of the leader's machine, during which another instance has led. */
    @Test
    void formerLeader_writesNothing_andLoadsTheSiteAgain() throws Exception {
        try (Standby one = start(freePort())) {
            Server leader = leading.take();
            add(leader, "a");
            database.execute("UPDATE berth.site SET term = term + 1, leader = 'another',"
                    + " lease = clock_timestamp() + interval '1 second'");
            try {
                add(leader, "lost");
                throw new AssertionError("a former leader has written");
            } catch (CompletionException e) {
                assertThat(e.getCause().getMessage()).contains("another instance leads");
            }
            Server again = leading.take();
            assertThat(one.server()).contains(again);
            assertThat(again).isNotSameAs(leader);
            assertThat(again.site().read(View::pools)).hasSize(1);
            add(again, "b");
            assertThat(database.number("SELECT count(DISTINCT term) FROM berth.entry"))
                    .isEqualTo(2);
        }
    }

    /** A fast clock would end reservations that have not ended. */
    @Test
    void serverWhoseClockIsWrong_followsButNeverLeads() throws Exception {
        try (Standby wrong = start(freePort(), Clock.offset(Clock.systemUTC(), Duration.ofSeconds(10)))) {
            Awaitility.await("the one with the wrong clock answers")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> wrong.answering().isPresent());
            try (Standby right = start(freePort())) {
                Server leader = leading.take();
                assertThat(right.server()).contains(leader);
                add(leader, "a");
                Awaitility.await("the pool arrives")
                        .atMost(Durations.ONE_MINUTE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> !wrong.answering()
                                .orElseThrow()
                                .site()
                                .read(View::pools)
                                .isEmpty());
            }
            try (Standby other = start(freePort())) {
                Server leader = leading.take();
                assertThat(other.server()).contains(leader);
                assertThat(wrong.server()).isEmpty();
            }
        }
    }
}
