package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A list, or a set, as an array. A set is written in the order of its elements' texts: equal sets, equal bytes. */
record Elements(Form element, boolean isSet) implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        List<Object> elements = new ArrayList<>((Collection<?>) value);
        if (isSet) {
            elements.sort((a, b) -> a.toString().compareTo(b.toString()));
        }
        out.writeStartArray();
        for (Object each : elements) {
            element.write(out, each);
        }
        out.writeEndArray();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        List<Object> elements = new ArrayList<>(array(node, place).size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(element.read(node.get(i), place.at(Integer.toString(i))));
        }
        if (!isSet) {
            return List.copyOf(elements);
        }
        Set<Object> set = new LinkedHashSet<>(elements);
        if (set.size() < elements.size()) {
            throw new Malformed(place, "something is in it twice");
        }
        return Collections.unmodifiableSet(set);
    }

    static JsonNode array(JsonNode node, DocumentPlace place) {
        if (!node.isArray()) {
            throw new Malformed(place, "an array is expected, not " + Form.what(node));
        }
        return node;
    }
}
