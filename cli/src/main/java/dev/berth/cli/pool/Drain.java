package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth drain}. */
public final class Drain implements Command {
    private final PoolServers servers;

    private @Nullable String from;

    private @Nullable String to;

    private boolean dryRun;

    public Drain(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Takes servers out of service for a period. Refused if reservations need them then; --dry-run lists those.");
        servers.declare(syntax);
        syntax.text("--from", "TIME", "Start of the period. Default: now", value -> from = value);
        syntax.text("--to", "TIME", "End of the period. Default: until berth undrain", value -> to = value);
        syntax.flag("--dry-run", "Change nothing; exit code 1 if reservations are affected", () -> dryRun = true);
    }

    @Override
    public int run() {
        Remote remote = servers.remote();
        ObjectNode request = servers.request().put("dryRun", dryRun);
        if (from != null) {
            request.put("from", remote.moments().parse("--from", from).toString());
        }
        if (to != null) {
            request.put("to", remote.moments().parse("--to", to).toString());
        }
        List<String> inTheWay = new ArrayList<>();
        int code = remote.show(
                () -> {
                    Reply reply = servers.change("drain", request);
                    reply.json().path("inTheWay").forEach(id -> inTheWay.add(id.asText()));
                    return reply;
                },
                answer -> words(inTheWay, answer.path("affected"), remote));
        return code == ExitCode.DONE && !inTheWay.isEmpty() ? ExitCode.REFUSED : code;
    }

    private String words(List<String> inTheWay, JsonNode affected, Remote remote) {
        return !dryRun
                ? "Drained: " + servers + ". berth undrain puts them back into service\n"
                : inTheWay.isEmpty()
                        ? "Can be drained: " + servers + ". No reservations are affected\n"
                        : "Cannot be drained: " + servers + ". Affected reservations: " + String.join(", ", inTheWay)
                                + "\n"
                                + new AnswerText(remote.moments()).reservations(affected)
                                + "Move or cancel them first: berth change ID move --by DURATION\n";
    }
}
