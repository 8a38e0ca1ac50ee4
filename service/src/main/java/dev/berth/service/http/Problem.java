package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Refusal;
import dev.berth.service.wire.Fault;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.RefusalJson;
import java.util.List;

/**
 * Why a request is not carried out (RFC 9457).
 *
 * @param code stable, for programs
 * @param detail one sentence for people
 * @param numbers what decided
 */
record Problem(int status, String code, String detail, ObjectNode numbers, List<Fault> errors, ArrayNode offers) {
    static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Json.object(), List.of(), Json.array());
    }

    static Problem of(Refusal refusal) {
        int status = switch (refusal) {
            case Refusal.UnknownPool pool -> 404;
            case Refusal.UnknownReservation reservation -> 404;
            default -> 409;
        };
        return of(status, refusal.code(), RefusalJson.message(refusal)).with(RefusalJson.numbers(refusal));
    }

    static Problem invalid(List<Fault> errors) {
        return new Problem(
                422,
                "invalid",
                errors.size() == 1 ? "one field is wrong" : errors.size() + " fields are wrong",
                Json.object(),
                errors,
                Json.array());
    }

    static Problem invalid(String field, String value, String rule) {
        return invalid(List.of(new Fault(field, value, rule)));
    }

    static Problem notAllowed(String detail) {
        return of(403, "not-allowed", detail);
    }

    Problem with(ObjectNode other) {
        return new Problem(status, code, detail, other, errors, offers);
    }

    Problem offering(ArrayNode other) {
        return new Problem(status, code, detail, numbers, errors, other);
    }

    ObjectNode json() {
        ObjectNode node = Json.object()
                .put("type", "urn:berth:problem:" + code)
                .put("title", title())
                .put("status", status)
                .put("detail", detail)
                .put("code", code);
        if (!numbers.isEmpty()) {
            node.set("numbers", numbers);
        }
        if (!errors.isEmpty()) {
            ArrayNode array = node.putArray("errors");
            errors.forEach(error -> array.addObject()
                    .put("field", error.field())
                    .put("value", error.value())
                    .put("rule", error.rule()));
        }
        if (!offers.isEmpty()) {
            node.set("offers", offers);
        }
        return node;
    }

    private String title() {
        if (code.equals("site-full")) {
            return "The site is full";
        }
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
            case 503 -> "Nothing can be written now";
            default -> "Something went wrong here";
        };
    }

    Rejected thrown() {
        return new Rejected(this);
    }
}
