package dev.berth.cli.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntakeExplainTest {
    /** ahuja's example, Fig. 3; U3 pays 1 and ranks 3, which makes 2. */
    private static final String GOLDEN = """
            {"users": [{"name": "U1", "priority": 9}, {"name": "U2", "priority": 3},
                       {"name": "U3", "paying": 1, "rank": 3}],
             "jobs": [{"name": "G1L3", "user": "U1", "length": 30}, {"name": "G1L1", "user": "U1", "length": 10},
                      {"name": "G1L2", "user": "U1", "length": 20}, {"name": "G2L1", "user": "U2", "length": 10},
                      {"name": "G2L2", "user": "U2", "length": 20}, {"name": "G2L3", "user": "U2", "length": 30},
                      {"name": "G2L4", "user": "U2", "length": 40}, {"name": "G3L1", "user": "U3", "length": 10},
                      {"name": "G3L2", "user": "U3", "length": 20}, {"name": "G3L3", "user": "U3", "length": 30},
                      {"name": "G3L4", "user": "U3", "length": 40}]}
            """;

    private static Ran explain(String file, String... more) {
        List<String> args = new ArrayList<>(List.of("intake", "explain", "-"));
        args.addAll(List.of(more));
        return Ran.withInput(file.getBytes(StandardCharsets.UTF_8), args.toArray(String[]::new));
    }

    @Test
    void goldenCase_inWords(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("round.json"), GOLDEN);
        Ran ran = Ran.berth("intake", "explain", file.toString());
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("""
                Users by priority; at equal priority, by arrival: U1 (9), U2 (3), U3 (2).
                Significant difference (SD): 5. Limit of jobs (N): 3. Order of jobs: shortest first. Jobs beyond N are deferred, each at most 3 times, so that every job is decided within 4 rounds.

                1. U1 (9) and U2 (3) differ by 6, more than SD: user high priority.
                   Selected from U1: G1L1 (10), G1L2 (20), G1L3 (30).
                   U2 competes again.
                2. U2 (3) and U3 (2) differ by 1, not more than SD: user job priority.
                   Selected from both, shortest first, U2 before U3 at equal length: G2L1 (10), G3L1 (10), G2L2 (20), G3L2 (20), G2L3 (30), G3L3 (30), G2L4 (40), G3L4 (40).

                Final order: G1L1 G1L2 G1L3 G2L1 G3L1 G2L2 G3L2 G2L3 G3L3 G2L4 G3L4
                """);
    }

    @Test
    void whatExceedsN_isDeferredOrDiscarded() {
        Ran deferred = explain(GOLDEN, "--sd", "0", "--n", "2", "--sorting", "longest");
        assertThat(deferred.out())
                .contains(
                        "longest first. Jobs beyond N are deferred",
                        "Selected from U1: G1L3 (30), G1L2 (20).\n   Deferred to the next round, because N is 2: G1L1 (10).",
                        "3. U3 (2) has no competitor left.\n   All jobs are selected: G3L4",
                        "\nDeferred: G1L1 G2L2 G2L1\n");
        Ran discarded = explain(GOLDEN, "--sd", "0", "--n", "2", "--sorting", "first-come", "--discard");
        assertThat(discarded.out())
                .contains(
                        "in order of arrival. Jobs beyond N are discarded.",
                        "Discarded, because N is 2: G1L2 (20).",
                        "\nDiscarded: G1L2 G2L3 G2L4\n");
    }

    @Test
    void whoIsDue_goesOn() {
        String file = """
                {"users": [{"name": "high", "priority": 9}, {"name": "low", "priority": 1}],
                 "jobs": [{"name": "short", "user": "high", "length": 1},
                          {"name": "long", "user": "high", "length": 99, "deferrals": 2},
                          {"name": "other", "user": "low", "length": 5}]}
                """;
        assertThat(explain(file, "--n", "1", "--patience", "2").out())
                .contains(
                        "Selected from high: long (99, deferred 2 times).",
                        "Final order: long other\nDeferred: short\n");
        assertThat(explain(file, "--n", "1").out()).contains("Final order: short other\nDeferred: long\n");
    }

    @Test
    void json_hasPhasesAndOrder() throws IOException {
        JsonNode json = new ObjectMapper().readTree(explain(GOLDEN, "--json").out());
        assertThat(json.at("/phases/0/phase").textValue()).isEqualTo("user-high-priority");
        assertThat(json.at("/phases/1/phase").textValue()).isEqualTo("user-job-priority");
        assertThat(json.at("/phases/1/users/1").textValue()).isEqualTo("U3");
        assertThat(json.get("order")).hasSize(11);
        assertThat(json.at("/order/4").textValue()).isEqualTo("G3L1");
        assertThat(json.get("left")).isEmpty();
        assertThat(json.get("leftAre").textValue()).isEqualTo("deferred");
        assertThat(json.get("mostRounds").intValue()).isEqualTo(4);
        JsonNode alone = new ObjectMapper()
                .readTree(explain(GOLDEN, "--json", "--sd", "6", "--discard").out());
        assertThat(alone.at("/phases/1/phase").textValue()).isEqualTo("alone");
        assertThat(alone.get("leftAre").textValue()).isEqualTo("discarded");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                         | users is required",
                "{\"users\": [], \"jobs\": [], \"rules\": 1}                | rules: \"1\" is not a field here",
                "{\"users\": [], \"jobs\": []}                              | users: \"[]\" must be a list of 1",
                "{\"users\": [{\"name\": \"a\"}], \"jobs\": []}             | priority is required",
                "{\"users\": [{\"name\": \"a\", \"priority\": 0}], \"jobs\": []} | priority: \"0\" must be a whole",
                "{\"users\": [{\"name\": \"a\", \"rank\": 2}], \"jobs\": []} | paying is required",
                "{\"users\": [{\"name\": \"a\", \"rank\": 2, \"paying\": 1, \"priority\": 1}], \"jobs\": []}"
                        + " | cannot be combined with paying and rank",
                "{\"users\": [{\"name\": \"a\", \"priority\": 1}, {\"name\": \"a\", \"priority\": 1}], \"jobs\": []}"
                        + " | name: \"a\" must be unique",
                "{\"users\": [{\"name\": \"a\", \"priority\": 1}],"
                        + " \"jobs\": [{\"name\": \"j\", \"user\": \"zoe\", \"length\": 1}]}"
                        + " | user: \"zoe\" is not among the users",
                "{\"users\": [{\"name\": \"a\", \"priority\": 1}],"
                        + " \"jobs\": [{\"name\": \"j\", \"user\": \"a\", \"length\": -4}]}"
                        + " | length: \"-4\" must be a whole number from 1",
                "{\"users\": [{\"name\": \"a\", \"priority\": 1}],"
                        + " \"jobs\": [{\"name\": \"j\", \"user\": \"a\"}]} | length is required",
                "[] | standard input: the file is not a JSON object",
                "{\"users\": | standard input: the file is not JSON"
            })
    void badFiles_areNamed(String file, String complaint) {
        Ran ran = explain(file);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("standard input: ", complaint);
    }

    @ParameterizedTest
    @CsvSource({
        "--sd, -1, --sd: \"-1\" must be 0 or more",
        "--n, 0, --n: \"0\" must be at least 1",
        "--patience, 0, --patience: \"0\" must be from 1 to 1000",
        "--sorting, odd, '--sorting: \"odd\" must be one of shortest, longest, first-come'"
    })
    void badOptions_areNamed(String option, String value, String complaint) {
        Ran ran = explain(GOLDEN, option, value);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(complaint);
    }

    @Test
    void badUse_isNamed() {
        assertThat(Ran.berth("intake").err()).isEqualTo("Missing command: explain\nSee: berth intake --help\n");
        assertThat(Ran.berth("intake", "explain", "nowhere.json").err()).contains("nowhere.json: file not found");
        Ran ran = Ran.withInput(new byte[] {(byte) 0xff, (byte) 0xfe, 0x41}, "intake", "explain", "-");
        assertThat(ran.err()).contains("is not UTF-8 text");
    }
}
