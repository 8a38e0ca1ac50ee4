package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about a journal in a real PostgreSQL. */
class SharedJournalTest {
    @TempDir
    private Path directory;

    private EmbeddedPostgres database;
    private String address;

    @BeforeEach
    void start() throws IOException {
        database = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "off")
                .start();
        address = "postgresql://postgres@localhost:" + database.getPort() + "/postgres";
    }

    @AfterEach
    void stop() throws IOException {
        database.close();
    }

    private Ran berth(String... args) {
        return Ran.with(
                new byte[0],
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString()),
                Clock.systemUTC(),
                args);
    }

    @Test
    void tables_followTheJournal_andAreFilledAgain() throws Exception {
        Path config = Files.writeString(directory.resolve("site.yaml"), """
                name: test
                listen: 127.0.0.1:0
                pools:
                  - {name: fast, servers: 2, rate: 1}
                """);
        Path data = directory.resolve("data");
        assertThat(berth("serve", "--config", config.toString(), "--data", data.toString(), "--for", "1s")
                        .code())
                .isZero();
        Ran copied = berth("journal", "copy", data.toString(), address);
        assertThat(copied.code()).as(copied.err()).isZero();

        Ran before = berth("journal", "tables", address);
        assertThat(before.code()).as(before.err()).isZero();
        assertThat(before.out()).matches(".* up to 0 of [1-9][0-9]*\n");
        Ran rebuilt = berth("journal", "tables", address, "--rebuild");
        assertThat(rebuilt.code()).as(rebuilt.err()).isZero();
        assertThat(rebuilt.out()).matches(".* up to ([1-9][0-9]*) of \\1\n");
        assertThat(berth("journal", "tables", address, "--json").out()).contains("\"entry\" : ", "\"last\" : ");
        assertThat(berth("journal", "verify", "--journal", address).code()).isZero();
    }

    @Test
    void tables_needAJournal() {
        Ran wrong = berth("journal", "tables", "mysql://localhost/berth");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("must be like postgresql://berth@db.example.org/berth");
        Ran none = berth("journal", "tables", address.replace("/postgres", "/nowhere"));
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.err()).contains("nowhere");
        assertThat(berth("journal", "tables").code()).isEqualTo(2);
    }
}
