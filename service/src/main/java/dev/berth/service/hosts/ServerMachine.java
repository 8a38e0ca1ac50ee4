package dev.berth.service.hosts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import dev.berth.wire.NamedServer;
import java.util.List;
import java.util.Optional;

/**
 * Machine behind a server of a pool.
 *
 * @param number the book's number of the server, which never changes
 */
public record ServerMachine(int number, String name, Optional<String> host, Optional<String> device) {
    static ServerMachine of(int number, NamedServer server) {
        return new ServerMachine(number, server.name(), server.host(), server.device());
    }

    boolean is(NamedServer server) {
        return equals(of(number, server));
    }

    public ObjectNode json() {
        ObjectNode node = Json.object().put("number", number).put("name", name);
        host.ifPresent(value -> node.put("host", value));
        device.ifPresent(value -> node.put("device", value));
        return node;
    }

    public static ArrayNode json(List<ServerMachine> machines) {
        ArrayNode array = Json.array();
        machines.forEach(each -> array.add(each.json()));
        return array;
    }
}
