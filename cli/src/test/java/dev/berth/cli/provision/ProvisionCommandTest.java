package dev.berth.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import dev.berth.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProvisionCommandTest {
    private static final String SITES = """
            {"sites": [
              {"id": "north", "servers": 8, "perServerHour": "0.50",
               "reserved": [{"from": 600, "to": 1800, "servers": 6}], "queue": [{"servers": 4, "seconds": 900}]},
              {"id": "south", "perServerHour": "0.20",
               "slots": [{"start": 1200, "servers": 4, "seconds": 7200, "divisible": true, "extensible": true},
                         {"start": 0, "servers": 4, "seconds": 900, "perServerHour": "0.40"}]}]}
            """;
    private static final String WORKFLOW = """
            {"name": "toy", "tasks": [
              {"id": "a", "kind": "prepare", "seconds": 300},
              {"id": "b", "kind": "run", "seconds": 1200, "after": [{"task": "a", "bytes": 0}]},
              {"id": "c", "kind": "run", "seconds": 900, "after": [{"task": "a", "bytes": 0}]}]}
            """;

    @TempDir
    Path directory;

    private String sites = "";
    private String workflow = "";

    @BeforeEach
    void write() throws IOException {
        sites = Files.writeString(directory.resolve("sites.json"), SITES).toString();
        workflow = Files.writeString(directory.resolve("toy.json"), WORKFLOW).toString();
    }

    private Ran provision(String... more) {
        String[] all = new String[4 + more.length];
        all[0] = "provision";
        all[1] = workflow;
        all[2] = "--sites";
        all[3] = sites;
        System.arraycopy(more, 0, all, 4, more.length);
        return Ran.berth(all);
    }

    @Test
    void slots_areShown() {
        Ran ran = Ran.withInput(SITES.getBytes(StandardCharsets.UTF_8), "slots", "-");
        assertThat(ran.code()).isEqualTo(ExitCode.DONE);
        assertThat(ran.out()).isEqualTo("""
                slot  site   start  servers  duration  server-hour  fixed  sold                      cost
                0     north  0s     6        10m       0.50         0.00   as a whole                0.50
                1     north  0s     2        30m       0.50         0.00   as a whole                0.50
                2     north  30m    4        23h30m    0.50         0.00   in parts, and for longer  47.00
                3     north  45m    4        23h15m    0.50         0.00   in parts, and for longer  46.50
                4     south  20m    4        2h        0.20         0.00   in parts, and for longer  1.60
                5     south  0s     4        15m       0.40         0.00   as a whole                0.40
                """);
    }

    @Test
    void slots_asJson() throws IOException {
        JsonNode slots =
                new ObjectMapper().readTree(Ran.berth("slots", sites, "--json").out());
        assertThat(slots).hasSize(6);
        assertThat(slots.get(3).path("start").asInt()).isEqualTo(2700);
        assertThat(slots.get(3).path("extensible").asBoolean()).isTrue();
    }

    /** On the south alone a, b and c cost (300 + 3600 + 2700) s at 0.20 an hour; sooner is dearer. */
    @Test
    void plans_chosenByAlpha() {
        Ran ran = provision("--servers", "run=3", "--alpha", "1");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("toy: 3 tasks, 6 slots;", " tried (every possible plan)", "alpha 1.0: 0.37, done after 1h")
                .containsPattern("0\\.37 +1h +1 +chosen")
                .contains("south");
        assertThat(provision("--servers", "run=3", "--alpha", "0").out()).doesNotContain("alpha 0.0: 0.37,");
    }

    @Test
    void json_csvAndPlot() throws IOException {
        Path csv = directory.resolve("plans.csv");
        Path plot = directory.resolve("plans.svg");
        Ran ran = provision("--json", "--alpha", "0.5", "--csv", csv.toString(), "--plot", plot.toString());
        JsonNode shown = new ObjectMapper().readTree(ran.out());
        assertThat(shown.path("exact").asBoolean()).isTrue();
        assertThat(shown.path("chosen").path("schedule")).hasSize(3);
        assertThat(shown.path("queue").path("site").asText()).isEqualTo("north");
        assertThat(Files.readString(plot)).contains("in the queue");
        assertThat(shown.path("chosen").path("allocations").size()).isPositive();
        assertThat(Files.readAllLines(csv))
                .hasSize(1 + shown.path("pareto").size())
                .startsWith("cost,makespan,slots");
        assertThat(Files.readString(plot)).contains("<svg", "toy: cost against makespan");
        assertThat(provision("--json").out()).contains("\"chosen\" : null");
    }

    /** Below the plans: the same workflow without reservations, at the site where it would end first. */
    @Test
    void theQueue_isShownBesideThePlans() throws IOException {
        Files.writeString(Path.of(sites), """
                {"sites": [
                  {"id": "busy", "servers": 4, "perServerHour": "1",
                   "reserved": [{"from": 0, "to": 7200, "servers": 4}]},
                  {"id": "dear", "servers": 1, "perServerHour": "9"}]}""");
        Files.writeString(Path.of(workflow), """
                {"name": "two", "tasks": [{"id": "a", "seconds": 3600}, {"id": "b", "seconds": 3600}]}""");
        assertThat(provision("--json").out())
                .contains("\"site\" : \"dear\"", "\"makespan\" : 7200")
                .contains("\"cost\" : \"18.00\"");
        assertThat(provision().out()).containsPattern("18.00 +2h +- +queue of dear");
        Files.writeString(Path.of(sites), """
                {"sites": [{"id": "short", "slots": [{"start": 0, "servers": 1, "seconds": 7200}]}]}""");
        assertThat(provision().out())
                .as("one after the other they fill the slot")
                .containsPattern("2h +- +queue of short");
        Files.writeString(Path.of(sites), """
                {"sites": [{"id": "short", "slots": [{"start": 0, "servers": 2, "seconds": 3600}]},
                           {"id": "none", "slots": [{"start": 0, "servers": 1, "seconds": 60}]}]}""");
        assertThat(provision("--servers", "1").out()).containsPattern("1h +- +queue of short");
    }

    /** Half an hour free, half an hour reserved: more slots than can be tried in all ways, and one that is long enough. */
    @ParameterizedTest
    @ValueSource(strings = {"moga", "nsga2", "seeded"})
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneUsableSlotAmongMany_endsWithTheOnePlan(String search) throws IOException {
        String reserved = IntStream.range(0, 15)
                .mapToObj(hour ->
                        "{\"from\": %d, \"to\": %d, \"servers\": 16}".formatted(hour * 3600 + 1800, hour * 3600 + 3600))
                .collect(Collectors.joining(", "));
        Files.writeString(
                Path.of(sites),
                "{\"sites\": [{\"id\": \"a\", \"servers\": 16, \"perServerHour\": \"1\", \"reserved\": [%s]}]}"
                        .formatted(reserved));
        Files.writeString(Path.of(workflow), WORKFLOW.replace("1200", "2400"));
        for (String[] limit : new String[][] {{}, {"--limit", "5s"}}) {
            Ran ran = provision(Stream.concat(Stream.of("--search", search), Stream.of(limit))
                    .toArray(String[]::new));
            assertThat(ran.err()).isEmpty();
            assertThat(ran.out()).contains("toy: 3 tasks, 16 slots;").contains("15h45m");
        }
    }

    @Test
    void sameSeed_samePlans_withEverySearch() {
        for (String search : new String[] {"moga", "nsga2", "seeded"}) {
            String[] options = {"--search", search, "--seed", "7", "--population", "4", "--iterations", "3"};
            assertThat(provision(options).out())
                    .isEqualTo(provision(options).out())
                    .contains("plans to choose from");
        }
    }

    /** With 20 slots of which any would do, one generation from another finds other plans if they are crossed otherwise. */
    @Test
    void crossoverAndMutation_changeWhatIsTried_andTheirDefaultsAreTheOnesOfThePaper() throws IOException {
        String slots = IntStream.range(0, 20)
                .mapToObj(slot -> "{\"start\": %d, \"servers\": 2, \"seconds\": %d, \"perServerHour\": \"%d\"}"
                        .formatted(slot * 300, 7200 + slot * 60, 40 - slot))
                .collect(Collectors.joining(", "));
        Files.writeString(Path.of(sites), "{\"sites\": [{\"id\": \"a\", \"slots\": [%s]}]}".formatted(slots));
        String usual = tried();
        assertThat(tried("--crossover", "2", "--mutation", "1")).isEqualTo(usual);
        assertThat(tried("--crossover", "9")).isNotEqualTo(usual);
        assertThat(tried("--mutation", "0")).isNotEqualTo(usual);
        assertThat(tried("--mutation", "2.5")).isNotEqualTo(usual);
    }

    private String tried(String... options) {
        Ran ran = provision(Stream.concat(
                        Stream.of("--json", "--search", "moga", "--population", "10", "--iterations", "6"),
                        Stream.of(options))
                .toArray(String[]::new));
        assertThat(ran.err()).isEmpty();
        return ran.out();
    }

    @Test
    void impossible_isRefused() {
        Ran wide = provision("--servers", "9");
        assertThat(wide.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(wide.err()).containsSubsequence("takes 9 servers at once", "more than 8");
    }

    @Test
    void badInput_namesOptionValueAndWhatIsRight() {
        assertBad(provision("--alpha", "2"), "--alpha: 2.0 is out of range");
        assertBad(provision("--servers", "0"), "--servers: \"0\" must be a number");
        assertBad(provision("--servers", "walk=3"), "\"walk\"; the kinds are [prepare, run]");
        assertBad(provision("--population", "1"), "population: \"1\" must be from 2");
        assertBad(provision("--search", "tabu"), "\"tabu\" must be one of seeded, moga, nsga2");
        assertBad(provision("--scheduler", "best"), "--scheduler: \"best\" must be");
        assertBad(provision("--limit", "never"), "--limit: cannot read \"never\"");
        assertBad(provision("--crossover", "0"), "crossover: \"0\"");
        assertBad(provision("--mutation", "101"), "mutation: \"101.0\"");
        assertBad(Ran.berth("slots", workflow), "is not a field here");
        assertBad(Ran.berth("slots", "nowhere.json"), "nowhere.json: file not found");
        assertThat(provision("--csv", directory.toString()).code()).isEqualTo(ExitCode.FAILED);
    }

    private static void assertBad(Ran ran, String message) {
        assertThat(ran.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(ran.err()).contains(message);
    }
}
