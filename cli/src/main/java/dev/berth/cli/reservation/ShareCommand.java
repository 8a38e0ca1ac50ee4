package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth share}. */
public final class ShareCommand implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private @Nullable String added;

    private @Nullable String removed;

    private boolean none;

    public ShareCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shares a reservation with guests, who see it and may run commands in it with berth run --reservation. Its owner alone"
                        + " changes it, and it counts against the owner's quota. For its owner, operators, and the staff of its"
                        + " project.");
        syntax.parameter("ID", "Reservation, such as r17", value -> id = value);
        syntax.parameter(
                        "NAMES",
                        "Guests to add: accounts, or projects, whose members at any time are meant; separated by commas. project:NAME is"
                                + " the project where an account has the same name",
                        value -> added = value)
                .optional();
        syntax.text("--remove", "NAMES", "Guests to remove, separated by commas", value -> removed = value);
        syntax.flag("--none", "Share it with nobody any more", () -> none = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth share r17 ana,ben", "berth share r17 --remove ben", "berth share r17 --none");
    }

    /** The names in a list, separated by commas, as the service takes them. */
    static void put(ObjectNode request, String field, @Nullable String names) {
        if (names != null) {
            List.of(names.split(",")).stream()
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .forEach(request.withArray("/" + field)::add);
        }
    }

    @Override
    public int run() {
        if (none == (added != null || removed != null)) {
            throw new BadInput(
                    none
                            ? "--none must be given alone: it removes all guests"
                            : "NAMES is missing; name the guests, for example: berth share " + id + " ana,ben");
        }
        return remote.show(this::changed, ShareCommand::words);
    }

    private Reply changed() {
        String path = "/reservations/" + Remote.encoded(id) + "/guests";
        if (none) {
            return remote.service().change("DELETE", path, null, idempotencyKey.value());
        }
        ObjectNode request = JsonTree.object();
        put(request, "add", added);
        put(request, "remove", removed);
        return remote.service().change("POST", path, request, idempotencyKey.value());
    }

    private static String words(JsonNode answer) {
        String guests = AnswerText.guests(answer);
        String id = AnswerText.text(answer, "id");
        return guests.isEmpty()
                ? "%s is shared with nobody%n".formatted(id)
                : "%s is shared with %s%nThey run commands in it with: berth run --reservation %1$s -- COMMAND%n"
                        .formatted(id, guests);
    }
}
