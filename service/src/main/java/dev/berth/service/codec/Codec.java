package dev.berth.service.codec;

import com.fasterxml.jackson.databind.JsonNode;

/** The one JSON form of records, exact in both directions. */
@SuppressWarnings("DoNotCallSuggester")
public final class Codec {
    private Codec() {}

    /**
     * The JSON form of a value.
     *
     * @param type what a reader will ask for: a record, or a sealed interface of records, which writes a type tag
     */
    public static <T> byte[] write(Class<T> type, T value) {
        throw new UnsupportedOperationException("to come");
    }

    /** The inverse of {@link #write}. */
    public static <T> T read(Class<T> type, byte[] json) {
        throw new UnsupportedOperationException("to come");
    }

    /** Reads a part of a document that was parsed elsewhere. */
    public static <T> T read(Class<T> type, JsonNode node) {
        throw new UnsupportedOperationException("to come");
    }
}
