package dev.berth.wire.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * JSON as a tree. What is read comes from strangers: it is UTF-8, bounded in every direction, names no field twice and ends
 * where it ends. How many bytes there are is for the caller to bound.
 */
public final class StrictJson {
    /** Limits for everything that is read as a tree, JSON or YAML. */
    public static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(32)
            .maxNumberLength(40)
            .maxNameLength(200)
            .maxStringLength(100_000)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(CONSTRAINTS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // Prices and rates are decimals: none of them passes through a double.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private StrictJson() {}

    /**
     * Reads an object.
     *
     * @param subject what the bytes are called in a message, such as {@code the body} or {@code the file}
     * @throws NotJson if they are none
     */
    public static ObjectNode object(String subject, byte[] bytes) {
        if (tree(subject, bytes) instanceof ObjectNode object) {
            return object;
        }
        throw new NotJson(subject, "is not a JSON object", "", "");
    }

    /** Reads any value. UTF-8 and nothing else: Jackson would guess other encodings from the first bytes. */
    public static JsonNode tree(String subject, byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return MAPPER.readTree(text);
        } catch (CharacterCodingException e) {
            throw new NotJson(subject, "is not UTF-8", "", "");
        } catch (JsonProcessingException e) {
            throw new NotJson(subject, "is not JSON that is accepted here", place(e), firstLine(e));
        } catch (NumberFormatException e) {
            // Jackson lets this one through for an exponent that is no int.
            throw new NotJson(subject, "has a number that is too large or too small", "", "");
        }
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : "line %d, column %d"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    private static String firstLine(JsonProcessingException e) {
        String line = e.getOriginalMessage().lines().findFirst().orElse("");
        return line.length() > 200 ? line.substring(0, 200) : line;
    }
}
