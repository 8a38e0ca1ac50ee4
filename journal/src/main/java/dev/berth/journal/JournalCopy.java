package dev.berth.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Copies all of a journal into an empty one of any kind, reads the copy again and compares every byte. */
public final class JournalCopy {
    private static final int ENTRIES = 500;
    private static final long BYTES = 4L << 20;

    private final Journal to;
    private final LongConsumer progress;
    private final MessageDigest written = sha256();
    private final List<Entry> waiting = new ArrayList<>();
    private long bytes;

    private JournalCopy(Journal to, LongConsumer progress) {
        this.to = to;
        this.progress = progress;
    }

    /**
     * Result of a copy.
     *
     * @param digest over all entries, in hexadecimal digits; equal journals have equal digests
     */
    public record Copied(long entries, Optional<Long> snapshot, String digest) {}

    /**
     * Copies; appending to the source may go on meanwhile.
     *
     * @param progress is told the number of entries copied so far
     * @throws IllegalArgumentException if the target is not empty
     * @throws DamagedJournal if the source is damaged, or the copy is not equal to it
     */
    public static Copied copy(Journal from, Journal to, LongConsumer progress) {
        if (to.last() > 0 || to.latestSnapshot().isPresent()) {
            throw new IllegalArgumentException(to.name() + " is not empty; copy into an empty journal");
        }
        // The snapshot first: the entries that are read afterwards go at least as far.
        Optional<SavedSnapshot> snapshot = whole(from);
        snapshot.ifPresent(saved -> to.saveSnapshot(saved.upTo(), out -> {
            try (var in = saved.open()) {
                in.transferTo(out);
            }
        }));
        JournalCopy copy = new JournalCopy(to, progress);
        from.read(0, copy::add);
        copy.flush();
        return copy.checked(snapshot.map(SavedSnapshot::upTo));
    }

    /** A damaged snapshot is left out: it can be made from the entries. */
    private static Optional<SavedSnapshot> whole(Journal from) {
        try {
            return from.latestSnapshot();
        } catch (UnreadableSnapshot e) {
            return Optional.empty();
        }
    }

    private void add(Entry entry) {
        update(written, entry);
        waiting.add(entry);
        bytes += entry.body().length;
        if (waiting.size() >= ENTRIES || bytes >= BYTES) {
            flush();
        }
    }

    private void flush() {
        to.append(List.copyOf(waiting));
        waiting.clear();
        bytes = 0;
        progress.accept(to.last());
    }

    private Copied checked(Optional<Long> snapshot) {
        MessageDigest found = sha256();
        to.read(0, entry -> update(found, entry));
        byte[] expected = written.digest();
        if (!Arrays.equals(expected, found.digest())
                || !snapshot.equals(to.latestSnapshot().map(SavedSnapshot::upTo))) {
            throw new DamagedJournal(to.name(), 0, "the copy is not equal to what was copied", null);
        }
        return new Copied(to.last(), snapshot, HexFormat.of().formatHex(expected));
    }

    private static void update(MessageDigest digest, Entry entry) {
        byte[] kind = entry.kind().getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(32)
                .putLong(entry.number())
                .putLong(entry.time())
                .putLong(kind.length)
                .putLong(entry.body().length)
                .flip());
        digest.update(kind);
        digest.update(entry.body());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
