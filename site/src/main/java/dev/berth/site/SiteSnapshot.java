package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.snapshot.CapturedSnapshot;
import dev.berth.engine.book.snapshot.DamagedSnapshot;
import dev.berth.journal.NewerJournal;
import dev.berth.journal.SavedSnapshot;
import dev.berth.journal.SnapshotContent;
import dev.berth.journal.UnreadableSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The byte form of a site: its book and the pieces of its keepers, written and read one after the other, so that neither
 * needs much more memory than the site itself. The journal adds check sums.
 */
final class SiteSnapshot {
    private static final int FORMAT = 3;
    /** Every keeper had one piece, and the book told its length. */
    private static final int WHOLE = 2;
    /** Knew nothing of what had closed. */
    private static final int WITHOUT_HISTORY = 1;
    /** End mark, in place of the length of another piece. */
    private static final int END = -1;

    private static final int BUFFER = 1 << 16;

    private SiteSnapshot() {}

    /** Captures the contents as they are now; the bytes are made once, later, by any thread that asks for them. */
    static SnapshotContent capture(Contents contents) {
        CapturedSnapshot book = contents.book.capture();
        long journaledTime = contents.journaledTime;
        Map<String, Stream<byte[]>> facts = new LinkedHashMap<>();
        contents.keepers.forEach((kind, keeper) -> facts.put(kind, keeper.capture()));
        Stream<byte[]> closed = contents.closed.capture();
        return out -> write(out, journaledTime, book, facts, closed);
    }

    private static void write(
            OutputStream to,
            long journaledTime,
            CapturedSnapshot book,
            Map<String, Stream<byte[]>> facts,
            Stream<byte[]> closed)
            throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to, BUFFER));
        out.writeInt(FORMAT);
        out.writeLong(journaledTime);
        book.writeTo(out);
        out.writeInt(facts.size());
        for (Map.Entry<String, Stream<byte[]>> part : facts.entrySet()) {
            out.writeUTF(part.getKey());
            writePieces(out, part.getValue());
        }
        writePieces(out, closed);
        out.flush();
    }

    static Contents read(SavedSnapshot saved, Map<String, FactKeeper<?>> keepers, String name) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(saved.open(), BUFFER))) {
            int format = in.readInt();
            if (format < WITHOUT_HISTORY || format > FORMAT) {
                // Not damaged: written by a newer program, whose entries may be new to this one, too.
                throw new NewerJournal(
                        name,
                        saved.upTo(),
                        "the snapshot up to this entry has format " + format + ", and this version reads up to format "
                                + FORMAT,
                        null);
            }
            long journaledTime = in.readLong();
            Book book = format > WHOLE ? Book.restore(in) : Book.restore(readPiece(in, in.readInt()));
            Contents contents = new Contents(book, keepers, saved.upTo(), journaledTime);
            for (int left = in.readInt(); left > 0; left--) {
                FactKeeper<?> keeper = contents.keeper(in.readUTF());
                restore(pieces(in, format), keeper::restore);
            }
            if (format > WITHOUT_HISTORY) {
                restore(pieces(in, format), contents.closed::restore);
            }
            return contents;
        } catch (IOException | UncheckedIOException | DamagedSnapshot | IllegalArgumentException e) {
            throw new UnreadableSnapshot(
                    name, saved.upTo(), "the snapshot up to this entry cannot be read: " + e.getMessage(), e);
        }
    }

    /** Skips the pieces that a reader has left unread, so that the next reader does not get them. */
    private static void restore(Iterator<byte[]> pieces, Consumer<Iterator<byte[]>> reader) {
        reader.accept(pieces);
        while (pieces.hasNext()) {
            pieces.next();
        }
    }

    private static void writePieces(DataOutputStream out, Stream<byte[]> pieces) throws IOException {
        Iterator<byte[]> each = pieces.iterator();
        while (each.hasNext()) {
            byte[] piece = each.next();
            out.writeInt(piece.length);
            out.write(piece);
        }
        out.writeInt(END);
    }

    private static Iterator<byte[]> pieces(DataInputStream in, int format) throws IOException {
        return format > WHOLE
                ? new PiecesOf(in)
                : List.of(readPiece(in, in.readInt())).iterator();
    }

    private static byte[] readPiece(DataInputStream in, int length) throws IOException {
        byte[] piece = new byte[length];
        in.readFully(piece);
        return piece;
    }

    /** Reads a piece when it is asked for. */
    private static final class PiecesOf implements Iterator<byte[]> {
        private final DataInputStream in;
        private @Nullable Integer next;

        PiecesOf(DataInputStream in) {
            this.in = in;
        }

        @Override
        public boolean hasNext() {
            return length() != END;
        }

        @Override
        public byte[] next() {
            int length = length();
            if (length == END) {
                throw new NoSuchElementException();
            }
            try {
                next = null;
                return readPiece(in, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private int length() {
            try {
                int length = next == null ? in.readInt() : next;
                next = length;
                return length;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
