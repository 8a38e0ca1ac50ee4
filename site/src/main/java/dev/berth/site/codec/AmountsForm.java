package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.BadValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Amounts by name as an object. */
final class AmountsForm implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        Amounts amounts = (Amounts) value;
        out.writeStartObject();
        for (int i = 0; i < amounts.size(); i++) {
            out.writeNumberField(amounts.name(i), amounts.number(i));
        }
        out.writeEndObject();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        if (!node.isObject()) {
            throw new Malformed(place, "an object is expected, not " + Form.what(node));
        }
        Map<String, Long> byName = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String name = Form.shortened(field.getKey());
            byName.put(field.getKey(), (Long) Forms.of(long.class).read(field.getValue(), place.at(name)));
        }
        try {
            return Amounts.of(byName);
        } catch (BadValue e) {
            throw Malformed.because(place, e);
        }
    }
}
