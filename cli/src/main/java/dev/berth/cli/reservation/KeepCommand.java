package dev.berth.cli.reservation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code berth keep}. */
public final class KeepCommand implements ShellCommand {
    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String id = "";
    private @Nullable Duration time;

    public KeepCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Keeps a running reservation although it is idle: nothing of it is given back for a while. After that its idle time is"
                        + " counted from zero.");
        syntax.parameter("ID", "Running reservation, such as r17", value -> id = value);
        syntax.text(
                "--for",
                "DURATION",
                "How long to keep it, at most 7 days. Default: keep of the pool in site.yaml",
                value -> time = Spans.positive("--for", value));
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth keep r17 --for 4h");
    }

    @Override
    public int run() {
        String path = "/reservations/" + Remote.encoded(id) + "/keep";
        ObjectNode request = JsonTree.object();
        if (time != null) {
            request.put("for", time.toString());
        }
        return remote.show(
                () -> remote.service().change("POST", path, request, idempotencyKey.value()),
                answer -> "%s is kept until %s, idle or not%n"
                        .formatted(id, new AnswerText(remote.moments()).time(answer, "keptUntil")));
    }
}
