package dev.berth.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which page of a list by number is asked for.
 *
 * @param after the number of the last one on the page before
 */
public record NumberedPage(long after, int limit) {
    /**
     * Reads the query, all of it.
     *
     * @param number of an id
     * @param rule what an id is
     */
    public static NumberedPage asked(Call call, Function<String, Optional<Long>> number, String rule) {
        return read(call.query(Set.of("limit")), number, rule);
    }

    /** The same of a query of which other fields were read before. */
    public static NumberedPage read(Fields query, Function<String, Optional<Long>> number, String rule) {
        int limit = query.whole("limit", 1, 1000, 100);
        String after = query.text("after", 20);
        long last = after == null ? 0 : number.apply(after).orElse(-1L);
        if (last < 0) {
            query.fault("after", rule);
        }
        query.closed().check();
        return new NumberedPage(last, limit);
    }

    /** The page, from all that come after. */
    public <T> Answer of(String name, Stream<T> all, Function<T, String> id, Function<T, ObjectNode> line) {
        List<T> some = all.limit(limit + 1L).toList();
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray(name);
        some.stream().limit(limit).map(line).forEach(array::add);
        if (some.size() > limit) {
            node.put("next", id.apply(some.get(limit - 1)));
        }
        return Answer.ok(node);
    }
}
