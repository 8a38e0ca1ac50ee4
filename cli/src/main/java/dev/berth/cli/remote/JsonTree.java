package dev.berth.cli.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/**
 * JSON that goes to a service and comes from it, as trees. Jackson's object mapper takes a tenth of a second until it has
 * read its first tree; a command has no more than that, and needs no mapping of objects.
 */
public final class JsonTree {
    private static final JsonFactory JSON = new JsonFactory();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonTree() {}

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    /** The value that a text begins with; an empty object if there is none. */
    public static JsonNode read(String text) throws IOException {
        try (JsonParser parser = JSON.createParser(text)) {
            return parser.nextToken() == null ? object() : value(parser);
        }
    }

    private static JsonNode value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                ObjectNode object = object();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    parser.nextToken();
                    object.set(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                ArrayNode array = array();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> number(parser);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(new BigDecimal(parser.getText()));
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> NODES.nullNode();
        };
    }

    private static JsonNode number(JsonParser parser) throws IOException {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? NODES.numberNode(parser.getBigIntegerValue())
                : NODES.numberNode(parser.getLongValue());
    }

    /** On one line, for the service. */
    public static String compact(JsonNode tree) {
        return written(tree, false);
    }

    /** On many lines, for people. */
    public static String pretty(JsonNode tree) {
        return written(tree, true);
    }

    private static String written(JsonNode tree, boolean isPretty) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            if (isPretty) {
                out.setPrettyPrinter(new DefaultPrettyPrinter());
            }
            write(tree, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonNode node, JsonGenerator out) throws IOException {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                for (var field : node.properties()) {
                    out.writeFieldName(field.getKey());
                    write(field.getValue(), out);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (JsonNode each : node) {
                    write(each, out);
                }
                out.writeEndArray();
            }
            case STRING -> out.writeString(node.textValue());
            case NUMBER -> out.writeNumber(node.asText());
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            default -> out.writeNull();
        }
    }
}
