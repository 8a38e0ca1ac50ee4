package dev.berth.workflow.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.model.WorkflowProblem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowFilesTest {
    static byte[] sample(String name) throws IOException {
        try (InputStream in = WorkflowFilesTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }

    static ReadWorkflow read(byte[] bytes) throws IOException {
        return WorkflowFiles.read(new ByteArrayInputStream(bytes), FileLimits.USUAL);
    }

    static ReadWorkflow read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            zip.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void wfFormat14_tasksByName_filesAtTheirUsers() throws IOException {
        ReadWorkflow read = read(sample("survey-1.4.json"));
        assertThat(read.format()).isEqualTo(ReadWorkflow.Format.WFFORMAT);
        Workflow workflow = read.workflow();
        assertThat(workflow.name()).isEqualTo("survey");
        assertThat(workflow.tasks())
                .containsExactly(
                        new Task("ID01", "scan", 2_500),
                        new Task("ID02", "scan", 4_000),
                        new Task("ID03", "merge", 1_000));
        // Who writes left.fits says 700, who reads it says 999.
        assertThat(workflow.edges()).containsExactly(new Edge(0, 2, 700), new Edge(1, 2, 300));
        assertThat(read.notes()).containsExactly("1 task without a run time: 1 s assumed");
        assertThat(read.times()).isEmpty();
    }

    @Test
    void wfFormat15_runTimesOfTheExecution_sizesOfTheSpecification() throws IOException {
        ReadWorkflow read = read(sample("survey-1.5.json"));
        assertThat(read.workflow().tasks())
                .containsExactly(
                        new Task("scan_ID0000001", "scan", 2_500),
                        new Task("scan_ID0000002", "scan", 4_001),
                        new Task("merge_ID0000003", "merge", 1_000));
        assertThat(read.workflow().edges()).containsExactly(new Edge(0, 2, 701), new Edge(1, 2, 1_000_000));
        assertThat(read.notes())
                .containsExactly("1 task without a run time: 1 s assumed", "1 file without a size: 1 MB assumed");
    }

    @Test
    void dax21_attributes() throws IOException {
        ReadWorkflow read = read(sample("survey-2.1.xml"));
        assertThat(read.format()).isEqualTo(ReadWorkflow.Format.DAX);
        assertThat(read.workflow().name()).isEqualTo("survey");
        assertThat(read.workflow().tasks())
                .containsExactly(
                        new Task("ID00000", "scan", 2_500),
                        new Task("ID00001", "scan", 4_000),
                        new Task("ID00002", "merge", 12_000));
        assertThat(read.workflow().edges()).containsExactly(new Edge(0, 2, 700), new Edge(1, 2, 300));
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void dax36_profilesAndMetadata() throws IOException {
        ReadWorkflow read = read(sample("survey-3.6.xml"));
        assertThat(read.workflow().tasks())
                .containsExactly(
                        new Task("a", "scan", 2_500), new Task("b", "scan", 4_000), new Task("c", "merge", 1_000));
        assertThat(read.workflow().edges()).containsExactly(new Edge(0, 2, 700), new Edge(1, 2, 300));
        assertThat(read.notes()).containsExactly("1 task without a run time: 1 s assumed");
    }

    @Test
    void ownFormat_waitsWithAndWithoutData_timesByMachine() throws IOException {
        ReadWorkflow read = read(sample("survey.json"));
        assertThat(read.format()).isEqualTo(ReadWorkflow.Format.NATIVE);
        assertThat(read.workflow().tasks())
                .containsExactly(
                        new Task("merge", "", 12_000),
                        new Task("left", "scan", 2_500),
                        new Task("right", "scan", 4_000),
                        new Task("mail", "", 1_000));
        assertThat(read.workflow().edges())
                .containsExactly(new Edge(1, 0, 700), new Edge(2, 0, 300), new Edge(0, 3, 0));

        WorkflowProblem problem = read.on(Machines.of(2, Link.NONE));
        assertThat(problem.time(2, 0)).isEqualTo(3_000);
        assertThat(problem.time(2, 1)).isEqualTo(5_000);
        assertThat(problem.time(1, 1)).isEqualTo(2_500);
    }

    @Test
    void gzipped_isTheSame_whateverItsName(@TempDir Path directory) throws IOException {
        for (String name :
                List.of("survey-1.4.json", "survey-1.5.json", "survey-2.1.xml", "survey-3.6.xml", "survey.json")) {
            Path file = Files.write(directory.resolve("workflow.dat"), zipped(sample(name)));
            ReadWorkflow read = WorkflowFiles.read(file);
            assertThat(read.workflow().edges())
                    .isEqualTo(read(sample(name)).workflow().edges());
            assertThat(read.workflow().tasks())
                    .isEqualTo(read(sample(name)).workflow().tasks());
        }
    }

    @Test
    void byteOrderMark_andUtf16_areNoHindrance() throws IOException {
        String xml =
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?><adag name=\"größe\"><job id=\"é\" runtime=\"1\"/></adag>";
        assertThat(read(xml.getBytes(StandardCharsets.UTF_16)).workflow().name())
                .isEqualTo("größe");
        String json = "\uFEFF\n {\"tasks\": [{\"id\": \"é\", \"seconds\": 1}]}";
        assertThat(read(json).workflow().task(0).id()).isEqualTo("é");
    }

    @Test
    void filesAlone_tellDependencies() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="f" link="output" size="9"/></job>
                <job id="b" runtime="1"><uses file="f" link="input"/><uses file="g" link="output" size="5"/></job>
                <job id="c" runtime="1"><uses file="f" link="input"/><uses file="g" link="input"/></job>
                <child ref="b"><parent ref="a"/></child></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().edges()).containsExactly(new Edge(0, 1, 9), new Edge(0, 2, 9), new Edge(1, 2, 5));
        assertThat(read.notes()).containsExactly("2 dependencies told by files alone: added");
    }

    /** b reads f, which was there before; a, which comes later, writes it anew. */
    @Test
    void filesThatTellACircle_areNotBelieved() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="f" link="output" size="9"/></job>
                <job id="b" runtime="1"><uses file="f" link="input"/></job>
                <child ref="a"><parent ref="b"/></child></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().edges()).containsExactly(new Edge(1, 0, 0));
        assertThat(read.notes()).singleElement().asString().startsWith("1 dependency told by files alone: left out");
    }

    /** Two tasks that write a file in turn: only what is declared counts. */
    @Test
    void fileOfSeveralWriters_countsWhereADependencyIsDeclared() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="f" link="inout" size="9"/></job>
                <job id="b" runtime="1"><uses file="f" link="inout" size="9"/></job>
                <job id="c" runtime="1"><uses file="f" link="input"/></job>
                <child ref="b"><parent ref="a"/></child><child ref="c"><parent ref="b"/></child></adag>""";
        assertThat(read(text).workflow().edges()).containsExactly(new Edge(0, 1, 9), new Edge(1, 2, 9));
    }

    /** File of several writers, as in Montage: every mDiffFit writes a fit.txt of its own size; mConcatFit reads them all. */
    @Test
    void fileOfSeveralWriters_hasTheSizeOfEach_andWhoReadsItWaitsForAll() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="fit.txt" link="output" size="272"/></job>
                <job id="b" runtime="1"><uses file="fit.txt" link="output" size="282"/></job>
                <job id="c" runtime="1"><uses file="fit.txt" link="output" size="287"/></job>
                <job id="d" runtime="1"><uses file="fit.txt" link="input" size="290"/></job>
                <child ref="d"><parent ref="b"/></child></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().edges())
                .containsExactlyInAnyOrder(new Edge(0, 3, 272), new Edge(1, 3, 282), new Edge(2, 3, 287));
        assertThat(read.notes())
                .singleElement()
                .asString()
                .startsWith("2 dependencies on tasks")
                .endsWith(": added");
    }

    /** Each reads what the other and a third one write: nobody could begin. */
    @Test
    void filesOfSeveralWriters_thatTellACircle_areNotBelieved() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="f" link="output"/><uses file="g" link="input"/></job>
                <job id="b" runtime="1"><uses file="g" link="output"/><uses file="f" link="input"/></job>
                <job id="c" runtime="1"><uses file="f" link="output"/><uses file="g" link="output"/></job></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().edges()).isEmpty();
        assertThat(read.notes()).anySatisfy(note -> assertThat(note).containsSubsequence("4 dependencies", "left"));
    }

    @Test
    void negativeSizes_are0_andSaid() throws IOException {
        String text = """
                <adag><job id="a" runtime="1"><uses file="f" link="output" size="-1807"/></job>
                <job id="b" runtime="1"><uses file="f" link="input" size="-1807"/></job>
                <child ref="b"><parent ref="a"/></child></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().edges()).containsExactly(new Edge(0, 1, 0));
        assertThat(read.notes()).containsExactly("2 file sizes below 0: 0 bytes assumed");
    }

    /** 57 of the 997 tasks of a published Epigenomics workflow are such. */
    @Test
    void negativeRunTimes_are0_andSaid() throws IOException {
        String text = """
                <adag><job id="a" runtime="-2.41"/>
                <job id="b"><profile namespace="pegasus" key="runtime">-0.01</profile></job>
                <job id="c" runtime="1.5"/></adag>""";
        ReadWorkflow read = read(text);
        assertThat(read.workflow().tasks()).extracting(Task::work).containsExactly(0L, 0L, 1500L);
        assertThat(read.notes()).containsExactly("2 run times below 0: 0 seconds assumed");
    }

    @Test
    void emptyFile_isCalledEmpty() {
        assertThatThrownBy(() -> read("")).isInstanceOf(BadWorkflow.class).hasMessageContaining("empty");
        assertThatThrownBy(() -> read(" \n")).hasMessageContaining("empty");
    }

    @Test
    void dependencyToldTwice_isOneEdge() throws IOException {
        String text = """
                {"tasks": [{"id": "a"}, {"id": "b", "after": ["a", {"task": "a", "bytes": 7}, "a"]}]}""";
        assertThat(read(text).workflow().edges()).containsExactly(new Edge(0, 1, 7));
    }
}
