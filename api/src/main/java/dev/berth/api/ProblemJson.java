package dev.berth.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;

/** Problems as RFC 9457 has them. */
public final class ProblemJson {
    private ProblemJson() {}

    public static ObjectNode of(Problem problem) {
        return of(problem, Statuses.of(problem));
    }

    /** With the status it is told with, where HTTP itself decides that. */
    public static ObjectNode of(Problem problem, int status) {
        ObjectNode node = Json.object()
                .put("type", "urn:berth:problem:" + problem.code())
                .put("title", problem.is(Code.SITE_FULL) ? "The site is full" : title(status))
                .put("status", status)
                .<ObjectNode>set("detail", PhraseJson.of(problem.detail()))
                .put("code", problem.code());
        if (!problem.numbers().isEmpty()) {
            node.set("numbers", problem.numbers());
        }
        if (!problem.errors().isEmpty()) {
            ArrayNode array = node.putArray("errors");
            problem.errors()
                    .forEach(error -> array.addObject()
                            .put("field", error.field())
                            .put("value", error.value())
                            .put("rule", error.rule()));
        }
        return node;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "The request is malformed";
            case 401 -> "Sign in first";
            case 403 -> "That is not allowed";
            case 404 -> "There is no such thing";
            case 405 -> "That cannot be done here";
            case 408 -> "The request took too long to arrive";
            case 409 -> "Refused";
            case 412 -> "It has changed since";
            case 413 -> "The request is too large";
            case 415 -> "The type of the body is not supported";
            case 422 -> "The request has wrong fields";
            case 429 -> "Too many requests";
            case 503 -> "Not available now; try again";
            default -> "Something went wrong here";
        };
    }
}
