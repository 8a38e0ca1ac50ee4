package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow plans}. */
final class WorkflowPlans implements ShellCommand {
    private final Remote remote;

    private @Nullable String plan;

    private @Nullable String after;

    WorkflowPlans(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists your booked plans, or shows one plan with the state of its tasks.");
        syntax.parameter("PLAN", "Plan, such as w3. Default: list all", value -> plan = value)
                .optional();
        syntax.text("--after", "PLAN", "Continue after this plan", value -> after = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        String path =
                plan == null ? "/plans" + new QueryString().with("after", after) : "/plans/" + Remote.encoded(plan);
        return remote.show(() -> remote.service().send("GET", path), this::words);
    }

    private String words(JsonNode answer) {
        PlanText words = new PlanText(new AnswerText(remote.moments()));
        if (answer.has("plan")) {
            return words.line(answer) + words.tasks(answer);
        }
        if (answer.path("plans").isEmpty()) {
            return "No plans; book one with berth workflow book\n";
        }
        String table = words.list(answer.path("plans"));
        return answer.has("next") ? table + "More with --after " + AnswerText.text(answer, "next") + "\n" : table;
    }
}
