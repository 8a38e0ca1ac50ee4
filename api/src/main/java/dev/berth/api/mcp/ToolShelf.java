package dev.berth.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Tools as assistants see them: what each is for and which arguments it takes, as written in {@code tools.json}. */
final class ToolShelf {
    private final ArrayNode all;
    private final Map<String, JsonNode> byName = new LinkedHashMap<>();

    private ToolShelf(ArrayNode all) {
        this.all = all;
        all.forEach(tool -> byName.put(tool.path("name").asText(), tool));
    }

    static ToolShelf load() {
        try (InputStream in = Objects.requireNonNull(ToolShelf.class.getResourceAsStream("tools.json"))) {
            ObjectNode file = Json.read(in.readAllBytes());
            ObjectNode job = (ObjectNode) file.path("job");
            ArrayNode tools = (ArrayNode) file.path("tools");
            for (JsonNode tool : tools) {
                if (tool instanceof ObjectNode one && one.path("takesJob").asBoolean()) {
                    // The fields of a job are written once.
                    ((ObjectNode) one.path("inputSchema").path("properties")).setAll(job);
                    one.remove("takesJob");
                }
            }
            return new ToolShelf(tools);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ArrayNode all() {
        return all;
    }

    boolean has(String tool) {
        return byName.containsKey(tool);
    }

    /** Arguments that the tool does not take. */
    List<String> unknown(String tool, ObjectNode arguments) {
        List<String> unknown = new ArrayList<>();
        JsonNode known =
                Objects.requireNonNull(byName.get(tool)).path("inputSchema").path("properties");
        arguments.fieldNames().forEachRemaining(name -> {
            if (!known.has(name)) {
                unknown.add(name);
            }
        });
        return unknown;
    }
}
