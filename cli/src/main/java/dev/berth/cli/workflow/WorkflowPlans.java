package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.PlanText;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth workflow plans}. */
@Command(name = "plans", description = "Your booked plans, or one of them with where its tasks stand.")
final class WorkflowPlans implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(paramLabel = "PLAN", arity = "0..1", description = "Such as w3.")
    private @Nullable String plan;

    @Option(names = "--after", paramLabel = "PLAN", description = "Go on after this one.")
    private @Nullable String after;

    WorkflowPlans(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
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
            return "no plans; book one with berth workflow book\n";
        }
        String table = words.list(answer.path("plans"));
        return answer.has("next") ? table + "There are more: --after " + AnswerText.text(answer, "next") + "\n" : table;
    }
}
