package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.Pool;
import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.JournalUnavailable;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotContent;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.ApiServer;
import dev.berth.server.SiteFacts;
import dev.berth.server.SiteWatch;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.site.Site;
import dev.berth.site.View;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When the journal cannot be written, nothing new is promised and reads go on. */
class UnavailableTest {
    @Test
    @Timeout(60)
    void writesAreRefused_readsGoOn_andItRecovers(@TempDir Path data) throws Exception {
        Contract contract = new Contract();
        Broken journal = new Broken(SqliteJournal.open(data));
        Clock clock = new MovableClock(TestService.START);
        try (journal;
                Site site = Site.open(journal, () -> new Book("level"), clock, SiteFacts.keepers());
                SiteWatch watch = SiteWatch.start(site, TestService.usual());
                ApiServer front = ApiServer.open(site, TestService.usual(), Keys.of(site), watch);
                HttpClient client = HttpClient.newHttpClient()) {
            String root = "http://127.0.0.1:" + front.port() + "/api/v1";
            String signIn = "{\"token\":\"" + NewToken.oneTime(site, "admin", Role.ADMINISTRATOR) + "\"}";
            HttpResponse<String> in = client.send(
                    HttpRequest.newBuilder(URI.create(root + "/sign-in"))
                            .POST(HttpRequest.BodyPublishers.ofString(signIn))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            String token = TestService.JSON.readTree(in.body()).get("token").asText();
            HttpRequest add = HttpRequest.newBuilder(URI.create(root + "/pools"))
                    .header("Authorization", "Bearer " + token)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"p\",\"servers\":1,\"rate\":\"1\"}"))
                    .build();
            HttpRequest list = HttpRequest.newBuilder(URI.create(root + "/pools"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            HttpRequest health =
                    HttpRequest.newBuilder(URI.create(root + "/health")).build();

            journal.broken = true;
            HttpResponse<String> refused = client.send(add, HttpResponse.BodyHandlers.ofString());
            contract.check("POST", "/pools", refused);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("journal-unavailable").doesNotContain("disk on fire");
            assertThat(client.send(list, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("{\"pools\":[]}");
            HttpResponse<String> ill = client.send(health, HttpResponse.BodyHandlers.ofString());
            contract.check("GET", "/health", ill);
            assertThat(ill.statusCode()).isEqualTo(503);

            // Nobody writes: the service finds out by itself.
            journal.broken = false;
            Awaitility.await("health")
                    .atMost(Durations.ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> client.send(health, HttpResponse.BodyHandlers.ofString())
                                    .statusCode()
                            == 200);
            assertThat(client.send(add, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(201);
            assertThat(client.send(health, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            List<Pool> pools = site.read(View::pools);
            assertThat(pools).containsExactly(new Pool("p", 1, "1"));
        }
    }

    /** A journal whose disk comes and goes. */
    private static final class Broken implements Journal {
        private final Journal real;
        private volatile boolean broken;

        private Broken(Journal real) {
            this.real = real;
        }

        @Override
        public String name() {
            return real.name();
        }

        @Override
        public long last() {
            return real.last();
        }

        @Override
        public void append(List<Entry> entries) {
            if (broken) {
                throw new JournalUnavailable("disk on fire", null);
            }
            real.append(entries);
        }

        @Override
        public void probe() {
            if (broken) {
                throw new JournalUnavailable("disk on fire", null);
            }
            real.probe();
        }

        @Override
        public void read(long after, Consumer<Entry> reader) {
            real.read(after, reader);
        }

        @Override
        public void saveSnapshot(long upTo, SnapshotContent content) {
            real.saveSnapshot(upTo, content);
        }

        @Override
        public long archive(Retention retention) {
            return real.archive(retention);
        }

        @Override
        public long archived() {
            return real.archived();
        }

        @Override
        public Optional<SavedSnapshot> latestSnapshot() {
            return real.latestSnapshot();
        }

        @Override
        public Optional<SavedSnapshot> snapshotBefore() {
            return real.snapshotBefore();
        }

        @Override
        public String setSnapshotAside() {
            return real.setSnapshotAside();
        }

        @Override
        public void backup(Path file) {
            real.backup(file);
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
