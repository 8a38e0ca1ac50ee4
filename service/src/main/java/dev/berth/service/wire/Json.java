package dev.berth.service.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON as bytes and as a tree. What is read comes from strangers: it is bounded in every direction. */
public final class Json {
    /** Of anything that is read as a tree, JSON or YAML. */
    public static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(32)
            .maxNumberLength(40)
            .maxNameLength(200)
            .maxStringLength(100_000)
            .build();

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(CONSTRAINTS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes something large piece by piece. */
    public interface Document {
        void to(JsonGenerator out) throws IOException;
    }

    /** The bytes of what is too large to be a tree first: a tree takes ten times as much memory, all at once. */
    public static byte[] bytes(Document document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            document.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads UTF-8 and nothing else: Jackson would guess other encodings from the first bytes. */
    public static JsonNode read(byte[] bytes) {
        JsonNode node;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            node = MAPPER.readTree(text);
        } catch (CharacterCodingException e) {
            throw new NotJson("the body is not UTF-8");
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " at line %d, column %d"
                            .formatted(
                                    e.getLocation().getLineNr(), e.getLocation().getColumnNr());
            throw new NotJson("the body is not JSON that is accepted here" + where + ": " + firstLine(e));
        }
        if (!(node instanceof ObjectNode)) {
            throw new NotJson("the body is not a JSON object");
        }
        return node;
    }

    private static String firstLine(JsonProcessingException e) {
        String line = e.getOriginalMessage().lines().findFirst().orElse("");
        return line.length() > 200 ? line.substring(0, 200) : line;
    }
}
