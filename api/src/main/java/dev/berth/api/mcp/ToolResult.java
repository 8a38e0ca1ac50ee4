package dev.berth.api.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import java.nio.charset.StandardCharsets;

/**
 * Answer of a tool: sentences for the assistant, and the same as data. Each says what it cost.
 *
 * @param sentence how it went
 * @param cost what it cost, in words
 * @param data what was found or done; its field {@code cost} has the numbers
 */
record ToolResult(String sentence, String cost, ObjectNode data, boolean isError) {
    static final String NOTHING = "Cost: none, nothing was booked or changed.";

    /** Something that was only looked at. */
    static ToolResult read(String sentence, ObjectNode data) {
        data.putObject("cost").put("charged", false);
        return new ToolResult(sentence, NOTHING, data, false);
    }

    /** A reservation that was made or is held. */
    static ToolResult made(String sentence, ObjectNode data, JsonNode price, boolean isCharged) {
        data.putObject("cost").put("charged", isCharged).put("price", price.asText());
        return new ToolResult(
                sentence,
                isCharged
                        ? "Cost: %s.".formatted(price.asText())
                        : "Cost: none yet, %s once it is booked.".formatted(price.asText()),
                data,
                false);
    }

    /** A change, with its quote. */
    static ToolResult changed(String sentence, ObjectNode data, boolean isCharged) {
        JsonNode quote = data.path("quote");
        ObjectNode cost = data.putObject("cost").put("charged", isCharged);
        cost.setAll((ObjectNode) quote.deepCopy());
        return new ToolResult(
                sentence,
                "Cost: the price %s %s instead of %s, with a fee of %s."
                        .formatted(
                                isCharged ? "is" : "would be",
                                quote.path("after").asText(),
                                quote.path("before").asText(),
                                quote.path("fee").asText()),
                data,
                false);
    }

    /** A problem, as the API says it. */
    static ToolResult problem(ObjectNode problem) {
        problem.putObject("cost").put("charged", false);
        return new ToolResult(
                "Refused (%s): %s"
                        .formatted(
                                problem.path("code").asText(),
                                problem.path("detail").asText()),
                NOTHING,
                problem,
                true);
    }

    /** Arguments that cannot be meant. */
    static ToolResult wrong(String sentence) {
        ObjectNode data = Json.object();
        data.putObject("cost").put("charged", false);
        return new ToolResult(sentence, NOTHING, data, true);
    }

    ObjectNode json() {
        ObjectNode result = Json.object();
        result.putArray("content")
                .addObject()
                .put("type", "text")
                .put("text", sentence + "\n" + cost + "\n" + new String(Json.bytes(data), StandardCharsets.UTF_8));
        result.set("structuredContent", data);
        return result.put("isError", isError);
    }
}
