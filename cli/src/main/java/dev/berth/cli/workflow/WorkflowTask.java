package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import dev.berth.cli.time.Spans;
import dev.berth.service.wire.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth workflow task}. */
@Command(
        name = "task",
        description = "Tells what happened to a task of a booked plan, and what is to become of the rest.")
final class WorkflowTask implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Mixin
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    @Parameters(index = "0", paramLabel = "PLAN", description = "Such as w3.")
    private String plan = "";

    @Parameters(index = "1", paramLabel = "TASK", description = "The id of the task in the workflow.")
    private String task = "";

    @Option(names = "--finished", description = "It is done before its slot ends.")
    private boolean finished;

    @Option(names = "--failed", description = "It has to run again, and so has what began after it.")
    private boolean failed;

    @Option(names = "--overrun", paramLabel = "DURATION", description = "It takes so much longer than expected so far.")
    private @Nullable String overrun;

    @Option(
            names = "--then",
            paramLabel = "WHAT",
            description = "replan, release or keep the rest; keep after --finished unless told, else replan.")
    private @Nullable String then;

    WorkflowTask(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = request();
        String path = "/plans/" + Remote.encoded(plan) + "/tasks/" + Remote.encoded(task);
        return remote.show(() -> remote.service().change("POST", path, request, idempotencyKey.value()), this::words);
    }

    private ObjectNode request() {
        if ((finished ? 1 : 0) + (failed ? 1 : 0) + (overrun == null ? 0 : 1) != 1) {
            throw new BadInput("say what happened: one of --finished, --failed and --overrun DURATION");
        }
        ObjectNode request = Json.object().put("event", finished ? "finished" : failed ? "failed" : "overrun");
        if (overrun != null) {
            request.put("more", Spans.parse("--overrun", overrun).toString());
        }
        return then == null ? request : request.put("then", then);
    }

    private String words(JsonNode answer) {
        PlanText words = new PlanText(new AnswerText(remote.moments()));
        String rest = switch (AnswerText.text(answer, "outcome")) {
            case "replanned" -> "planned anew: " + AnswerText.text(answer, "moved") + " tasks have another slot";
            case "released" -> "given up";
            default -> "as it was";
        };
        return "the rest is " + rest + "\n" + words.line(answer) + words.price(answer);
    }
}
