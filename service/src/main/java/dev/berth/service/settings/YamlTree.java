package dev.berth.service.settings;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.berth.workflow.json.Fault;
import dev.berth.workflow.json.Invalid;
import dev.berth.workflow.json.StrictJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML file with an object of settings, as a tree. */
public final class YamlTree {
    private YamlTree() {}

    /**
     * Reads the text of a file.
     *
     * @param file its name, for messages
     * @throws Invalid if it is no YAML, or no object
     */
    public static JsonNode of(String file, String yaml) {
        JsonNode tree;
        try {
            tree = YAMLMapper.builder(YAMLFactory.builder()
                            .streamReadConstraints(StrictJson.CONSTRAINTS)
                            .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build()
                    .readTree(yaml);
        } catch (NumberFormatException e) {
            // Jackson lets this one through for an exponent that is no int.
            throw new Invalid(List.of(new Fault(file, "", "has numbers that are too large or too small")));
        } catch (JsonProcessingException e) {
            throw new Invalid(
                    List.of(new Fault(place(file, e.getLocation()), "", "is not valid YAML: " + firstLine(e))));
        }
        if (!(tree instanceof ObjectNode)) {
            throw new Invalid(List.of(new Fault(file, "", "must be an object of settings")));
        }
        return tree;
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
