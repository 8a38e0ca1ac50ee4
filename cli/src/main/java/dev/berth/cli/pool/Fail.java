package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import java.util.ArrayList;
import java.util.List;

/** {@code berth fail}. */
public final class Fail implements Command {
    private final PoolServers servers;

    public Fail(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Says that servers have broken down, whatever was promised: they are out from now on, until berth undrain.",
                "Who was to have them is planned anew within its terms; who finds no place waits for one.");
        servers.declare(syntax);
    }

    @Override
    public int run() {
        return servers.send("fail", servers.request(), this::words);
    }

    private String words(JsonNode answer) {
        return servers + " are out\n"
                + line(answer, "moved", "have another place: ")
                + line(answer, "degraded", "have none and wait for one: ")
                + line(answer, "displaced", "are gone: ");
    }

    private static String line(JsonNode answer, String field, String what) {
        List<String> ids = new ArrayList<>();
        answer.path(field).forEach(id -> ids.add(id.asText()));
        return ids.isEmpty() ? "" : what + String.join(", ", ids) + "\n";
    }
}
