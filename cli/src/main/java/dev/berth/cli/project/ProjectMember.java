package dev.berth.cli.project;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;

/** {@code berth project member add} and {@code remove}. */
final class ProjectMember implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final boolean add;

    private String project = "";
    private String account = "";

    ProjectMember(Environment environment, boolean add) {
        this.remote = new Remote(environment);
        this.add = add;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                add
                        ? "Lets an account book for a project. Only for administrators."
                        : "Takes an account out of a project. Its reservations still count for the project. Only for administrators.");
        syntax.parameter("PROJECT", "Project", value -> project = value);
        syntax.parameter("ACCOUNT", "Account", value -> account = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth project member " + (add ? "add" : "remove") + " climate ana");
    }

    @Override
    public int run() {
        return remote.show(this::change, answer -> (add ? "Added\n" : "Removed\n") + ProjectText.whole(answer));
    }

    private Reply change() {
        return remote.service()
                .change(
                        add ? "PUT" : "DELETE",
                        "/projects/" + Remote.encoded(project) + "/members/" + Remote.encoded(account),
                        null,
                        idempotencyKey.value());
    }
}
