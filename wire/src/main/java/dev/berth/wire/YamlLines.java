package dev.berth.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Line numbers of the keys in a YAML file, by place such as {@code pools[0].name}. A tree keeps only the last of two
 * equal keys, so duplicates must be found before the tree is built.
 */
public final class YamlLines {
    private static final int MOST_FAULTS = 100;

    private final Map<String, Integer> lines = new HashMap<>();

    private YamlLines() {}

    /**
     * Reads a file to its end.
     *
     * @param file its name, for messages
     * @throws Invalid if a key is given twice, or if there is a second document, which no reader would see
     */
    static YamlLines read(String file, JsonParser parser) throws IOException {
        YamlLines read = new YamlLines();
        List<Fault> faults = new ArrayList<>();
        int depth = 0;
        boolean isOver = false;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            int line = parser.currentTokenLocation().getLineNr();
            if (isOver) {
                faults.add(new Fault(
                        "%s, line %d,".formatted(file, line),
                        "",
                        "begins a second document; remove the line --- before it, so that all settings are in one"));
                break;
            }
            if (token == JsonToken.FIELD_NAME) {
                String place = place(parser.getParsingContext());
                Integer before = read.lines.putIfAbsent(place, line);
                if (before != null) {
                    // What is below the second is not compared with what is below the first.
                    read.lines.keySet().removeIf(each -> each.startsWith(place + ".") || each.startsWith(place + "["));
                    faults.add(new Fault(
                            "%s, line %d,".formatted(file, line),
                            "",
                            "has %s again, which is already in line %d; give it once, with all that belongs to it"
                                    .formatted(place, before)));
                }
            }
            if (faults.size() == MOST_FAULTS) {
                break;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            isOver = depth == 0;
        }
        if (!faults.isEmpty()) {
            throw new Invalid(faults);
        }
        return read;
    }

    private static String place(JsonStreamContext context) {
        JsonStreamContext outer = context.getParent();
        String own = context.inArray()
                ? "[" + context.getCurrentIndex() + "]"
                : context.inObject() ? (outer.inRoot() ? "" : ".") + context.getCurrentName() : "";
        return outer == null ? own : place(outer) + own;
    }

    /** The line of a key; 0 if it is not in the file. */
    public int of(String place) {
        return lines.getOrDefault(place, 0);
    }
}
