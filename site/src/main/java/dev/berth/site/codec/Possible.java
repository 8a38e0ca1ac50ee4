package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;

/** A value that may be missing: as a component of a record it is left out. */
record Possible(Form form) implements Form {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        form.write(out, ((Optional<?>) value).orElseThrow());
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        return Optional.of(form.read(node, place));
    }
}
