package dev.berth.api.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Api;
import dev.berth.api.Call;
import dev.berth.api.Headers;
import dev.berth.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Requests to the API in the name of the caller of a tool: with the headers that say who that is, and no others. */
record InnerRequests(Call call, Function<Api.Request, Answer> api) {
    /** Headers that the gate, the check for other sites and the reader's zone look at. */
    private static final Set<String> KEPT =
            Set.of("Authorization", "Cookie", "Host", "Origin", "Sec-Fetch-Site", "Berth-Zone", "User-Agent");

    /** An answer with its status. */
    record Answered(int status, ObjectNode json) {
        boolean isGood() {
            return status / 100 == 2;
        }
    }

    /** Header of a request by its name, in whatever case. */
    private record Sent(Map<String, String> values) implements Headers {
        @Override
        public Optional<String> apply(String name) {
            return Optional.ofNullable(values.get(name));
        }

        @Override
        public Set<String> names() {
            return values.keySet();
        }
    }

    Answered get(String path, Map<String, String> query) {
        return sent("GET", path, query, null, "");
    }

    /** @param key idempotency key; empty for none */
    Answered change(String method, String path, Map<String, String> query, @Nullable ObjectNode body, String key) {
        return sent(method, path, query, body, key);
    }

    private Answered sent(
            String method, String path, Map<String, String> query, @Nullable ObjectNode body, String key) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : KEPT) {
            call.header(name).ifPresent(value -> headers.put(name, value));
        }
        byte[] content = body == null ? Answer.none() : Json.bytes(body);
        if (body != null) {
            headers.put("Content-Type", Answer.JSON);
            headers.put("Content-Length", Integer.toString(content.length));
        }
        if (!key.isEmpty()) {
            headers.put("Idempotency-Key", key);
        }
        Answer answer = api.apply(new Api.Request(
                method,
                Api.ROOT + path,
                InnerQuery.of(new LinkedHashMap<>(query)),
                new Sent(headers),
                () -> content,
                call.address(),
                call.gone()));
        byte[] answered = answer.body();
        return new Answered(answer.status(), answered.length == 0 ? Json.object() : Json.read(answered));
    }
}
