package dev.berth.soak.instances;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A reservation, as far as somebody was promised something.
 *
 * @param servers by number; empty where that is not said
 */
record PromisedReservation(long id, String name, String pool, int count, long start, long end, List<Integer> servers) {
    /** Reads a reservation from an answer of the service. */
    static PromisedReservation told(JsonNode node) {
        return new PromisedReservation(
                number(node.path("id").asText()),
                node.path("name").asText(),
                node.path("pool").asText(),
                node.path("servers").asInt(),
                Instant.parse(node.path("start").asText()).toEpochMilli(),
                Instant.parse(node.path("end").asText()).toEpochMilli(),
                List.of());
    }

    /** Reads a reservation from the journal. */
    static PromisedReservation journaled(JsonNode node) {
        JsonNode placement = node.path("placement");
        return new PromisedReservation(
                node.path("id").asLong(),
                node.path("job").path("id").asText(),
                placement.path("pool").asText(),
                placement.path("count").asInt(),
                placement.path("window").path("start").asLong(),
                placement.path("window").path("end").asLong(),
                numbers(placement.path("servers")));
    }

    static long number(String id) {
        return Long.parseLong(id.substring(1));
    }

    static List<Integer> numbers(JsonNode array) {
        List<Integer> numbers = new ArrayList<>();
        array.forEach(each -> numbers.add(each.asInt()));
        return List.copyOf(numbers);
    }

    PromisedReservation on(List<Integer> others) {
        return new PromisedReservation(id, name, pool, count, start, end, others);
    }

    boolean isAsTold(PromisedReservation answer) {
        return on(List.of()).equals(answer.on(List.of()));
    }

    boolean overlaps(PromisedReservation other) {
        return pool.equals(other.pool) && start < other.end && other.start < end;
    }
}
