package dev.berth.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;

/** JSON of the API as bytes and as a tree. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

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

    /** The bytes for a reader in a time zone: the sentences have their times in it. */
    public static byte[] bytes(JsonNode node, ZoneId zone) {
        try {
            return MAPPER.writer().withAttribute(PhraseJson.ZONE, zone).writeValueAsBytes(node);
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

    /** Reads the body of a request, which is an object. */
    public static ObjectNode read(byte[] bytes) {
        return StrictJson.object("the body", bytes);
    }

    /** An object changed by a merge patch (RFC 7396): what is absent stays, and null removes. */
    public static ObjectNode merged(ObjectNode target, JsonNode patch) {
        ObjectNode result = target.deepCopy();
        patch.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                result.remove(field.getKey());
            } else if (value.isObject()) {
                ObjectNode within = result.get(field.getKey()) instanceof ObjectNode object ? object : object();
                result.set(field.getKey(), merged(within, value));
            } else {
                result.set(field.getKey(), value);
            }
        });
        return result;
    }
}
