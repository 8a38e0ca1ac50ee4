package dev.berth.cli.project;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import java.util.ArrayList;
import java.util.List;

/** {@code berth project add}. */
final class ProjectAdd implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final ProjectTerms terms = new ProjectTerms();
    private final List<String> members = new ArrayList<>();

    private String name = "";

    ProjectAdd(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Adds a project. Only for administrators.");
        syntax.parameter("NAME", "Name of the project", value -> name = value);
        syntax.text("--member", "ACCOUNT", "Account that may book for it; may be repeated", members::add)
                .repeatable();
        terms.declare(syntax);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth project add climate --title \"Climate models\" --member ana --member ben");
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object().put("name", name);
        if (!members.isEmpty()) {
            members.forEach(request.putArray("members")::add);
        }
        terms.addTo(request);
        return remote.show(
                () -> remote.service().change("POST", "/projects", request, idempotencyKey.value()),
                answer -> "Added\n" + ProjectText.whole(answer));
    }
}
