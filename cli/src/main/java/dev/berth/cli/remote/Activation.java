package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.text.AnswerText;
import java.util.ArrayList;
import java.util.List;

/** Puts an account or a project out of use, or into use again. What belongs to it stays. */
public final class Activation implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final Kind kind;
    private final boolean active;
    private final String about;

    private String name = "";

    private boolean cancels;

    /** Kind of thing that can be taken out of use, with the words for putting it back in use and for taking it out. */
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
        if (kind == Kind.ACCOUNT && !active) {
            syntax.flag(
                    "--cancel-reservations",
                    "Cancel its reservations that have not begun, and its queued requests",
                    () -> cancels = true);
        }
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ObjectNode body = JsonTree.object().put("active", active);
        if (cancels) {
            body.put("cancelReservations", true);
        }
        return remote.show(
                () -> remote.service().change("PATCH", kind.path + Remote.encoded(name), body, idempotencyKey.value()),
                answer -> "%s: %s%n".formatted(active ? kind.on : kind.off, AnswerText.text(answer, "name"))
                        + leftBehind(answer));
    }

    /** Reservations that are still booked although their user is disabled, with how to cancel them. */
    private String leftBehind(JsonNode answer) {
        List<String> ids = new ArrayList<>();
        answer.path("reservations").forEach(id -> ids.add(id.asText()));
        return ids.isEmpty()
                ? ""
                : "Still booked: %s%nTo cancel them: berth account disable %s --cancel-reservations%n"
                        .formatted(String.join(", ", ids), name);
    }
}
