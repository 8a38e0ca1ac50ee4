package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds every response against openapi.yaml. */
public final class Contract {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CODE = Pattern.compile("`([a-z-]+)`");

    private final JsonNode document;
    private final JsonSchemaFactory factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private final Map<String, JsonSchema> schemas = new ConcurrentHashMap<>();
    private final Map<String, Integer> codes;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    public Contract() {
        try (InputStream in = Contract.class.getResourceAsStream("/openapi.yaml")) {
            document = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        codes = codes();
    }

    JsonNode document() {
        return document;
    }

    /** Every operation as {@code "POST /offers"}. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (!method.getKey().equals("parameters")) {
                        operations.add(method.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return operations;
    }

    /** Operations with status, such as {@code "POST /offers 200"}, that were answered so far. */
    Set<String> seen() {
        return new TreeSet<>(seen);
    }

    public void check(String method, String path, HttpResponse<String> response) {
        String plain = path.replaceAll("\\?.*", "");
        for (Map.Entry<String, JsonNode> each : document.get("paths").properties()) {
            String pattern = each.getKey().replace(".", "\\.").replaceAll("\\{[a-z]+\\}", "[^/]+");
            JsonNode operation = each.getValue().get(method.toLowerCase(java.util.Locale.ROOT));
            if (plain.matches(pattern) && operation != null) {
                check(method + " " + each.getKey(), operation, response);
                return;
            }
        }
        assertThat(response.statusCode()).as(method + " " + path).isIn(400, 404, 405);
        problem(response);
    }

    private void check(String name, JsonNode operation, HttpResponse<String> response) {
        String status = Integer.toString(response.statusCode());
        String context = name + " " + status + " " + response.body();
        JsonNode answer = resolved(operation.path("responses").path(status));
        if (answer.isMissingNode() && response.statusCode() == 400) {
            problem(response);
            return;
        }
        assertThat(answer.isMissingNode()).as("not documented: " + context).isFalse();
        seen.add(name + " " + status);
        JsonNode content = answer.path("content");
        if (content.isMissingNode()) {
            assertThat(response.body()).as(context).isEmpty();
            return;
        }
        String type = response.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        assertThat(content.has(type)).as("type " + type + " of " + context).isTrue();
        if (type.endsWith("json")) {
            valid(content.get(type).get("schema"), response.body(), context);
        }
        if (type.equals("application/problem+json")) {
            known(response);
        }
        answer.path("headers").fieldNames().forEachRemaining(header -> {
            boolean none =
                    response.body().contains("\"series\"") || response.body().contains("dryRun\":true");
            if (!header.equals("ETag") || !none) {
                assertThat(response.headers().firstValue(header))
                        .as(header + " of " + context)
                        .isPresent();
            }
        });
    }

    private void problem(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        valid(reference("Problem"), response.body(), response.body());
        known(response);
    }

    private void known(HttpResponse<String> response) {
        try {
            String code = JSON.readTree(response.body()).path("code").asText();
            assertThat(codes).as(response.body()).containsEntry(code, response.statusCode());
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + response.body(), e);
        }
    }

    /** The codes of problems with their statuses, from the list that describes them. */
    Map<String, Integer> codes() {
        String list = document.at("/components/schemas/Problem/properties/code/description")
                .textValue();
        Map<String, Integer> found = new TreeMap<>();
        for (String item : list.split("(?m)^- ", -1)) {
            Matcher code = CODE.matcher(item);
            while (code.find()) {
                int status = Integer.parseInt(item.substring(0, 3));
                assertThat(found.put(code.group(1), status)).as(code.group(1)).isNull();
            }
        }
        return found;
    }

    public void event(String json) {
        valid(reference("Event"), json, json);
    }

    private static JsonNode reference(String schema) {
        return JSON.createObjectNode().put("$ref", "#/components/schemas/" + schema);
    }

    private void valid(JsonNode schema, String body, String context) {
        JsonSchema compiled = schemas.computeIfAbsent(schema.toString(), text -> {
            ObjectNode root = JSON.createObjectNode();
            root.putArray("allOf").add(schema);
            root.set("components", document.get("components"));
            return factory.getSchema(root);
        });
        try {
            assertThat(compiled.validate(JSON.readTree(body))).as(context).isEmpty();
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + context, e);
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").textValue().substring(1)) : node;
    }
}
