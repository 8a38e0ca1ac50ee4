package dev.berth.cli.project;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;

/** {@code berth project member} and {@code berth project staff}, each with {@code add} and {@code remove}. */
final class ProjectMember implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final Kind kind;
    private final boolean add;

    private String project = "";
    private String account = "";

    /** Relation of an account to a project. */
    enum Kind {
        MEMBER(
                "member",
                "members",
                "Lets an account book for a project. Only for administrators.",
                "Takes an account out of a project. Its reservations still count for the project. Only for administrators."),
        STAFF(
                "staff",
                "staff",
                "Lets an account book for the members of a project, and share and hand over what is booked for it. Only for administrators.",
                "Removes an account from the staff of a project. What it booked for others stays. Only for administrators.");

        private final String word;
        private final String path;
        private final String adds;
        private final String removes;

        Kind(String word, String path, String adds, String removes) {
            this.word = word;
            this.path = path;
            this.adds = adds;
            this.removes = removes;
        }
    }

    ProjectMember(Environment environment, Kind kind, boolean add) {
        this.remote = new Remote(environment);
        this.kind = kind;
        this.add = add;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(add ? kind.adds : kind.removes);
        syntax.parameter("PROJECT", "Project", value -> project = value);
        syntax.parameter("ACCOUNT", "Account", value -> account = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth project " + kind.word + (add ? " add" : " remove") + " climate ana");
    }

    @Override
    public int run() {
        return remote.show(this::change, answer -> (add ? "Added\n" : "Removed\n") + ProjectText.whole(answer));
    }

    private Reply change() {
        return remote.service()
                .change(
                        add ? "PUT" : "DELETE",
                        "/projects/" + Remote.encoded(project) + "/" + kind.path + "/" + Remote.encoded(account),
                        null,
                        idempotencyKey.value());
    }
}
