package dev.berth.soak.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Findings of the judge of the soak. */
class JudgementTest {
    private static final JsonNode BOOKED = json("""
            {"id": "d1", "name": "a", "state": "booked", "parts": [
              {"site": "north", "reservations": [{"id": "r1"}]}, {"site": "south", "reservations": [{"id": "r1"}]}]}
            """);
    private static final JsonNode UNDONE =
            json("{\"id\": \"d2\", \"name\": \"b\", \"state\": \"undone\", \"parts\": []}");
    private static final JsonNode KEPT = reservation("r1", "waiting");

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static JsonNode reservation(String id, String state) {
        return json("{\"id\": \"%s\", \"state\": \"%s\"}".formatted(id, state));
    }

    private static Told told(String name, Told.Outcome outcome) {
        return new Told(name, 2, outcome);
    }

    private static List<String> judged(List<JsonNode> deals, List<JsonNode> north, List<JsonNode> south, Told... told) {
        return Judgement.of(deals, Map.of("north", north, "south", south), List.of(told));
    }

    @Test
    void wholeOrNothing_isRight() {
        assertThat(judged(
                        List.of(BOOKED, UNDONE),
                        List.of(KEPT),
                        List.of(KEPT),
                        told("a", Told.Outcome.BOOKED),
                        told("b", Told.Outcome.CANCELLED),
                        told("c", Told.Outcome.REFUSED),
                        told("d", Told.Outcome.OPEN)))
                .isEmpty();
    }

    @Test
    void halves_areFound() {
        assertThat(judged(List.of(BOOKED), List.of(KEPT), List.of()))
                .singleElement()
                .asString()
                .containsSubsequence("d1 is booked", "south r1 is not there");
        assertThat(judged(List.of(UNDONE), List.of(), List.of(KEPT)))
                .containsExactly("south r1 is waiting for no deal");
        assertThat(judged(List.of(BOOKED), List.of(KEPT), List.of(reservation("r1", "held"))))
                .containsExactly("south r1 of d1 is only held");
        assertThat(judged(List.of(BOOKED), List.of(KEPT), List.of(KEPT), new Told("a", 3, Told.Outcome.BOOKED)))
                .singleElement()
                .asString()
                .endsWith("but it has parts at 2 sites");
    }

    @Test
    void whatIsTwice_orUnderWay_isFound() {
        JsonNode again = json("{\"id\": \"d3\", \"name\": \"a\", \"state\": \"released\", \"parts\": []}");
        JsonNode open = json("{\"id\": \"d4\", \"name\": \"e\", \"state\": \"undoing\", \"parts\": []}");
        assertThat(judged(List.of(BOOKED, again), List.of(KEPT), List.of(KEPT)))
                .containsExactly("a was carried out twice");
        assertThat(judged(List.of(open), List.of(), List.of())).containsExactly("d4 is still undoing");
    }

    @Test
    void falseAnswers_areFound() {
        assertThat(judged(List.of(UNDONE), List.of(), List.of(), told("b", Told.Outcome.BOOKED)))
                .hasSize(1);
        assertThat(judged(List.of(), List.of(), List.of(), told("c", Told.Outcome.BOOKED)))
                .hasSize(1);
        assertThat(judged(List.of(BOOKED), List.of(KEPT), List.of(KEPT), told("a", Told.Outcome.REFUSED)))
                .hasSize(1);
        assertThat(judged(List.of(BOOKED), List.of(KEPT), List.of(KEPT), told("a", Told.Outcome.CANCELLED)))
                .hasSize(1);
    }
}
