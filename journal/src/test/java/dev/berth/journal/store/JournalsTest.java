package dev.berth.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.Entry;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalsTest {
    @Test
    void directory_isForSqlite_withItsSchemeOrWithout(@TempDir Path data) {
        try (Journal journal = Journals.open(data.toString())) {
            assertThat(journal).isInstanceOf(SqliteJournal.class);
            journal.append(List.of(new Entry(1, 5, "write", new byte[] {1})));
        }
        try (Journal journal = Journals.open("sqlite:" + data)) {
            assertThat(journal.last()).isEqualTo(1);
        }
    }

    @Test
    void unknownStore_namesThoseThereAre() {
        assertThatThrownBy(() -> Journals.open("cobol:tape"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("\"cobol\" in cobol:tape", "postgresql, sqlite");
    }
}
