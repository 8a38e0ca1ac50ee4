package dev.berth.workflow.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.berth.engine.model.Decimals;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Cancelled;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** Walks through JSON without keeping it: large files are read as they come. Stands on the value to be read. */
final class JsonCursor implements Closeable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Decimals.LONGEST)
                    .maxNestingDepth(100)
                    .maxNameLength(10_000)
                    .maxStringLength(1 << 20)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Reads, or skips, the value of a field. */
    @FunctionalInterface
    interface Field {
        void read(String name) throws IOException;
    }

    /** Reads, or skips, an item of a list. */
    @FunctionalInterface
    interface Item {
        void read() throws IOException;
    }

    private final JsonParser parser;

    private JsonCursor(JsonParser parser) {
        this.parser = parser;
    }

    static JsonCursor of(InputStream in) throws IOException {
        JsonParser parser = FACTORY.createParser(in);
        parser.nextToken();
        return new JsonCursor(parser);
    }

    boolean isObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    boolean isText() {
        return parser.hasToken(JsonToken.VALUE_STRING);
    }

    void object(String what, Field each) throws IOException {
        expect(JsonToken.START_OBJECT, what, "an object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Cancelled.check();
            String name = parser.currentName();
            parser.nextToken();
            each.read(name);
        }
    }

    void list(String what, Item each) throws IOException {
        expect(JsonToken.START_ARRAY, what, "a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Cancelled.check();
            each.read();
        }
    }

    /** A text that is not blank. */
    String text(String what) throws IOException {
        expect(JsonToken.VALUE_STRING, what, "a text");
        if (parser.getText().isBlank()) {
            throw notA(what, "a text that is not blank");
        }
        return parser.getText();
    }

    /** Any text, also a blank one, as an argument of a command may be. */
    String anyText(String what) throws IOException {
        expect(JsonToken.VALUE_STRING, what, "a text");
        return parser.getText();
    }

    long quantity(String what, Quantity quantity) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw notA(what, quantity.rule());
        }
        Long value = quantity.of(parser.getText());
        if (value == null) {
            throw notA(what, quantity.rule());
        }
        return value;
    }

    /** A number as it is written. */
    String number(String what, String rule) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw notA(what, rule);
        }
        return parser.getText();
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    /** Nothing may follow. */
    void end() throws IOException {
        if (parser.nextToken() != null) {
            throw WorkflowDraft.bad(place(), "something follows the end of the JSON; a file holds one object");
        }
    }

    private void expect(JsonToken token, String what, String rule) throws IOException {
        if (!parser.hasToken(token)) {
            throw notA(what, rule);
        }
    }

    BadWorkflow notA(String what, String rule) throws IOException {
        String found = parser.hasToken(JsonToken.START_ARRAY)
                ? "a list"
                : parser.hasToken(JsonToken.START_OBJECT) ? "an object" : parser.getText();
        return WorkflowDraft.notA(place(), what, found, rule);
    }

    long place() {
        JsonLocation location = parser.currentTokenLocation();
        return FilePosition.of(location.getLineNr(), location.getColumnNr());
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
