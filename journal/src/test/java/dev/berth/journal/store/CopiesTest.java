package dev.berth.journal.store;

import static dev.berth.journal.JournalConformance.assertSame;
import static dev.berth.journal.JournalConformance.entries;
import static dev.berth.journal.JournalConformance.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Journal;
import dev.berth.journal.JournalCopy;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.PostgresJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopiesTest {
    @TempDir
    private Path directory;

    private final Database database = Database.create();

    private String fill() {
        String data = directory.resolve("data").toString();
        try (Journal journal = Journals.open(data)) {
            journal.append(entries(1, 1_500));
            journal.saveSnapshot(1_200, new byte[300_000]);
        }
        return data;
    }

    @Test
    void thereAndBack_isTheSame() {
        String data = fill();
        JournalCopy.Copied there = Journals.copy(data, database.journal(), entries -> {});
        Path back = directory.resolve("back");
        JournalCopy.Copied again = Journals.copy(database.journal(), back.toString(), entries -> {});
        assertThat(again).isEqualTo(there);
        assertThat(there.entries()).isEqualTo(1_500);
        try (Journal journal = Journals.open(back.toString())) {
            assertSame(read(journal, 0), entries(1, 1_500));
            assertThat(journal.latestSnapshot().orElseThrow().bytes()).hasSize(300_000);
        }
        assertThat(PostgresJournal.verify(database.address()).last()).isEqualTo(1_500);
    }

    @Test
    void targetThatIsNotEmpty_isRefused() {
        String data = fill();
        Journals.copy(data, database.journal(), entries -> {});
        assertThatThrownBy(() -> Journals.copy(data, database.journal(), entries -> {}))
                .hasMessageContaining("is not empty");
        assertThatThrownBy(() -> Journals.copy(database.journal(), data, entries -> {}))
                .hasMessageContaining("is not empty");
        assertThatThrownBy(() -> Journals.copy(directory.resolve("none").toString(), database.journal(), entries -> {}))
                .hasMessageContaining("has no journal");
    }

    @Test
    void interruptedCopy_isNotServed_andCanBeRepeated() {
        String data = fill();
        assertThatThrownBy(() -> Journals.copy(data, database.journal(), entries -> {
                    throw new IllegalStateException("killed");
                }))
                .hasMessage("killed");
        assertThat(database.number("SELECT last FROM berth.site")).isPositive();
        assertThatThrownBy(() -> Journals.open(database.journal())).hasMessageContaining("was interrupted");
        assertThat(Journals.copy(data, database.journal(), entries -> {}).entries())
                .isEqualTo(1_500);
        Path back = directory.resolve("back");
        assertThatThrownBy(() -> Journals.copy(database.journal(), back.toString(), entries -> {
                    throw new IllegalStateException("killed");
                }))
                .hasMessage("killed");
        assertThat(back).doesNotExist();
        assertThatThrownBy(() -> Journals.copy(database.journal(), back.toString(), entries -> {}))
                .hasMessageContaining("back.partial is left");
    }
}
