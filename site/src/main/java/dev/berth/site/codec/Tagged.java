package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** One of the records of a sealed interface: an object whose {@code type} is the record's durable tag. */
final class Tagged implements Form {
    static final String TAG = "type";

    private final Map<String, Components> byName = new TreeMap<>();
    private final Map<Class<?>, Components> byClass = new HashMap<>();

    Tagged(Class<?> sealed) {
        collect(sealed);
    }

    private void collect(Class<?> sealed) {
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                collect(permitted);
                continue;
            }
            Components components = new Components(permitted);
            if (components.has(TAG) || byName.put(components.tag(), components) != null) {
                throw new IllegalArgumentException("its tag would not be clear: " + permitted);
            }
            byClass.put(permitted, components);
        }
    }

    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        Components components = byClass.get(value.getClass());
        if (components == null) {
            throw new IllegalArgumentException("none of " + byName.keySet() + ": " + value.getClass());
        }
        out.writeStartObject();
        out.writeStringField(TAG, components.tag());
        components.writeComponents(out, value);
        out.writeEndObject();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        if (!node.isObject()) {
            throw new Malformed(place, "an object is expected, not " + Form.what(node));
        }
        JsonNode tag = node.get(TAG);
        if (tag == null || !tag.isTextual()) {
            throw new Malformed(place.at(TAG), "a text that names the type is expected: one of " + byName.keySet());
        }
        Components components = byName.get(tag.textValue());
        if (components == null) {
            throw new Malformed(
                    place.at(TAG),
                    "unknown type \"" + Form.shortened(tag.textValue()) + "\"; the types are " + byName.keySet());
        }
        return components.read(node, place, true);
    }
}
