package dev.berth.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.words.PartWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts that each server of a pool has: {@code {"gpu": 8, "cores": 96, "memory": "384g"}}, or in full
 * {@code {"gpu": {"count": 8, "shares": 1000, "memory": "80g"}}}. Cards and kinds of MIG devices ({@code gpu}, {@code gpu-...}) are
 * numbered devices, all others are amounts, unless {@code devices} says otherwise.
 */
public final class PartsJson {
    private static final int MOST = 16;
    private static final String RULE =
            "must be a whole number, a size of memory such as \"384g\", or an object with count, devices, shares and memory";

    private PartsJson() {}

    /** The parts; none if nothing is said, and as a stand-in for wrong ones. */
    public static Parts read(Fields fields) {
        Fields inner = fields.object("parts");
        if (inner == null) {
            return Parts.NONE;
        }
        List<String> names = inner.fieldNames();
        if (names.size() > MOST) {
            fields.fault("parts", "must be an object of at most " + MOST + " parts");
            return Parts.NONE;
        }
        List<Part> parts = new ArrayList<>();
        for (String name : names) {
            Part part = inner.isObject(name) ? inFull(name, inner) : plain(name, inner);
            if (part != null) {
                parts.add(part);
            }
        }
        Parts all = fields.build(() -> new Parts(parts));
        return all == null ? Parts.NONE : all;
    }

    /** Whether a part has numbered devices if nothing is said about that. */
    public static boolean isDevice(String part) {
        return part.equals(PartWords.GPU) || part.startsWith(PartWords.GPU + "-");
    }

    private static @Nullable Part plain(String name, Fields parts) {
        return parts.value(name, RULE, value -> {
            Long count = count(name, value);
            return count == null ? null : new Part(name, count, isDevice(name), false, 0);
        });
    }

    private static @Nullable Part inFull(String name, Fields parts) {
        Fields fields = Objects.requireNonNull(parts.object(name));
        fields.require("count");
        Long count = fields.value("count", "must be a whole number", node -> count(name, node));
        boolean devices = fields.has("devices") ? fields.flag("devices") : isDevice(name);
        Integer shares = fields.value(
                "shares", "must be " + Share.WHOLE, node -> node.asInt() == Share.WHOLE ? (Integer) Share.WHOLE : null);
        Long memory = fields.value("memory", "must be a size such as \"80g\"", SliceJson::memory);
        fields.closed();
        return fields.build(
                () -> new Part(name, count == null ? 1 : count, devices, shares != null, memory == null ? 0 : memory));
    }

    private static @Nullable Long count(String name, JsonNode value) {
        return name.equals(PartWords.MEMORY) ? SliceJson.memory(value) : SliceJson.whole(value);
    }

    /** The parts of a pool for an answer, in their order. */
    public static ArrayNode write(Parts parts) {
        ArrayNode node = Json.array();
        parts.all().forEach(part -> {
            ObjectNode each = node.addObject()
                    .put("name", part.name())
                    .put("count", part.count())
                    .put("devices", part.numbered());
            if (part.shared()) {
                each.put("shares", Share.WHOLE);
            }
            if (part.memory() > 0) {
                each.put("memory", part.memory());
            }
        });
        return node;
    }
}
