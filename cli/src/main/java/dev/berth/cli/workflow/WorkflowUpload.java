package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Count;

/** {@code berth workflow upload}. */
final class WorkflowUpload implements ShellCommand {
    private final Remote remote;

    private String file = "";

    WorkflowUpload(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Uploads a workflow to the service, which keeps it for a day.",
                "Reads WfCommons WfFormat (1.4 to 1.6), Pegasus DAX (2.1, 3.x) and Berth's JSON, also gzipped; the format is detected from the content.");
        syntax.parameter("FILE", "Workflow file; - reads standard input", value -> file = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> WorkflowFile.send(remote, file), this::words);
    }

    private String words(JsonNode sent) {
        return """
                workflow %s, %s: %s in %s, %s; kept until %s
                Book it: berth workflow book %1$s --deadline TIME
                """.formatted(
                        AnswerText.text(sent, "id"),
                        AnswerText.text(sent, "name"),
                        Count.of(sent.path("taskCount").asLong(), "task"),
                        Count.of(sent.path("levels").asLong(), "level"),
                        Count.of(sent.path("edgeCount").asLong(), "edge"),
                        new AnswerText(remote.moments()).time(sent, "expires"));
    }
}
