package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The rules of the linter {@code spectral:oas} that openapi.yaml has broken, and what generators of clients need. */
class DocumentTest {
    private final JsonNode document = new Contract().document();

    private void operations(BiConsumer<String, JsonNode> each) {
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                if (!method.getKey().equals("parameters")) {
                    each.accept(method.getKey() + " " + path.getKey(), method.getValue());
                }
            }
        }
    }

    @Test
    void operations_areDescribed_andNamedOnce() {
        Set<String> ids = new TreeSet<>();
        operations((name, operation) -> {
            assertThat(operation.path("description").asText()).as(name).isNotBlank();
            assertThat(operation.path("summary").asText()).as(name).isNotBlank();
            assertThat(operation.path("tags")).as(name).hasSize(1);
            assertThat(ids.add(operation.path("operationId").asText()))
                    .as("operationId of " + name)
                    .isTrue();
        });
        assertThat(ids).hasSizeGreaterThan(50).doesNotContain("");
        assertThat(document.at("/info/contact").isObject()).isTrue();
    }

    @Test
    void components_areAllUsed_andAllThere() {
        Set<String> used = new TreeSet<>();
        for (JsonNode reference : document.findValues("$ref")) {
            String place = reference.textValue().substring(1);
            assertThat(document.at(place).isMissingNode()).as(place).isFalse();
            used.add(place);
        }
        document.get("components")
                .properties()
                .forEach(kind -> kind.getValue().fieldNames().forEachRemaining(name -> {
                    if (!kind.getKey().equals("securitySchemes")) {
                        assertThat(used).contains("/components/" + kind.getKey() + "/" + name);
                    }
                }));
    }

    /**
     * A generated class has its fields only if the schema is a plain object: openapi-generator takes {@code
     * additionalProperties: false} for a map, and cannot tell the schemas of a {@code oneOf} from each other.
     */
    @Test
    void answers_arePlainObjects() {
        List<String> wrong = new ArrayList<>();
        visit("", document, wrong);
        assertThat(wrong).isEmpty();
        operations((name, operation) -> operation.get("responses").properties().forEach(status -> {
            JsonNode schema = status.getValue().at("/content/application~1json/schema");
            assertThat(schema.has("oneOf") || schema.has("anyOf") || schema.has("allOf"))
                    .as(name + " " + status.getKey())
                    .isFalse();
        }));
    }

    private static void visit(String place, JsonNode node, List<String> wrong) {
        if (node.path("additionalProperties").isBoolean()) {
            wrong.add(place + ": use unevaluatedProperties: false");
        }
        if (node.path("enum").isArray() && !node.has("type") && !place.endsWith("/if/properties/state")) {
            wrong.add(place + ": an enum has a type");
        }
        node.properties().forEach(field -> visit(place + "/" + field.getKey(), field.getValue(), wrong));
        for (int i = 0; i < node.size() && node.isArray(); i++) {
            visit(place + "/" + i, node.get(i), wrong);
        }
    }

    /** Schema Booked lists the fields of all three kinds it may be, so that a generated class has them. */
    @Test
    void booked_hasTheFieldsOfAllItMayBe() {
        Set<String> all = new TreeSet<>();
        for (String name : List.of("Reservation", "Series", "QueuedRequest")) {
            schema(name).get("properties").fieldNames().forEachRemaining(all::add);
        }
        Set<String> listed = new TreeSet<>();
        schema("Booked").get("properties").fieldNames().forEachRemaining(listed::add);
        assertThat(listed).isEqualTo(all);
        Set<String> states = new TreeSet<>();
        schema("State").get("enum").forEach(state -> states.add(state.textValue()));
        schema("QueuedRequest").at("/properties/state/enum").forEach(state -> states.add(state.textValue()));
        Set<String> listedStates = new TreeSet<>();
        schema("Booked").at("/properties/state/enum").forEach(state -> listedStates.add(state.textValue()));
        assertThat(listedStates).isEqualTo(states);
    }

    private JsonNode schema(String name) {
        return document.at("/components/schemas/" + name);
    }
}
