package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.ServerSet;
import java.io.IOException;

/** Server numbers as an array. */
final class Servers implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        ServerSet servers = (ServerSet) value;
        out.writeStartArray();
        for (int i = 0; i < servers.size(); i++) {
            out.writeNumber(servers.get(i));
        }
        out.writeEndArray();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        int[] numbers = new int[Elements.array(node, place).size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (Integer) Forms.of(int.class).read(node.get(i), place.at(Integer.toString(i)));
        }
        try {
            return ServerSet.of(numbers);
        } catch (BadValue e) {
            throw Malformed.because(place, e);
        }
    }
}
