package dev.berth.workflow.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.workflow.model.BadWorkflow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Commands of the tasks of a file. */
class TaskCommandsTest {
    private static Map<String, List<String>> commands(String text) throws IOException {
        return read(text, FileLimits.USUAL.withCommands()).commands();
    }

    private static ReadWorkflow read(String text, FileLimits limits) throws IOException {
        return WorkflowFiles.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), limits);
    }

    @Test
    void native_aTextIsForTheShell_aListIsAProgram() throws IOException {
        String text = """
                {"tasks": [
                    {"id": "a", "seconds": 1, "command": "cat x | sort > y"},
                    {"id": "b", "seconds": 1, "command": ["plot", "--title", "", "$HOME"]},
                    {"id": "c", "seconds": 1}]}
                """;

        assertThat(commands(text))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "a", List.of("sh", "-c", "cat x | sort > y"),
                        "b", List.of("plot", "--title", "", "$HOME")));
        // Who does not run them does not keep them.
        assertThat(read(text, FileLimits.USUAL).commands()).isEmpty();
    }

    @Test
    void native_anythingElse_isRefused() {
        assertThatThrownBy(() -> commands("{\"tasks\": [{\"id\": \"a\", \"command\": 7}]}"))
                .isInstanceOf(BadWorkflow.class)
                .hasMessageContaining("command of a task: \"7\"");
        assertThatThrownBy(() -> commands("{\"tasks\": [{\"id\": \"a\", \"command\": [\"x\", 7]}]}"))
                .isInstanceOf(BadWorkflow.class)
                .hasMessageContaining("a word of a command: \"7\"");
    }

    @Test
    void wfFormat_theCommandOfTheExecution() throws IOException {
        assertThat(commands("""
                        {"schemaVersion": "1.5", "workflow": {
                            "execution": {"tasks": [
                                {"id": "t2", "runtimeInSeconds": 1, "command": {"arguments": ["-a", ""], "program": "join"}},
                                {"id": "t1", "runtimeInSeconds": 1, "command": {"program": "split"}}]},
                            "specification": {"tasks": [
                                {"name": "one", "id": "t1", "parents": [], "children": ["t2"]},
                                {"name": "two", "id": "t2", "parents": ["t1"], "children": []}]}}}
                        """))
                .containsExactlyInAnyOrderEntriesOf(Map.of("t1", List.of("split"), "t2", List.of("join", "-a", "")));
    }

    @Test
    void wfFormat14_theCommandOfTheTask_andNoneWithoutAProgram() throws IOException {
        assertThat(commands("""
                        {"schemaVersion": "1.4", "workflow": {"tasks": [
                            {"name": "a", "id": "t1", "runtimeInSeconds": 1, "command": {"program": "p", "arguments": ["x y"]}},
                            {"name": "b", "id": "t2", "runtimeInSeconds": 1, "command": {"arguments": ["x"]}},
                            {"name": "c", "id": "t3", "runtimeInSeconds": 1, "command": null}]}}
                        """)).isEqualTo(Map.of("t1", List.of("p", "x y")));
    }

    @Test
    void dax_theNameOfTheJob_andItsArguments_withFilesInBetween() throws IOException {
        assertThat(commands("""
                        <adag version="3.3"><job id="a" name="mAdd" runtime="1">
                            <argument>-e  'two words' "a &amp; 'b'" <file name="in put.fits"/> --out=<filename file="o.fits"/> ''</argument>
                            <uses name="in put.fits" link="input"/>
                        </job><job id="b" name="plain" runtime="1"/></adag>
                        """))
                .isEqualTo(
                        Map.of("a", List.of("mAdd", "-e", "two words", "a & 'b'", "in put.fits", "--out=o.fits", "")));
    }
}
