package dev.berth.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class WorkflowTest {
    /** Two machines: a on one, b on the other, then c. With 1 MB/s, b's 2 MB take two seconds. */
    private static final String WORKFLOW = """
            {"name": "fore<cast>", "tasks": [
              {"id": "a", "kind": "fetch", "seconds": 10},
              {"id": "b", "kind": "fetch", "seconds": 8},
              {"id": "c", "kind": "model", "seconds": 5, "after": [
                 {"task": "a", "bytes": 2000000}, {"task": "b", "bytes": 2000000}]}]}
            """;

    private static final String MACHINES = """
            {"machines": [{"id": "left"}, {"id": "right", "busy": [{"from": 100, "to": 110}]}], "megabytesPerSecond": 1}
            """;

    @TempDir
    Path directory;

    private String workflow = "";
    private String machines = "";

    @BeforeEach
    void files() throws IOException {
        workflow =
                Files.writeString(directory.resolve("forecast.json"), WORKFLOW).toString();
        machines =
                Files.writeString(directory.resolve("machines.json"), MACHINES).toString();
    }

    private static JsonNode json(Ran ran) throws IOException {
        assertThat(ran.code()).as(ran.err()).isZero();
        return new ObjectMapper().readTree(ran.out());
    }

    @Test
    void show_tellsCountsLevelsAndTheCriticalPath() throws IOException {
        Ran ran = Ran.berth("workflow", "show", workflow);
        assertThat(ran.out()).startsWith("""
                fore<cast> (Berth's own)
                tasks          3 in 2 levels, at most 2 in one; 2 without predecessor, 1 without successor
                dependencies   2, with 4.0 MB of data
                work           23.0s at rate 1
                critical path  15.0s of work in 2 tasks: a -> c
                parallelism    1.5 machines of rate 1""").endsWith("""

                kind   tasks  work   mean
                fetch  2      18.0s  9.0s
                model  1      5.0s   5.0s
                """);
        JsonNode shown = json(Ran.berth("workflow", "show", workflow, "--json"));
        assertThat(shown.path("criticalPathMillis").asLong()).isEqualTo(15_000);
        assertThat(shown.path("criticalPath")).hasToString("[\"a\",\"c\"]");
        assertThat(shown.path("kinds").path("fetch").path("tasks").asInt()).isEqualTo(2);
    }

    @Test
    void show_ofALongPath_leavesItsMiddleOut_andNotesGoToStandardError() {
        StringBuilder chain = new StringBuilder("{\"tasks\": [{\"id\": \"t0\"}");
        for (int i = 1; i < 20; i++) {
            chain.append(", {\"id\": \"t%d\", \"after\": [\"t%d\"]}".formatted(i, i - 1));
        }
        byte[] input = chain.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        Ran ran = Ran.withInput(input, "workflow", "show", "-");
        assertThat(ran.out())
                .contains("t0 -> t1 -> t2 -> t3 -> t4 -> t5 -> ... -> t14 -> t15")
                .doesNotContain("kind ");
        assertThat(ran.err()).containsSubsequence("standard input: 20 tasks", ": 1 s assumed\n");
    }

    /** a runs 0..10 on left, b 0..8 on right and its data until 10: c starts at 10 on left and ends at 15. */
    @Test
    void plan_givesEveryTaskASlotBeforeTheDeadline() throws IOException {
        JsonNode plan = json(Ran.berth(
                "workflow",
                "plan",
                workflow,
                "--machines",
                machines,
                "--deadline",
                "30s",
                "--spare",
                "cp_even_percent",
                "--json"));
        assertThat(plan.path("makespanMillis").asLong()).isEqualTo(15_000);
        assertThat(plan.path("finishMillis").asLong()).isEqualTo(30_000);
        assertThat(plan.path("begin").isNull()).isTrue();
        assertThat(plan.path("slots")).hasSize(3);
        JsonNode last = plan.path("slots").get(2);
        assertThat(last.path("task").asText()).isEqualTo("c");
        assertThat(last.path("machine").asText()).isEqualTo("left");
        assertThat(last.path("startMillis").asLong()).isEqualTo(20_000);
        assertThat(last.path("endMillis").asLong()).isEqualTo(30_000);
        assertThat(last.path("sparePercent").asDouble()).isEqualTo(100);
    }

    @Test
    void plan_inWords_namesAllThatWasChosen() {
        Ran ran = Ran.berth("workflow", "plan", workflow, "--machines", machines, "--deadline", "30s");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .containsSubsequence(
                        "fore<cast>: 3 tasks on 2 machines, scheduler heft, spare time r_even_percent1, threshold 1%\n",
                        "makespan 15.0s, deadline 30.0s, last slot ends at 29.7s\n", "least 98.5%,")
                .containsPattern("c +model +left +19.8s +29.7s +5.0s +4.9s +98.5");
    }

    @Test
    void deadlineAsATime_countsFromTheStart() throws IOException {
        Clock clock = Clock.fixed(Instant.parse("2026-11-15T08:00:00Z"), ZoneOffset.UTC);
        JsonNode plan = json(Ran.with(
                new byte[0],
                Map.of(),
                clock,
                "workflow",
                "plan",
                workflow,
                "--machines",
                "2",
                "--deadline",
                "2026-11-15T09:00:00Z",
                "--start",
                "2026-11-15T08:30:00Z",
                "--json"));
        assertThat(plan.path("begin").asText()).isEqualTo("2026-11-15T08:30:00Z");
        assertThat(plan.path("deadlineMillis").asLong()).isEqualTo(1_800_000);
        Ran fromNow = Ran.with(
                new byte[0], Map.of(), clock, "workflow", "plan", workflow, "--machines", "2", "--deadline", "now+1h");
        assertThat(fromNow.out()).contains("deadline 1h00m00s", "begins ", ", done by ");
    }

    @Test
    void deadlineTooShort_isRefusedWithTheMakespan() {
        Ran ran = Ran.berth("workflow", "plan", workflow, "--machines", machines, "--deadline", "14s");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).containsSubsequence("deadline-impossible: with heft ", "15.0s", "14.0s");
    }

    @Test
    void gantt_isAPictureWithABarForEveryTaskAndTheDeadline() throws Exception {
        Path picture = directory.resolve("plan.svg");
        Ran ran = Ran.berth(
                "workflow",
                "plan",
                workflow,
                "--machines",
                machines,
                "--deadline",
                "2m",
                "--gantt",
                picture.toString());
        assertThat(ran.code()).as(ran.err()).isZero();
        String svg = Files.readString(picture);
        Document document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getElementsByTagName("g").getLength()).isEqualTo(3);
        assertThat(svg)
                .contains("fore&lt;cast&gt;: 3 tasks on 2 machines", "deadline 2m00s", "a (fetch) on left: 0s to")
                .contains("busy anyway", "pale: spare time", ">model</text>");

        Ran whole = Ran.berth(
                "workflow",
                "plan",
                workflow,
                "--machines",
                "30",
                "--deadline",
                "400d",
                "--spare",
                "dag_reserve",
                "--gantt",
                picture.toString());
        assertThat(whole.out()).contains("all machines are booked");
        assertThat(Files.readString(picture))
                .contains("deadline 400d00h00m", ">m29</text>")
                .doesNotContain("busy anyway");
    }

    /** A large threshold ends after one round, earlier than the default; the critical path policies have none. */
    @Test
    void threshold_isAShareOfTheTime_shownInThePlan() throws IOException {
        JsonNode usual = json(plan("r_even_percent1", "--json"));
        JsonNode half = json(plan("r_even_percent1", "--threshold", "50%", "--json"));
        assertThat(usual.path("threshold").asText()).isEqualTo("0.01");
        assertThat(half.path("threshold").asText()).isEqualTo("0.5");
        assertThat(half.path("finishMillis").asLong())
                .isLessThan(usual.path("finishMillis").asLong());
        assertThat(half.path("gapMillis").asLong())
                .isGreaterThan(usual.path("gapMillis").asLong());
        assertThat(plan("r_even_percent1", "--threshold", "0.5").out())
                .contains("r_even_percent1, threshold 50%\n")
                .contains("between the slots");
        assertThat(json(plan("cp_even_time", "--json")).path("threshold").isNull())
                .isTrue();
        for (String wrong : List.of("5", "-1%", "much")) {
            assertThat(plan("r_even_time", "--threshold", wrong).code())
                    .as(wrong)
                    .isEqualTo(2);
        }
        Ran none = plan("cp_even_time", "--threshold", "5%");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--threshold").contains("r_even_percent2");
    }

    private Ran plan(String spare, String... more) {
        List<String> args = new ArrayList<>(
                List.of("workflow", "plan", workflow, "--machines", "2", "--deadline", "5m", "--spare", spare));
        args.addAll(List.of(more));
        return Ran.berth(args.toArray(String[]::new));
    }

    @Test
    void compare_hasARowForEverySchedulerAndPolicy() throws IOException {
        JsonNode comparison = json(Ran.berth("workflow", "compare", workflow, "--machines", machines, "--json"));
        assertThat(comparison.path("rows")).hasSize(56);
        assertThat(comparison.path("deadlineMillis").asLong()).isEqualTo(22_500);
        for (JsonNode row : comparison.path("rows")) {
            assertThat(row.path("makespanMillis").asLong()).isBetween(15_000L, 23_000L);
            assertThat(row.path("leastSparePercent").asDouble())
                    .isLessThanOrEqualTo(row.path("meanSparePercent").asDouble());
        }
        Ran ran = Ran.berth("workflow", "compare", workflow, "--machines", machines, "--deadline", "15s");
        assertThat(ran.out().lines())
                .filteredOn(line -> line.startsWith("heft"))
                .hasSize(7);
        Ran late = Ran.berth("workflow", "compare", workflow, "--machines", "1", "--deadline", "15s");
        assertThat(late.out()).contains("- is a makespan ");
    }

    @ParameterizedTest
    @CsvSource({"1.5h, 1h30m00s", "5400, 1h30m00s", "20.5, 20.5s", "90m, 1h30m00s", "half an hour, 30m00s"})
    void deadline_mayBeADecimal_orPlainSeconds(String given, String understood) {
        Ran ran = Ran.berth("workflow", "compare", workflow, "--machines", machines, "--deadline", given);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("deadline " + understood + " after the start");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workflow | Missing command: show, plan, compare, upload, book",
                "workflow show | Missing argument: FILE",
                "workflow show none.json | none.json: file not found",
                "workflow show . | .: is a directory",
                "workflow plan - --deadline 1h | Missing required option: --machines N",
                "workflow plan - --machines 1 --deadline soon | --deadline: \"soon\" is neither a duration nor a time",
                "workflow plan - --machines 1 --deadline 0s | --deadline: \"0s\" is not after the start",
                "workflow plan - --machines 1 --deadline 1h --start never | --start: cannot read \"never\" as a time",
                "workflow plan - --machines 1 --deadline 1h --scheduler fast | --scheduler: \"fast\" must be one of heft",
                "workflow plan - --machines 1 --deadline 1h --spare much | --spare: \"much\" must be one of r_even_time",
                "workflow plan - --machines 0 --deadline 1h | --machines: \"0\" must be a number from 1 to 10000, or a file",
                "workflow plan - --machines none --deadline 1h | none: file not found",
            })
    void wrong_isBadInput(String line, String message) {
        Ran ran = Ran.withInput(WORKFLOW.getBytes(StandardCharsets.UTF_8), line.split(" ", -1));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith(message);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void wrongFiles_areToldByNameAndPlace() throws IOException {
        Ran ran = Ran.withInput("{\"tasks\": [{}]}".getBytes(StandardCharsets.UTF_8), "workflow", "show", "-");
        assertThat(ran.err()).containsSubsequence("standard input: line 1, column 12: ", "no id");
        Path bad = Files.writeString(directory.resolve("bad.json"), "{\"machines\": 3}");
        Ran plan = Ran.berth("workflow", "plan", workflow, "--machines", bad.toString(), "--deadline", "1h");
        assertThat(plan.err()).contains(bad + ": line 1, column 14: machines: \"3\"");
        String timed = "{\"tasks\": [{\"id\": \"a\", \"seconds\": {\"x\": 1}}]}";
        Ran unknown = Ran.withInput(
                timed.getBytes(StandardCharsets.UTF_8), "workflow", "plan", "-", "--machines", "1", "--deadline", "1h");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).containsSubsequence("task a: ", "on machine m0, only on x");
        Ran picture = Ran.berth(
                "workflow",
                "plan",
                workflow,
                "--machines",
                "1",
                "--deadline",
                "1h",
                "--gantt",
                directory.resolve("no/plan.svg").toString());
        assertThat(picture.code()).isEqualTo(3);
        assertThat(picture.err()).contains("plan.svg: cannot be written");
    }
}
