package dev.berth.service.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.DamagedSnapshot;
import dev.berth.service.journal.DamagedJournal;
import dev.berth.service.journal.SavedSnapshot;
import dev.berth.service.journal.UnreadableSnapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The byte form of a site: its book and the parts of its keepers. The journal adds check sums. */
final class SiteSnapshot {
    private static final int FORMAT = 2;
    /** Knew nothing of what had closed. */
    private static final int WITHOUT_HISTORY = 1;

    private SiteSnapshot() {}

    /** As the contents are now; the bytes are made when they are asked for, by any thread. */
    static Supplier<byte[]> capture(Contents contents) {
        Supplier<byte[]> book = contents.book.capture();
        long journaledTime = contents.journaledTime;
        Map<String, Supplier<byte[]>> facts = new LinkedHashMap<>();
        contents.keepers.forEach((kind, keeper) -> facts.put(kind, keeper.capture()));
        Supplier<byte[]> closed = contents.closed.capture();
        return () -> assemble(journaledTime, book.get(), facts, closed.get());
    }

    private static byte[] assemble(
            long journaledTime, byte[] book, Map<String, Supplier<byte[]>> facts, byte[] closed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(book.length + 1024);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(FORMAT);
            out.writeLong(journaledTime);
            writePart(out, book);
            out.writeInt(facts.size());
            for (Map.Entry<String, Supplier<byte[]>> part : facts.entrySet()) {
                out.writeUTF(part.getKey());
                writePart(out, part.getValue().get());
            }
            writePart(out, closed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Contents read(SavedSnapshot saved, Map<String, FactKeeper> keepers, String name) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(saved.open()))) {
            int format = in.readInt();
            if (format < WITHOUT_HISTORY || format > FORMAT) {
                // Not damaged: written by a newer program, whose entries may be new to this one, too.
                throw new DamagedJournal(
                        name,
                        saved.upTo(),
                        "the snapshot up to this entry has format " + format + ", but this program reads up to format "
                                + FORMAT,
                        null);
            }
            long journaledTime = in.readLong();
            Contents contents = new Contents(Book.restore(readPart(in)), keepers, saved.upTo(), journaledTime);
            for (int left = in.readInt(); left > 0; left--) {
                contents.keeper(in.readUTF()).restore(readPart(in));
            }
            if (format > WITHOUT_HISTORY) {
                contents.closed.restore(readPart(in));
            }
            return contents;
        } catch (IOException | DamagedSnapshot | IllegalArgumentException e) {
            throw new UnreadableSnapshot(
                    name, saved.upTo(), "the snapshot up to this entry cannot be read: " + e.getMessage(), e);
        }
    }

    private static void writePart(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    private static byte[] readPart(DataInputStream in) throws IOException {
        byte[] part = new byte[in.readInt()];
        in.readFully(part);
        return part;
    }
}
