package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * The one JSON form of records, exact in both directions: equal values give equal bytes, and what is read back is equal.
 * Whatever would not have been written is refused with its place, unknown fields and types included.
 *
 * <ul>
 *   <li>a record is an object; what is null or an empty {@code Optional} is left out
 *   <li>where a sealed interface is expected, {@code type} is the tag of the record
 *   <li>ids and work are plain, {@code Money} and {@code Rate} decimals in a text, server sets arrays of numbers
 *   <li>lists and sets are arrays, maps objects, enums the names of their constants
 * </ul>
 *
 * <p>Names are {@link DurableNames}: what is renamed in the code keeps its name in what was written.
 */
public final class Codec {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    /** Whatever was written can be read, however long a text is in it: what comes from outside is bounded there. */
    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private Codec() {}

    /**
     * The JSON form of a value.
     *
     * @param type what a reader will ask for: a record, or a sealed interface of records, which writes a type tag
     */
    public static <T> byte[] write(Class<T> type, T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            Forms.of(type).write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The same as a text, for what becomes a text within another document. */
    public static <T> String text(Class<T> type, T value) {
        StringWriter text = new StringWriter(256);
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            Forms.of(type).write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** The inverse of {@link #write}. */
    public static <T> T read(Class<T> type, byte[] json) {
        return read(type, parse(json));
    }

    /** Reads a document, or a part of one, that was parsed before. */
    public static <T> T read(Class<T> type, JsonNode node) {
        return type.cast(Forms.of(type).read(node, DocumentPlace.ROOT));
    }

    /** A document with no field twice and nothing after it. */
    public static JsonNode parse(byte[] json) {
        JsonNode node;
        try {
            node = READER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new Malformed(DocumentPlace.ROOT, "not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (node.isMissingNode()) {
            throw new Malformed(DocumentPlace.ROOT, "not JSON: nothing there");
        }
        return node;
    }
}
