package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth fail}. */
public final class Fail implements ShellCommand {
    private final PoolServers servers;

    private @Nullable String until;

    private @Nullable String length;

    private boolean dryRun;

    public Fail(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Marks servers as failed; their reservations are rescheduled. The servers are out of service until berth undrain.",
                "Each affected reservation moves to other servers within its agreement. Reservations that cannot move wait for replacements.",
                "With an expected repair time, later reservations may use the servers. If they are not back by then, the outage is extended by a quarter of its length and those reservations are rescheduled. Repeat the command to change the estimate.");
        servers.declare(syntax);
        syntax.text("--until", "TIME", "When the repair is expected. Default: unknown", value -> until = value);
        syntax.text(
                "--for", "DURATION", "How long the repair is expected to take, such as 4h", value -> length = value);
        syntax.flag(
                "--dry-run", "Change nothing; show which reservations would be affected, and how", () -> dryRun = true);
        syntax.examples("berth fail gpu --servers 3 --for 4h", "berth fail gpu --servers 3 --dry-run");
    }

    @Override
    public int run() {
        Moments moments = servers.remote().moments();
        ObjectNode request = servers.request();
        Instant repair = repair(moments);
        if (repair != null) {
            request.put("until", repair.toString());
        }
        if (dryRun) {
            request.put("dryRun", true);
        }
        return servers.send("fail", request, answer -> words(answer, repair, moments));
    }

    private @Nullable Instant repair(Moments moments) {
        if (until != null && length != null) {
            throw new BadInput("--until and --for cannot be combined; give one of them");
        }
        if (length != null) {
            return moments.clock().instant().plus(Spans.positive("--for", length));
        }
        return until == null ? null : moments.parse("--until", until);
    }

    private String words(JsonNode answer, @Nullable Instant repair, Moments moments) {
        boolean isEmpty = answer.path("affected").isEmpty();
        return (dryRun ? "Would be marked as failed: " : "Marked as failed: ")
                + servers.named(answer)
                + (repair == null ? "" : ". Expected back: " + moments.text(repair))
                + (dryRun && isEmpty && answer.path("displaced").isEmpty() ? ". No reservations would be affected" : "")
                + "\n"
                + line(answer, "moved", dryRun ? "Would move to other servers: " : "Moved to other servers: ")
                + line(
                        answer,
                        "degraded",
                        dryRun
                                ? "Would have no servers and wait for replacements: "
                                : "Without servers, waiting for replacements: ")
                + line(
                        answer,
                        "displaced",
                        dryRun
                                ? "Would end, because no servers could replace theirs: "
                                : "Ended, because no servers could replace theirs: ")
                + (isEmpty ? "" : new AnswerText(moments).reservations(answer.path("affected")));
    }

    private static String line(JsonNode answer, String field, String what) {
        List<String> ids = new ArrayList<>();
        answer.path(field).forEach(id -> ids.add(id.asText()));
        return ids.isEmpty() ? "" : what + String.join(", ", ids) + "\n";
    }
}
