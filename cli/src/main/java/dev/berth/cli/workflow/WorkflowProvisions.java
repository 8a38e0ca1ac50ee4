package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.ProvisionText;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth workflow provisions}. */
@Command(
        name = "provisions",
        description = "What you have booked from searches, or one of them with its allocations and tasks.")
final class WorkflowProvisions implements Callable<Integer> {
    @Mixin
    private final Remote remote;

    @Parameters(paramLabel = "PROVISION", arity = "0..1", description = "Such as p3.")
    private @Nullable String provision;

    @Option(names = "--after", paramLabel = "PROVISION", description = "Go on after this one.")
    private @Nullable String after;

    WorkflowProvisions(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        String path = provision == null
                ? "/provisions" + new QueryString().with("after", after)
                : "/provisions/" + Remote.encoded(provision);
        return remote.show(() -> remote.service().send("GET", path), this::words);
    }

    private String words(JsonNode answer) {
        ProvisionText words = new ProvisionText(new AnswerText(remote.moments()));
        if (answer.has("provision")) {
            return words.line(answer) + words.allocations(answer) + words.tasks(answer);
        }
        if (answer.path("provisions").isEmpty()) {
            return "no provisions; book one with berth workflow provision\n";
        }
        String table = words.list(answer.path("provisions"));
        return answer.has("next") ? table + "There are more: --after " + AnswerText.text(answer, "next") + "\n" : table;
    }
}
