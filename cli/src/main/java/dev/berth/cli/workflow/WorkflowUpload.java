package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth workflow upload}. */
@Command(
        name = "upload",
        description = {
            "Sends a workflow to the service, which keeps it for a day.",
            "",
            "FILE is WfCommons WfFormat (1.4, 1.5), Pegasus DAX (2.1, 3.x) or Berth's own JSON; it may be gzipped."
        })
final class WorkflowUpload implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(paramLabel = "FILE", description = "The workflow; - is standard input.")
    private String file = "";

    WorkflowUpload(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        return remote.show(() -> WorkflowFile.send(remote, file), this::words);
    }

    private String words(JsonNode sent) {
        return """
                workflow %s, %s: %s tasks in %s levels, %s edges; until %s
                Book it: berth workflow book %1$s --deadline TIME
                """.formatted(
                        AnswerText.text(sent, "id"),
                        AnswerText.text(sent, "name"),
                        AnswerText.text(sent, "taskCount"),
                        AnswerText.text(sent, "levels"),
                        AnswerText.text(sent, "edgeCount"),
                        new AnswerText(remote.moments()).time(sent, "expires"));
    }
}
