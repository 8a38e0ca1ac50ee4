package dev.berth.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Json;
import dev.berth.wire.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a request.
 *
 * @param content makes the body when it is sent: answers are made under the site's lock, and bytes need not be
 * @param headers by name; the case of a name does not matter
 * @param stream writes the body for as long as it likes, in place of {@code content}
 */
public record Answer(
        int status,
        String type,
        Supplier<byte[]> content,
        Map<String, String> headers,
        @Nullable Stream stream) {
    public static final String JSON = "application/json";
    public static final String PROBLEM = "application/problem+json";

    public Answer {
        if (!headers.isEmpty()) {
            headers = Sorted.of(headers);
        }
    }

    /** Headers of an answer, which nobody changes any more: an answer gets several, one after the other. */
    private static final class Sorted extends AbstractMap<String, String> {
        private final SortedMap<String, String> byName;

        private Sorted(SortedMap<String, String> byName) {
            this.byName = byName;
        }

        static Sorted of(Map<String, String> headers) {
            if (headers instanceof Sorted already) {
                return already;
            }
            SortedMap<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            byName.putAll(headers);
            return new Sorted(byName);
        }

        Sorted with(String header, String value) {
            SortedMap<String, String> more = new TreeMap<>(byName);
            more.put(header, value);
            return new Sorted(more);
        }

        @Override
        public @Nullable String get(@Nullable Object header) {
            return byName.get(header);
        }

        @Override
        public boolean containsKey(@Nullable Object header) {
            return byName.containsKey(header);
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return Collections.unmodifiableMap(byName).entrySet();
        }
    }

    /** A body that comes bit by bit. */
    public interface Stream {
        void to(OutputStream out) throws IOException;
    }

    private record JsonContent(JsonNode node) implements Supplier<byte[]> {
        @Override
        public byte[] get() {
            return Json.bytes(node);
        }
    }

    public static Answer json(int status, JsonNode node) {
        return new Answer(status, JSON, new JsonContent(node), Map.of(), null);
    }

    public static Answer ok(JsonNode node) {
        return json(200, node);
    }

    public static Answer of(Problem problem) {
        return problem(ProblemJson.of(problem));
    }

    /** A problem that is written already. */
    public static Answer problem(ObjectNode problem) {
        return new Answer(problem.get("status").intValue(), PROBLEM, new JsonContent(problem), Map.of(), null);
    }

    public static Answer text(String type, String text) {
        return bytes(type, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer bytes(String type, byte[] body) {
        return new Answer(200, type, () -> body, Map.of(), null);
    }

    public static Answer streaming(String type, Stream stream) {
        return new Answer(200, type, Answer::none, Map.of(), stream);
    }

    public static Answer nothing() {
        return new Answer(204, "", Answer::none, Map.of(), null);
    }

    public Answer with(String header, String value) {
        return new Answer(status, type, content, Sorted.of(headers).with(header, value), stream);
    }

    /** The same for a reader in a time zone: its sentences have their times in it. */
    Answer in(ZoneId zone) {
        return content instanceof JsonContent json
                ? new Answer(status, type, () -> Json.bytes(json.node(), zone), headers, stream)
                : this;
    }

    public byte[] body() {
        return content.get();
    }

    public static byte[] none() {
        return new byte[0];
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }
}
