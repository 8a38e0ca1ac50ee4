package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** True or false. */
final class Flag implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        out.writeBoolean((Boolean) value);
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        if (!node.isBoolean()) {
            throw new Malformed(place, "true or false is expected, not " + Form.what(node));
        }
        return node.booleanValue();
    }
}
