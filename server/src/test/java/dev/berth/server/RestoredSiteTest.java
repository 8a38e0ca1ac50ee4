package dev.berth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Journal;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredSiteTest {
    /** The number of a format that this program knows, and nothing after it. */
    private static final byte[] JUNK = {0, 0, 0, 3, 1, 2};

    private static final byte[] NEWER = {0, 0, 99, 99};

    @TempDir
    private Path directory;

    /** A data directory of a backup whose snapshot has these bytes, with a right check sum; empty for the real one. */
    private Path restored(byte[] snapshot) {
        Path data = directory.resolve("data");
        try (Server server = Server.start(SiteSettings.of("test", 0), data, TimeSource.following(Clock.systemUTC()))) {
            assertThat(server.oneTimeToken("admin")).isNotEmpty();
        }
        if (snapshot.length > 0) {
            try (Journal journal = SqliteJournal.open(data)) {
                journal.saveSnapshot(journal.last(), snapshot);
            }
        }
        Path backup = directory.resolve("backup");
        SqliteJournal.backup(data, backup);
        Path restored = directory.resolve("restored");
        SqliteJournal.restore(backup, restored);
        return restored;
    }

    @Test
    void soundBackup_isASite() {
        Path data = restored(new byte[0]);
        assertThatCode(() -> RestoredSite.check(data)).doesNotThrowAnyException();
    }

    @Test
    void snapshotThatCannotBeRead_isMadeFromTheEntries() {
        Path data = restored(JUNK);
        assertThatCode(() -> RestoredSite.check(data)).doesNotThrowAnyException();
        assertThat(data)
                .isDirectoryContaining(file -> file.getFileName().toString().startsWith("damaged-snapshot"));
    }

    @Test
    void snapshotOfANewerProgram_isFound() {
        Path data = restored(NEWER);
        assertThatThrownBy(() -> RestoredSite.check(data))
                .isInstanceOf(NewerJournal.class)
                .hasMessageContaining("newer version");
    }
}
