package dev.berth.journal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * All that the entries up to a number have made.
 *
 * @param upTo the number of the last entry that is in it
 * @param content opens it for reading from the beginning; its check sum was found right before
 */
public record SavedSnapshot(long upTo, Supplier<InputStream> content) {
    public static SavedSnapshot of(long upTo, byte[] bytes) {
        return new SavedSnapshot(upTo, () -> new ByteArrayInputStream(bytes));
    }

    public InputStream open() {
        return content.get();
    }

    /** All of it at once, for what is known to be small. */
    public byte[] bytes() {
        try (InputStream in = open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
