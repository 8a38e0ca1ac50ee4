package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.Server;
import dev.berth.server.SiteFacts;
import dev.berth.server.Standby;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances of different versions on one journal, as during an upgrade of one after the other. */
@Timeout(60)
class UpgradeTest {
    @TempDir
    private Path directory;

    private final Database database = Database.create();
    private final BlockingQueue<Server> leading = new LinkedBlockingQueue<>();

    private Standby start() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        return Standby.start(
                SiteSettings.of("test", port),
                directory.resolve("keys"),
                database.address(),
                TimeSource.measured(Clock.systemUTC()),
                "http://127.0.0.1:" + port,
                leading::add);
    }

    private Path restored(int number) throws IOException {
        Path backup = directory.resolve("backup");
        String name = "/golden/journal-" + number + ".db";
        try (InputStream in = Objects.requireNonNull(UpgradeTest.class.getResourceAsStream(name))) {
            Files.copy(in, backup);
        }
        Path data = directory.resolve("data");
        SqliteJournal.restore(backup, data);
        return data;
    }

    private static void await(Standby standby, long version) throws InterruptedException {
        Awaitility.await("version %d".formatted(version))
                .atMost(Durations.TWO_MINUTES)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> standby.answering()
                        .filter(each -> each.site().known() >= version)
                        .isPresent());
    }

    /** An older version leads, a newer one follows it, takes over when it stops, and goes on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9})
    void olderLeader_isFollowed_andTakenOver(int number) throws Exception {
        List<Entry> entries = new ArrayList<>();
        int pools;
        try (Journal written = SqliteJournal.open(restored(number))) {
            written.read(0, entries::add);
            pools = Contents.load(written, () -> new Book("prompt", "direct"), SiteFacts.keepers())
                    .book
                    .pools()
                    .size();
        }
        int half = entries.size() / 2;
        PostgresJournal older = PostgresJournal.lead(database.address(), "http://127.0.0.1:1");
        older.append(entries.subList(0, half));
        try (Standby newer = start()) {
            await(newer, half);
            older.append(entries.subList(half, entries.size()));
            await(newer, entries.size());
            assertThat(newer.server()).isEmpty();
            older.close();
            Server server = leading.take();
            server.site()
                    .write("admin", change -> change.submit(new Command.AddPool(new Pool("new", 1, "1"))))
                    .join();
            assertThat(server.site().read(View::pools)).hasSize(pools + 1);
            assertThat(database.number("SELECT last FROM berth.site")).isGreaterThan(entries.size());
        }
    }

    /** A newer version leads and writes what an older one does not know: that one stops, and changes and answers nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"format\":2,\"actor\":\"\",\"events\":[],\"facts\":[]}",
                "{\"format\":1,\"actor\":\"\",\"events\":[{\"type\":\"Teleported\"}],\"facts\":[]}",
                "{\"format\":1,\"actor\":\"\",\"events\":[],\"facts\":[{\"kind\":\"omen\",\"body\":\"{}\"}]}",
                "{\"format\":1,\"actor\":\"\",\"events\":[],\"facts\":[{\"kind\":\"audit\",\"body\":\"{\\\"what\\\":\\\"a\\\","
                        + "\\\"subject\\\":\\\"b\\\",\\\"detail\\\":\\\"c\\\",\\\"omen\\\":1}\"}]}"
            })
    void newerLeader_stopsAnOlderFollower(String body) throws Exception {
        try (Standby first = start()) {
            Server server = leading.take();
            assertThat(first.server()).contains(server);
            server.site()
                    .write("admin", change -> change.submit(new Command.AddPool(new Pool("p", 1, "1"))))
                    .join();
        }
        try (PostgresJournal newer = PostgresJournal.open(database.address());
                Standby older = start()) {
            long last = newer.last();
            await(older, last);
            newer.append(List.of(new Entry(
                    last + 1,
                    database.number("SELECT max(time) FROM berth.entry"),
                    "write",
                    body.getBytes(StandardCharsets.UTF_8))));
            assertThatThrownBy(() -> older.over().get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NewerJournal.class)
                    .hasMessageContainingAll("entry " + (last + 1) + ": ", "newer version of Berth (")
                    .hasMessageContaining("upgrade this instance");
            assertThat(older.answering()).isEmpty();
            assertThat(leading).isEmpty();
            assertThat(newer.last()).isEqualTo(last + 1);
        }
    }

    /** Nor does it begin to serve when it is started again, as a service manager does. */
    @Test
    void olderServer_doesNotServeANewerJournal() throws Exception {
        try (PostgresJournal newer = PostgresJournal.lead(database.address(), "")) {
            newer.append(List.of(new Entry(
                    1,
                    1,
                    "write",
                    "{\"format\":2,\"actor\":\"\",\"events\":[],\"facts\":[]}".getBytes(StandardCharsets.UTF_8))));
        }
        try (Standby older = start()) {
            assertThatThrownBy(() -> older.over().get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(NewerJournal.class);
            assertThat(database.number("SELECT term FROM berth.site")).isEqualTo(1);
        }
    }
}
