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
                "Marks servers as failed; their reservations are rescheduled. The servers are out of service until berth undrain.",
                "Each affected reservation moves to other servers within its agreement. Reservations that cannot move wait for replacements.");
        servers.declare(syntax);
    }

    @Override
    public int run() {
        return servers.send("fail", servers.request(), this::words);
    }

    private String words(JsonNode answer) {
        return "Marked as failed: " + servers + "\n"
                + line(answer, "moved", "Moved to other servers: ")
                + line(answer, "degraded", "Without servers, waiting for replacements: ")
                + line(answer, "displaced", "Ended, because no servers could replace theirs: ");
    }

    private static String line(JsonNode answer, String field, String what) {
        List<String> ids = new ArrayList<>();
        answer.path(field).forEach(id -> ids.add(id.asText()));
        return ids.isEmpty() ? "" : what + String.join(", ", ids) + "\n";
    }
}
