package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import org.jspecify.annotations.Nullable;

/** {@code berth give}. */
public final class GiveCommand implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";

    private String to = "";

    private @Nullable String project;

    private boolean dryRun;

    public GiveCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Hands a reservation over to another user. Its time, servers and price stay, and a command that runs in it goes on. It"
                        + " counts against the quota of its new owner from then on, and no longer against yours. For its owner,"
                        + " operators, and the staff of its project.");
        syntax.parameter("ID", "Reservation, such as r17", value -> id = value);
        syntax.parameter("ACCOUNT", "Its new owner", value -> to = value);
        syntax.text(
                "--project",
                "NAME",
                "Project that pays from then on (operators only, if another one pays now). Default: the one that pays now",
                value -> project = value);
        syntax.flag("--dry-run", "Show whether it is possible, and change nothing", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth give r17 ana", "berth give r17 ana --dry-run");
    }

    @Override
    public int run() {
        ObjectNode request = JsonTree.object().put("to", to);
        if (project != null) {
            request.put("project", project);
        }
        if (dryRun) {
            request.put("dryRun", true);
        }
        return remote.show(
                () -> remote.service()
                        .change(
                                "POST",
                                "/reservations/" + Remote.encoded(id) + "/give",
                                request,
                                idempotencyKey.value()),
                this::words);
    }

    private String words(JsonNode answer) {
        return dryRun
                ? "%s could be given to %s%nNothing was changed, because of --dry-run%n".formatted(id, to)
                : "%s belongs to %s now%n".formatted(id, to);
    }
}
