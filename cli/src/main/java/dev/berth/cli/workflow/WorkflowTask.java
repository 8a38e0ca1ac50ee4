package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import dev.berth.cli.time.Spans;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow task}. */
final class WorkflowTask implements Command {
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
        syntax.about("Tells what happened to a task of a booked plan, and what is to become of the rest.");
        syntax.parameter("PLAN", "Such as w3.", value -> plan = value);
        syntax.parameter("TASK", "The id of the task in the workflow.", value -> task = value);
        syntax.flag("--finished", "It is done before its slot ends.", () -> finished = true);
        syntax.flag("--failed", "It has to run again, and so has what began after it.", () -> failed = true);
        syntax.text("--overrun", "DURATION", "It takes so much longer than expected so far.", value -> overrun = value);
        syntax.text(
                "--then",
                "WHAT",
                "replan, release or keep the rest; keep after --finished unless told, else replan.",
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
            throw new BadInput("say what happened: one of --finished, --failed and --overrun DURATION");
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
            case "replanned" -> "planned anew: " + AnswerText.text(answer, "moved") + " tasks have another slot";
            case "released" -> "given up";
            default -> "as it was";
        };
        return "the rest is " + rest + "\n" + words.line(answer) + words.price(answer);
    }
}
