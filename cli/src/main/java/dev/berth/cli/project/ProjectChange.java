package dev.berth.cli.project;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;

/** {@code berth project change}. */
final class ProjectChange implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final ProjectTerms terms = new ProjectTerms();

    private String name = "";

    ProjectChange(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Changes a project; everything else stays as it is. Only for administrators.");
        syntax.parameter("NAME", "Project", value -> name = value);
        terms.declare(syntax);
        terms.declareRemoval(syntax);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth project change climate --quota 500h/30d",
                "berth project change climate --quota 100h/7d --pool gpu",
                "berth project change climate --budget 500/month");
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object();
        terms.addTo(request);
        if (request.isEmpty()) {
            throw new BadInput("Nothing to change: give at least one option, such as --quota 500h/30d");
        }
        return remote.show(
                () -> remote.service()
                        .change("PATCH", "/projects/" + Remote.encoded(name), request, idempotencyKey.value()),
                answer -> "Changed\n" + ProjectText.whole(answer));
    }
}
