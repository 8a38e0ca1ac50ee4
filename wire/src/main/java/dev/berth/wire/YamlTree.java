package dev.berth.wire;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML file with an object of settings, as a tree. */
public final class YamlTree {
    private YamlTree() {}

    /**
     * Reads the text of a file.
     *
     * @param file its name, for messages
     * @throws Invalid if it is no YAML, no object, or gives a key twice
     */
    public static JsonNode of(String file, String yaml) {
        return read(file, yaml).tree();
    }

    /** A file as a tree, and the lines of its keys for messages about it. */
    public record Located(JsonNode tree, YamlLines lines) {}

    /** The same with its lines. */
    public static Located read(String file, String yaml) {
        JsonNode tree;
        YamlLines lines;
        YAMLMapper mapper = YAMLMapper.builder(YAMLFactory.builder()
                        .streamReadConstraints(StrictJson.CONSTRAINTS)
                        .build())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        try (JsonParser parser = mapper.createParser(yaml)) {
            lines = YamlLines.read(file, parser);
            tree = mapper.readTree(yaml);
        } catch (NumberFormatException e) {
            // Jackson lets this one through for an exponent that is no int.
            throw new Invalid(List.of(new Fault(file, "", "has numbers that are too large or too small")));
        } catch (JsonProcessingException e) {
            throw new Invalid(
                    List.of(new Fault(place(file, e.getLocation()), "", "is not valid YAML: " + firstLine(e))));
        } catch (IOException e) {
            throw new UncheckedIOException("a text is read from memory", e);
        }
        if (!(tree instanceof ObjectNode)) {
            throw new Invalid(List.of(new Fault(file, "", "must be an object of settings")));
        }
        return new Located(tree, lines);
    }

    private static String place(String file, @Nullable JsonLocation location) {
        return location == null
                ? file
                : "%s, line %d, column %d,".formatted(file, location.getLineNr(), location.getColumnNr());
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("");
    }
}
