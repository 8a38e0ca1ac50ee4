package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** How values of one type look in JSON. */
interface Form {
    void write(JsonGenerator out, Object value) throws IOException;

    /** The inverse of {@link #write}; throws {@link Malformed} at anything that it would not have written. */
    Object read(JsonNode node, DocumentPlace place);

    /** Description of a node by its kind of JSON, for messages. */
    static String what(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a text";
            case NUMBER -> "the number " + shortened(node.asText());
            case BOOLEAN -> node.asText();
            case NULL -> "null";
            default -> "nothing";
        };
    }

    /** Text from outside, shortened to fit into a message. */
    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
