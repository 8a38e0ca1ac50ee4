package dev.berth.cli.project;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;

/** {@code berth project close} and {@code open}. */
final class ProjectAccess implements Command {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final boolean open;

    private String name = "";

    ProjectAccess(Environment environment, boolean open) {
        this.remote = new Remote(environment);
        this.open = open;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                open
                        ? "Opens a closed project again, with the members and the limits it had. Only for administrators."
                        : "Closes a project: nothing new is booked for it. Its reservations and its reports stay. Only for administrators.");
        syntax.parameter("NAME", "Project", value -> name = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service()
                        .change(
                                "PATCH",
                                "/projects/" + Remote.encoded(name),
                                JsonTree.object().put("active", open),
                                idempotencyKey.value()),
                answer -> "%s: %s%n".formatted(open ? "Opened" : "Closed", AnswerText.text(answer, "name")));
    }
}
