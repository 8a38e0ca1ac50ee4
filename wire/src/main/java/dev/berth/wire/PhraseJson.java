package dev.berth.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.berth.words.Phrase;
import java.io.IOException;
import java.time.ZoneId;

/** Sentence in a tree of JSON, which becomes text when the tree is written, for the zone of its reader. */
public final class PhraseJson {
    /** Attribute of a writer: the zone of the reader. Without it times are written in UTC, as all other times of the API. */
    static final Object ZONE = PhraseJson.class;

    private PhraseJson() {}

    private record Written(Phrase phrase) implements JsonSerializable {
        @Override
        public void serialize(JsonGenerator out, SerializerProvider writer) throws IOException {
            out.writeString(writer.getAttribute(ZONE) instanceof ZoneId zone ? phrase.in(zone) : phrase.toString());
        }

        @Override
        public void serializeWithType(JsonGenerator out, SerializerProvider writer, TypeSerializer type)
                throws IOException {
            serialize(out, writer);
        }

        /** Text that code reading the tree gets for this node. */
        @Override
        public String toString() {
            return phrase.toString();
        }
    }

    public static JsonNode of(Phrase phrase) {
        return phrase.isPlain()
                ? JsonNodeFactory.instance.textNode(phrase.toString())
                : JsonNodeFactory.instance.pojoNode(new Written(phrase));
    }
}
