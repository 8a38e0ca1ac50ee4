package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs with a table of how long they take on each number of servers. */
class TableJsonTest {
    private static final String TABLE =
            "\"table\":[{\"servers\":4,\"duration\":\"PT2H30M\"},{\"servers\":2,\"duration\":\"PT4H\"}]";

    private static Fields fields(String more) {
        try {
            return Fields.of(
                    new ObjectMapper().readTree("{\"name\":\"j\",\"deadline\":\"2026-11-17T08:00:00Z\"" + more + "}"));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Job job(String more) {
        Job job = JobReader.read(fields(more), "ana", 0, requirements -> false);
        assertThat(job).isNotNull();
        return job;
    }

    private static List<String> faulty(String more) {
        Fields fields = fields(more);
        assertThat(JobReader.read(fields, "ana", 0, requirements -> false)).isNull();
        try {
            fields.closed().check();
        } catch (Invalid invalid) {
            return invalid.faults().stream().map(Fault::field).toList();
        }
        throw new AssertionError("nothing is wrong with " + more);
    }

    @Test
    void table_isTheShape_andIsWrittenAsItWas() {
        Job job = job("," + TABLE);
        assertThat(job.shape())
                .isEqualTo(new Shape.Table(new TreeMap<>(Map.of(2, new Work(14_400_000), 4, new Work(9_000_000)))));
        ObjectNode node = Json.object();
        TableJson.add(node, job.shape());
        assertThat(node.toString())
                .isEqualTo(
                        "{\"table\":[{\"servers\":2,\"duration\":\"PT4H\"},{\"servers\":4,\"duration\":\"PT2H30M\"}]}");
    }

    /** A client made from openapi.yaml sends an empty list for one that it was not given. */
    @Test
    void emptyList_isAbsent() {
        assertThat(job(",\"table\":[],\"work\":\"PT1H\",\"servers\":2").shape())
                .isEqualTo(new Shape.Rigid(2, new Work(3_600_000)));
        assertThat(faulty(",\"table\":[]")).containsExactly("work");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            work | "PT1H"
            stay | "PT1H"
            servers | 2
            mostServers | 4
            serial | "0.1"
            """)
    void whatTheTableSays_isNotSaidBeside(String field, String value) {
        assertThat(faulty(",\"%s\":%s,%s".formatted(field, value, TABLE))).containsExactly(field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"servers":2} | table[0].duration
            {"duration":"PT1H"} | table[0].servers
            {"servers":0,"duration":"PT1H"} | table[0].servers
            {"servers":10000001,"duration":"PT1H"} | table[0].servers
            {"servers":2,"duration":"PT0S"} | table[0].duration
            {"servers":2,"duration":"P70000D"} | table[0].duration
            {"servers":2,"duration":"PT1H","work":"PT1H"} | table[0].work
            {"servers":2,"duration":"PT1H"},{"servers":2,"duration":"PT2H"} | table[1].servers
            5 | table[0]
            """)
    void wrongRows_areNamed(String rows, String field) {
        assertThat(faulty(",\"table\":[" + rows + "]")).contains(field);
    }

    @Test
    void noList_orTooManyRows() {
        assertThat(faulty(",\"table\":\"2:4h\"")).contains("table");
        String rows = IntStream.rangeClosed(1, 101)
                .mapToObj("{\"servers\":%d,\"duration\":\"PT1H\"}"::formatted)
                .collect(Collectors.joining(","));
        assertThat(faulty(",\"table\":[" + rows + "]")).contains("table");
    }
}
