package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
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
public final class DrainCommand implements ShellCommand {
    private final PoolServers servers;

    private @Nullable String from;

    private @Nullable String to;

    private boolean move;

    private boolean dryRun;

    public DrainCommand(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Takes servers out of service for a period. Refused if reservations need them then, unless --move is given.",
                "A refusal and --dry-run list the affected reservations: owner, time and what --move would do to each.");
        servers.declare(syntax);
        syntax.text("--from", "TIME", "Start of the period. Default: now", value -> from = value);
        syntax.text("--to", "TIME", "End of the period. Default: until berth undrain", value -> to = value);
        syntax.flag(
                "--move",
                "Move the affected reservations within their agreements first; refused unless all of them can move",
                () -> move = true);
        syntax.flag("--dry-run", "Change nothing; exit code 1 if the drain would be refused", () -> dryRun = true);
        syntax.examples("berth drain gpu --servers 4-7 --from \"Mon 06:00\" --to \"Mon 12:00\" --dry-run");
    }

    @Override
    public int run() {
        Remote remote = servers.remote();
        ObjectNode request = servers.request();
        if (move) {
            request.put("move", true);
        }
        if (from != null) {
            request.put("from", remote.moments().parse("--from", from).toString());
        }
        if (to != null) {
            request.put("to", remote.moments().parse("--to", to).toString());
        }
        return dryRun ? rehearse(remote, request) : carryOut(remote, request);
    }

    private int rehearse(Remote remote, ObjectNode request) {
        boolean[] isPossible = {true};
        int code = remote.show(
                () -> {
                    Reply reply = servers.change("drain", request.put("dryRun", true));
                    isPossible[0] = move
                            ? !DrainText.anyStuck(reply.json().path("outcomes"))
                            : reply.json().path("inTheWay").isEmpty();
                    return reply;
                },
                answer -> rehearsed(answer, isPossible[0], text(remote)));
        return code == ExitCode.DONE && !isPossible[0] ? ExitCode.REFUSED : code;
    }

    private String rehearsed(JsonNode answer, boolean isPossible, DrainText text) {
        List<String> inTheWay = new ArrayList<>();
        answer.path("inTheWay").forEach(id -> inTheWay.add(id.asText()));
        JsonNode outcomes = answer.path("outcomes");
        return (isPossible ? "Can be drained: " : "Cannot be drained: ")
                + servers.named(answer)
                + (inTheWay.isEmpty()
                        ? ". No reservations " + (outcomes.isEmpty() ? "are affected\n" : "have to move\n")
                        : ". Affected reservations: " + String.join(", ", inTheWay) + "\n")
                + text.outcomes(outcomes, false)
                + (isPossible ? "" : DrainText.advice(outcomes));
    }

    private int carryOut(Remote remote, ObjectNode request) {
        Reply reply = servers.change("drain", request);
        int code = remote.show(() -> reply, this::drained);
        if (reply.json().path("code").asText().equals("reservations-in-the-way") && !remote.isJson()) {
            JsonNode outcomes = servers.change("drain", request.put("dryRun", true))
                    .expected()
                    .path("outcomes");
            remote.err().print(text(remote).outcomes(outcomes, false) + DrainText.advice(outcomes));
        }
        return code;
    }

    private String drained(JsonNode answer) {
        return text(servers.remote()).outcomes(answer.path("outcomes"), true) + "Drained: " + servers.named(answer)
                + ". berth undrain puts them back into service\n";
    }

    private static DrainText text(Remote remote) {
        return new DrainText(new AnswerText(remote.moments()));
    }
}
