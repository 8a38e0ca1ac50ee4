package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.journal.Retention;
import dev.berth.journal.SavedSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteSnapshotTest {
    private final HandClock clock = new HandClock(1_000);
    private final Notes notes = new Notes();

    private static void part(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    /** One piece for each keeper, and the length of the book before it. */
    @Test
    void snapshotsOfBefore_areRead() throws IOException {
        Book book = new Book("level");
        for (Command command : List.of(
                new Command.AddPool(new Pool("p", 2, "1")), new Command.Reserve(Job.of("j", 5_000, 10, 9_000)))) {
            ((Decision.Accepted) book.decide(command)).events().forEach(book::apply);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(2);
            out.writeLong(book.now());
            part(out, book.snapshot());
            out.writeInt(1);
            out.writeUTF("note");
            part(out, "{\"texts\":[\"a\",\"b\"]}".getBytes(StandardCharsets.UTF_8));
            part(out, "{\"past\":[]}".getBytes(StandardCharsets.UTF_8));
        }
        MemoryJournal journal = new MemoryJournal();
        journal.snapshot = SavedSnapshot.of(0, bytes.toByteArray());
        try (Site site = Site.open(journal, () -> new Book("level"), clock, List.of(notes), Settings.DEFAULT)) {
            assertThat(notes.texts).containsExactly("a", "b");
            int open = site.read(view -> view.reservations().size());
            assertThat(open).isEqualTo(1);
        }
    }

    @Test
    void afterASnapshot_oldEntriesGoToTheArchive() {
        MemoryJournal journal = new MemoryJournal();
        Settings settings = Settings.DEFAULT.withRetention(Duration.ofMillis(300), 77);
        try (Site site = Site.open(journal, () -> new Book("level"), clock, List.of(notes), settings)) {
            site.write("ana", transaction -> {
                        transaction.record("note", new Notes.Note("one"));
                        return true;
                    })
                    .join();
        }
        assertThat(journal.retained).isEqualTo(new Retention(700, 77));
    }
}
