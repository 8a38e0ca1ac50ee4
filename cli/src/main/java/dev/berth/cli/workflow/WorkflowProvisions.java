package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.ProvisionText;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow provisions}. */
final class WorkflowProvisions implements Command {
    private final Remote remote;

    private @Nullable String provision;

    private @Nullable String after;

    WorkflowProvisions(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("What you have booked from searches, or one of them with its allocations and tasks.");
        syntax.parameter("PROVISION", "Such as p3.", value -> provision = value).optional();
        syntax.text("--after", "PROVISION", "Go on after this one.", value -> after = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
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
