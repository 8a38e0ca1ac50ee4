package dev.berth.journal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.journal.Entry;
import dev.berth.journal.JournalConformance;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers that a client of a journal got, and a check that a journal opened later keeps to them. */
final class History {
    enum Told {
        /** Must be there. */
        DONE,
        /** Must not be there. */
        REFUSED,
        /** All of it may be there, or nothing. */
        UNKNOWN
    }

    /** One call that appends or saves. */
    static final class Attempt {
        final long from;
        final long to;
        final String tag;
        volatile Told told = Told.UNKNOWN;

        Attempt(long from, long to, String tag) {
            this.from = from;
            this.to = to;
            this.tag = tag;
        }

        private Attempt(Attempt other) {
            this(other.from, other.to, other.tag);
            told = other.told;
        }

        List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            for (long number = from; number <= to; number++) {
                byte[] body = Arrays.copyOf(tag.getBytes(StandardCharsets.UTF_8), 2000);
                entries.add(new Entry(number, number, tag, body));
            }
            return entries;
        }

        @Override
        public String toString() {
            return tag + " (" + from + " to " + to + "): " + told;
        }
    }

    final List<Attempt> appends = new CopyOnWriteArrayList<>();
    final List<Attempt> snapshots = new CopyOnWriteArrayList<>();

    History copy() {
        History copy = new History();
        appends.forEach(each -> copy.appends.add(new Attempt(each)));
        snapshots.forEach(each -> copy.snapshots.add(new Attempt(each)));
        return copy;
    }

    Attempt append(long from, long to) {
        return next(appends, "append", from, to);
    }

    Attempt save(long upTo) {
        return next(snapshots, "snapshot", upTo, upTo);
    }

    private static Attempt next(List<Attempt> list, String what, long from, long to) {
        Attempt attempt = new Attempt(from, to, what + "-" + list.size());
        list.add(attempt);
        return attempt;
    }

    static byte[] bytes(Attempt snapshot) {
        byte[] bytes = new byte[SnapshotStream.PART + 1000];
        Arrays.fill(bytes, (byte) snapshot.tag.hashCode());
        return bytes;
    }

    /** All entries are of appends that may be there, and none is missing. */
    void check(List<Entry> found, String when) {
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i).number()).as(when).isEqualTo(i + 1);
        }
        for (Attempt attempt : appends) {
            long there = found.stream()
                    .filter(entry -> entry.kind().equals(attempt.tag))
                    .count();
            switch (attempt.told) {
                case DONE ->
                    JournalConformance.assertSame(
                            found.stream()
                                    .filter(entry -> entry.kind().equals(attempt.tag))
                                    .toList(),
                            attempt.entries());
                case REFUSED -> assertThat(there).as("%s: %s", when, attempt).isZero();
                case UNKNOWN -> assertThat(there).as("%s: %s", when, attempt).isIn(0L, attempt.to - attempt.from + 1);
            }
        }
    }

    void check(Optional<SavedSnapshot> found, String when) {
        long least = snapshots.stream()
                .filter(attempt -> attempt.told == Told.DONE)
                .mapToLong(attempt -> attempt.to)
                .max()
                .orElse(0);
        if (found.isEmpty()) {
            assertThat(least).as("%s: the snapshot that was saved", when).isZero();
            return;
        }
        assertThat(found.get().upTo()).as(when).isGreaterThanOrEqualTo(least);
        assertThat(snapshots).as(when).anySatisfy(attempt -> {
            assertThat(attempt.to).isEqualTo(found.get().upTo());
            assertThat(found.get().bytes()).isEqualTo(bytes(attempt));
        });
    }
}
