package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import dev.berth.words.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow task}. */
final class WorkflowTask implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String plan = "";

    private String task = "";

    private boolean finished;

    private boolean failed;

    private @Nullable String overrun;

    private @Nullable String then;

    WorkflowTask(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Reports what happened to a task of a booked plan. The remaining tasks are then replanned, released or kept.");
        syntax.parameter("PLAN", "Plan, such as w3", value -> plan = value);
        syntax.parameter("TASK", "Id of the task in the workflow", value -> task = value);
        syntax.flag("--finished", "The task is done before the end of its slot", () -> finished = true);
        syntax.flag(
                "--failed",
                "The task must run again, and so must the tasks that started after it",
                () -> failed = true);
        syntax.text(
                "--overrun",
                "DURATION",
                "The task takes this much longer than expected so far",
                value -> overrun = value);
        syntax.text(
                "--then",
                "WHAT",
                "replan, release or keep the remaining tasks. Default: keep after --finished, else replan",
                value -> then = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode request = request();
        String path = "/plans/" + Remote.encoded(plan) + "/tasks/" + Remote.encoded(task);
        return remote.show(() -> remote.service().change("POST", path, request, idempotencyKey.value()), this::words);
    }

    private ObjectNode request() {
        if ((finished ? 1 : 0) + (failed ? 1 : 0) + (overrun == null ? 0 : 1) != 1) {
            throw new BadInput("Give one of --finished, --failed and --overrun DURATION");
        }
        ObjectNode request = JsonTree.object().put("event", finished ? "finished" : failed ? "failed" : "overrun");
        if (overrun != null) {
            request.put("more", Spans.parse("--overrun", overrun).toString());
        }
        return then == null ? request : request.put("then", then);
    }

    private String words(JsonNode answer) {
        PlanText words = new PlanText(new AnswerText(remote.moments()));
        String rest = switch (AnswerText.text(answer, "outcome")) {
            case "replanned" -> "replanned, " + AnswerText.text(answer, "moved") + " moved";
            case "released" -> "released";
            default -> "unchanged";
        };
        return "Remaining tasks: " + rest + "\n" + words.line(answer) + words.price(answer);
    }
}
