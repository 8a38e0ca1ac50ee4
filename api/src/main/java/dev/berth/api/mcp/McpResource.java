package dev.berth.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Api;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.service.account.Role;
import dev.berth.wire.Json;
import dev.berth.wire.json.NotJson;
import dev.berth.words.build.Build;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * {@code /mcp}: the Model Context Protocol over streamable HTTP, without sessions and without streams of its own. Each message is
 * answered by one JSON object.
 *
 * <p>A tool sends requests to the API as its user would: with the same token, through the same gate. So nothing is allowed here that is not
 * allowed there.
 */
public final class McpResource {
    /** Versions of the protocol that this answers, newest first. They do not differ in what is used here. */
    private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18");

    private static final int MALFORMED = -32700;
    private static final int NO_REQUEST = -32600;
    private static final int NO_METHOD = -32601;
    private static final int WRONG_PARAMETERS = -32602;

    private static final String INSTRUCTIONS =
            "Berth books servers ahead of time. Ask for offers before you book, tell the user the price, and book only what the user wants."
                    + " A refusal has the reason and offers that can be booked. Times are ISO-8601 instants, durations such as PT2H.";

    private final Function<Api.Request, Answer> api;
    private final ToolShelf shelf = ToolShelf.load();

    /** @param api answers the requests of the tools */
    public McpResource(Function<Api.Request, Answer> api) {
        this.api = api;
    }

    public List<Endpoint> endpoints() {
        // The instance that was asked answers; what a tool sends goes to the leader if it has to.
        return List.of(new Endpoint("POST", "/mcp", Role.VIEWER, this::answer)
                .alsoWhenFull()
                .here());
    }

    private Answer answer(Call call) {
        String version = call.header("MCP-Protocol-Version").orElse(VERSIONS.getFirst());
        if (!VERSIONS.contains(version)) {
            return failure(
                    400,
                    Json.object().nullNode(),
                    NO_REQUEST,
                    "MCP-Protocol-Version: \"%s\" is not supported; use %s"
                            .formatted(version, String.join(" or ", VERSIONS)));
        }
        ObjectNode message;
        try {
            message = Json.read(call.content().get());
        } catch (NotJson e) {
            return failure(400, Json.object().nullNode(), MALFORMED, "The body must be one JSON object");
        }
        JsonNode id = message.path("id");
        if (!message.path("jsonrpc").asText().equals("2.0")
                || !message.path("method").isTextual()
                || !(id.isMissingNode() || id.isTextual() || id.isIntegralNumber())) {
            return failure(
                    400,
                    Json.object().nullNode(),
                    NO_REQUEST,
                    "The body must be a request or a notification of JSON-RPC 2.0");
        }
        // A notification wants no answer, and none changes anything here.
        return id.isMissingNode() ? new Answer(202, "", Answer::none, Map.of(), null) : called(call, message);
    }

    private Answer called(Call call, ObjectNode message) {
        JsonNode id = message.path("id");
        JsonNode parameters = message.path("params");
        return switch (message.path("method").asText()) {
            case "initialize" ->
                result(id, introduction(parameters.path("protocolVersion").asText()));
            case "ping" -> result(id, Json.object());
            case "tools/list" -> {
                ObjectNode list = Json.object();
                list.set("tools", shelf.all());
                yield result(id, list);
            }
            case "tools/call" -> {
                String tool = parameters.path("name").asText();
                if (!shelf.has(tool)) {
                    yield failure(
                            200, id, WRONG_PARAMETERS, "Unknown tool \"%s\"; tools/list names them".formatted(tool));
                }
                ObjectNode arguments =
                        parameters.path("arguments") instanceof ObjectNode given ? given.deepCopy() : Json.object();
                yield result(id, used(call, tool, arguments).json());
            }
            default ->
                failure(
                        200,
                        id,
                        NO_METHOD,
                        "Unknown method \"%s\"".formatted(message.path("method").asText()));
        };
    }

    private ToolResult used(Call call, String tool, ObjectNode arguments) {
        List<String> unknown = shelf.unknown(tool, arguments);
        return unknown.isEmpty()
                ? new BookingTools(new InnerRequests(call, api)).use(tool, arguments)
                : ToolResult.wrong("Tool %s does not have: %s; tools/list has its arguments"
                        .formatted(tool, String.join(", ", unknown)));
    }

    private static ObjectNode introduction(String wanted) {
        ObjectNode result = Json.object();
        result.put("protocolVersion", VERSIONS.contains(wanted) ? wanted : VERSIONS.getFirst());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo")
                .put("name", "berth")
                .put("title", "Berth")
                .put("version", Build.own().toString());
        return result.put("instructions", INSTRUCTIONS);
    }

    private static Answer result(JsonNode id, ObjectNode result) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        answer.set("result", result);
        return Answer.ok(answer);
    }

    private static Answer failure(int status, JsonNode id, int code, String message) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        answer.putObject("error").put("code", code).put("message", message);
        return Answer.json(status, answer);
    }
}
