package dev.berth.workflow.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Machines;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadFilesTest {
    private static String refused(String text) {
        return refused(text.getBytes(StandardCharsets.UTF_8), FileLimits.USUAL);
    }

    private static String refused(byte[] bytes, FileLimits limits) {
        BadWorkflow bad = catchThrowableOfType(
                BadWorkflow.class, () -> WorkflowFiles.read(new ByteArrayInputStream(bytes), limits));
        assertThat(bad).as("it was read").isNotNull();
        return bad.getMessage();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "''|file: it is neither JSON nor XML",
                "hello|file: it is neither JSON nor XML",
                "[1]|file: it is neither JSON nor XML",
                "{}|file: it has neither \"workflow\"",
                "{\"tasks\": 3}|line 1, column 11: tasks: \"3\" must be a list",
                "{\"tasks\": []}|file: there are no tasks in it",
                "{\"tasks\": [|line 1, column 12: it is no JSON",
                "{\"tasks\": [{\"id\": \"a\"}]} {}|line 1, column 26: something follows",
                "{\"tasks\": [{\"id\": \"a\"}], \"tasks\": []}|it is no JSON: Duplicate field 'tasks'",
                "{\"tasks\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}|column 25: task \"a\" already exists, at line 1, column 12",
                "{\"tasks\": [{\"id\": \" \"}]}|id of a task: \" \" must be a text that is not blank",
                "{\"tasks\": [{\"id\": 7}]}|id of a task: \"7\" must be a text",
                "{\"tasks\": [{\"seconds\": 7}]}|a task has no id",
                "{\"tasks\": [{\"id\": \"a\", \"secs\": 7}]}|a task has no field \"secs\"; it has id, kind, seconds, after and command",
                "{\"tasks\": [{\"id\": \"a\", \"seconds\": -1}]}|seconds: \"-1\" must be a number of seconds from 0",
                "{\"tasks\": [{\"id\": \"a\", \"seconds\": 1e999999999}]}|seconds: \"1e999999999\" must be a number",
                "{\"tasks\": [{\"id\": \"a\", \"seconds\": \"2h\"}]}|seconds: \"2h\" must be a number of seconds",
                "{\"tasks\": [{\"id\": \"a\", \"seconds\": {\"m0\": -3}}]}|seconds on m0: \"-3\"",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [\"b\"]}]}|column 34: a dependency of task \"b\", which the file does not describe",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [\"a\"]}]}|column 34: task \"a\" depends on itself",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [{\"bytes\": 3}]}]}|an item of after has no task",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [{\"task\": \"b\", \"size\": 3}]}]}|an item of after has no field \"size\"",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [{\"task\": \"b\", \"bytes\": -3}]}]}|bytes: \"-3\" must be a number of bytes",
                "{\"tasks\": [{\"id\": \"a\", \"after\": [\"b\"]}, {\"id\": \"b\", \"after\": [\"a\"]}]}|wait for each other in a circle",
                "{\"schemaVersion\": \"1.3\", \"workflow\": {}}|schemaVersion: \"1.3\" must be 1.4, 1.5 or 1.6",
                "{\"workflow\": {\"tasks\": [{}]}}|a task has neither id nor name",
                "{\"workflow\": {\"tasks\": [{\"id\": \"a\", \"files\": [{}]}]}}|a file has no name",
                "{\"workflow\": {\"specification\": {\"files\": [{}]}}}|a file has no id",
                "{\"workflow\": {\"execution\": {\"tasks\": [{}]}}}|a task of the execution has no id",
                "{\"workflow\": {\"tasks\": [{\"id\": \"a\"}], \"execution\": {\"tasks\": [{\"id\": \"b\", \"runtimeInSeconds\": 1}]}}}|a run time of task \"b\"",
                "{\"workflow\": {\"tasks\": [{\"id\": \"a\", \"name\": \"x\"}, {\"id\": \"b\", \"name\": \"x\"}, {\"id\": \"c\", \"parents\": [\"x\"]}]}}|\"x\", which is the name of several tasks",
                "{\"workflow\": {\"tasks\": [{\"id\": \"a\", \"runtimeInSeconds\": null}]}}|runtimeInSeconds: \"null\"",
                "<adag>|it is no XML",
                "<dag/>|line 1, column 7: the root element is <dag>",
                "<adag/>|file: there are no tasks",
                "<adag version=\"4.0\"/>|the version of the DAX: \"4.0\" must be 2.1 or 3.x",
                "<adag><job/></adag>|line 1, column 13: <job> has no id",
                "<adag><job id=\"a\" runtime=\"soon\"/></adag>|runtime of \"a\": \"soon\" must be a number of seconds",
                "<adag><job id=\"a\"/><job id=\"a\"/></adag>|task \"a\" already exists",
                "<adag><job id=\"a\"><uses link=\"input\"/></job></adag>|<uses> of task \"a\" names no file",
                "<adag><job id=\"a\"><uses file=\"f\" link=\"input\" size=\"big\"/></job></adag>|size: \"big\"",
                "<adag><job id=\"a\"/><child ref=\"b\"><parent ref=\"a\"/></child></adag>|a dependency of task \"b\"",
                "<adag><job id=\"a\"/><child ref=\"a\"><parent ref=\"c\"/></child></adag>|a dependency of task \"c\"",
                "<adag><job id=\"a\"/><child><parent ref=\"a\"/></child></adag>|<child> has no ref",
                "<adag><job id=\"a\"/><parent ref=\"a\"/></adag>|is in no <child>",
            })
    void wrong_isRefusedWithItsPlaceAndWhatWouldBeRight(String text, String message) {
        assertThat(refused(text)).contains(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE adag [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                        + "<adag name=\"&b;\"><job id=\"a\"/></adag>",
                "<!DOCTYPE adag [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><adag><job id=\"&x;\"/></adag>",
                "<!DOCTYPE adag SYSTEM \"http://example.org/dax.dtd\"><adag><job id=\"a\"/></adag>",
            })
    void documentTypes_areRefused(String text) {
        assertThat(refused(text)).contains("a document type declaration");
    }

    /** For which the parser of the JDK lacks the words. */
    @Test
    void controlCharacters_inADocumentType_areRefused() {
        assertThat(refused("<!DOCTYPE x [<!ENTIT\u0005 a \"b\">]>")).contains("it is no XML that can be read");
    }

    @Test
    void undeclaredEntity_isNoXml() {
        assertThat(refused("<adag><job id=\"&x;\"/></adag>")).contains("it is no XML");
    }

    @Test
    void limits_holdForBytesTasksEdgesAndFiles() throws IOException {
        FileLimits small = new FileLimits(10_000, 3, 2);
        String four = "{\"tasks\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}, {\"id\": \"d\"}]}";
        assertThat(refused(four.getBytes(StandardCharsets.UTF_8), small)).contains("more than 3 tasks; split");
        String edges = "{\"tasks\": [{\"id\": \"a\"}, {\"id\": \"b\", \"after\": [\"a\"]},"
                + " {\"id\": \"c\", \"after\": [\"a\", \"b\"]}]}";
        assertThat(refused(edges.getBytes(StandardCharsets.UTF_8), small)).contains("more than 2 dependencies");
        String many = "{\"tasks\": [{\"id\": \"b\", \"after\": [\"a\", \"a\", \"a\", \"a\", \"a\"]}]}";
        assertThat(refused(many.getBytes(StandardCharsets.UTF_8), small)).contains("more than 2 dependencies");
        String uses = "<adag><job id=\"a\"><uses file=\"f\" link=\"input\"/><uses file=\"f\" link=\"input\"/>"
                + "<uses file=\"f\" link=\"input\"/></job></adag>";
        assertThat(refused(uses.getBytes(StandardCharsets.UTF_8), small)).contains("read and write more than 2 files");
        String files = "{\"workflow\": {\"specification\": {\"files\": [{\"id\": \"a\", \"sizeInBytes\": 1},"
                + " {\"id\": \"b\", \"sizeInBytes\": 1}, {\"id\": \"c\", \"sizeInBytes\": 1}]}}}";
        assertThat(refused(files.getBytes(StandardCharsets.UTF_8), small)).contains("more than 2 files");
        String runs = "{\"workflow\": {\"execution\": {\"tasks\": ["
                + "{\"id\": \"a\", \"runtimeInSeconds\": 1},".repeat(3)
                + "{\"id\": \"a\", \"runtimeInSeconds\": 1}]}}}";
        assertThat(refused(runs.getBytes(StandardCharsets.UTF_8), small)).contains("more than 3 run times");
    }

    /** A packed file of some kilobytes that would be a gigabyte. */
    @Test
    void packedBombs_endAtTheLimit() throws IOException {
        byte[] json =
                WorkflowFilesTest.zipped(("{\"name\": \"" + " ".repeat(5_000_000)).getBytes(StandardCharsets.UTF_8));
        byte[] xml = WorkflowFilesTest.zipped(("<adag>" + " ".repeat(5_000_000)).getBytes(StandardCharsets.UTF_8));
        FileLimits limits = new FileLimits(1_000_000, 10, 10);
        assertThat(refused(json, limits)).contains("more than 1000000 bytes");
        assertThat(refused(xml, limits)).contains("more than 1000000 bytes");
    }

    @Test
    void damagedGzip_isSaid() throws IOException {
        byte[] whole = WorkflowFilesTest.zipped(WorkflowFilesTest.sample("survey-2.1.xml"));
        assertThat(refused(Arrays.copyOf(whole, whole.length / 2), FileLimits.USUAL))
                .contains("damaged or cut short");
        byte[] json = WorkflowFilesTest.zipped(WorkflowFilesTest.sample("survey.json"));
        json[2] = 99;
        assertThat(refused(json, FileLimits.USUAL)).contains("damaged or cut short");
    }

    @Test
    void fileThatCannotBeRead_isNoBadWorkflow() {
        InputStream broken = new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("the disk is gone");
            }
        };
        assertThatThrownBy(() -> WorkflowFiles.read(broken, FileLimits.USUAL))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is gone");
    }

    @Test
    void taskWithoutATimeOnAMachine_isRefused() throws IOException {
        ReadWorkflow read = WorkflowFilesTest.read(WorkflowFilesTest.sample("survey.json"));
        assertThatThrownBy(() -> read.on(Machines.of(3, Link.NONE)))
                .isInstanceOf(BadWorkflow.class)
                .hasMessageContainingAll("task right: ", "machine m2, only on m0, m1;");
    }

    /** Whatever is broken in a file, the answer is a workflow or a {@link BadWorkflow}. */
    @Test
    void randomDamage_neverFailsInAnotherWay() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (String name : new String[] {"survey-1.4.json", "survey-1.5.json", "survey-2.1.xml", "survey-3.6.xml"}) {
            byte[] whole = WorkflowFilesTest.sample(name);
            for (int round = 0; round < 500; round++) {
                byte[] damaged =
                        Arrays.copyOf(whole, whole.length - (round % 5 == 0 ? random.nextInt(whole.length) : 0));
                for (int hit = random.nextInt(1, 4); hit > 0 && damaged.length > 0; hit--) {
                    damaged[random.nextInt(damaged.length)] = whole[random.nextInt(whole.length)];
                }
                try {
                    assertThat(WorkflowFilesTest.read(damaged).workflow().size())
                            .isPositive();
                } catch (BadWorkflow expected) {
                    assertThat(expected.getMessage()).as("seed " + seed).contains(": ");
                } catch (RuntimeException | IOException other) {
                    throw new AssertionError("seed " + seed + ", " + name + ", round " + round, other);
                }
            }
        }
    }
}
