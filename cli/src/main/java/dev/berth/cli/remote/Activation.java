package dev.berth.cli.remote;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.text.AnswerText;

/** Puts an account or a project out of use, or into use again. What belongs to it stays. */
public final class Activation implements Command {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final Kind kind;
    private final boolean active;
    private final String about;

    private String name = "";

    /** What can be out of use, with what is said when it is in use again and when it no longer is. */
    public enum Kind {
        ACCOUNT("Account", "/accounts/", "Enabled", "Disabled"),
        PROJECT("Project", "/projects/", "Opened", "Closed");

        private final String word;
        private final String path;
        private final String on;
        private final String off;

        Kind(String word, String path, String on, String off) {
            this.word = word;
            this.path = path;
            this.on = on;
            this.off = off;
        }
    }

    /** @param about what it does, for its help */
    public Activation(Environment environment, Kind kind, boolean active, String about) {
        this.remote = new Remote(environment);
        this.kind = kind;
        this.active = active;
        this.about = about;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(about);
        syntax.parameter("NAME", kind.word, value -> name = value);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(
                () -> remote.service()
                        .change(
                                "PATCH",
                                kind.path + Remote.encoded(name),
                                JsonTree.object().put("active", active),
                                idempotencyKey.value()),
                answer -> "%s: %s%n".formatted(active ? kind.on : kind.off, AnswerText.text(answer, "name")));
    }
}
