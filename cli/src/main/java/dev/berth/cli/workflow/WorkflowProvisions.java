package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.ProvisionText;
import org.jspecify.annotations.Nullable;

/** {@code berth workflow provisions}. */
final class WorkflowProvisions implements ShellCommand {
    private final Remote remote;

    private @Nullable String provision;

    private @Nullable String after;

    WorkflowProvisions(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists what you booked with berth workflow provision, or shows one of these with its slots and tasks.");
        syntax.parameter("PROVISION", "Provision, such as p3. Default: list all", value -> provision = value)
                .optional();
        syntax.text("--after", "PROVISION", "Continue after this provision", value -> after = value);
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
            return "No provisions; book one with berth workflow provision\n";
        }
        String table = words.list(answer.path("provisions"));
        return answer.has("next") ? table + "More with --after " + AnswerText.text(answer, "next") + "\n" : table;
    }
}
