package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A map as an object. One without an order of its own is written in that of its keys' texts: equal maps, equal bytes. */
record Entries(Plain key, Form value, boolean isNavigable) implements Form {
    @Override
    public void write(JsonGenerator out, Object map) throws IOException {
        Map<String, Object> byText = isNavigable ? new LinkedHashMap<>() : new TreeMap<>();
        ((Map<?, ?>) map).forEach((k, v) -> byText.put(key.key(k), v));
        out.writeStartObject();
        for (Map.Entry<String, Object> entry : byText.entrySet()) {
            out.writeFieldName(entry.getKey());
            value.write(out, entry.getValue());
        }
        out.writeEndObject();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        if (!node.isObject()) {
            throw new Malformed(place, "an object is expected, not " + Form.what(node));
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            DocumentPlace at = place.at(entry.getKey());
            map.put(key.fromKey(entry.getKey(), at), value.read(entry.getValue(), at));
        }
        return isNavigable
                ? Collections.unmodifiableNavigableMap(new TreeMap<>(map))
                : Collections.unmodifiableMap(map);
    }
}
