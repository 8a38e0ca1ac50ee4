package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Devices;
import java.io.IOException;

/** Devices as an array with the bits of each server, in the order of the servers. */
final class DeviceBits implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        Devices devices = (Devices) value;
        out.writeStartArray();
        for (int i = 0; i < devices.servers(); i++) {
            out.writeNumber(devices.bits(i));
        }
        out.writeEndArray();
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        long[] bits = new long[Elements.array(node, place).size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (Long) Forms.of(long.class).read(node.get(i), place.at(Integer.toString(i)));
        }
        return Devices.of(bits);
    }
}
