package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.Columns;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code berth runs}. */
public final class RunsCommand implements ShellCommand {
    private final Remote remote;
    private boolean all;

    public RunsCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Lists the commands that berth run runs for you: those that run now on any machine, and those of this machine"
                        + " that wait or were left running with --detach. Works also while the service is down.");
        syntax.flag("--all", "Also list commands that have ended on other machines", () -> all = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        RunFiles files = RunFiles.of(remote.environment());
        new Backlog(remote.environment(), files).settle();
        Map<String, ObjectNode> runs = new HashMap<>();
        files.all().stream()
                .filter(note -> !note.reservation().isEmpty())
                .forEach(note -> runs.put(note.reservation(), local(note)));
        try {
            // Those of this machine are listed in any case.
            remote.service()
                    .withoutWaiting()
                    .send("GET", "/runs?limit=1000" + (all ? "" : "&running=true"))
                    .expected()
                    .path("runs")
                    .forEach(run -> runs.merge(
                            run.path("reservation").asText(),
                            (ObjectNode) run,
                            (here, there) ->
                                    there.put("detached", here.path("detached").asBoolean())));
            opportunists(runs);
        } catch (Failed | BadInput | RefusedByService e) {
            remote.err().println(e.getMessage() + "\nOnly the runs of this machine are listed");
        }
        List<ObjectNode> sorted = runs.values().stream()
                .sorted(Comparator.comparingLong(RunsCommand::number))
                .toList();
        if (remote.isJson()) {
            ArrayNode array = JsonTree.array();
            sorted.forEach(array::add);
            remote.out().println(JsonTree.pretty(array));
        } else if (sorted.isEmpty()) {
            remote.out().println("No runs; berth run -- COMMAND starts one");
        } else {
            Columns table = new Columns("ID", "COMMAND", "STATE", "HOST", "SINCE", "EXIT");
            sorted.forEach(run -> table.row(
                    run.path("reservation").asText(),
                    run.path("command").asText(),
                    shown(run.path("state").asText()),
                    run.path("host").asText(),
                    run.has("since") ? remote.moments().text(run.path("since").asText()) : "",
                    run.path("exitCode").asText("")));
            remote.out().print(table);
        }
        return ExitCode.DONE;
    }

    /** The open opportunistic jobs; an older service has none. */
    private void opportunists(Map<String, ObjectNode> runs) {
        Reply reply = remote.service().withoutWaiting().send("GET", "/opportunists?limit=1000&open=true");
        if (!reply.isGood()) {
            return;
        }
        reply.json().path("opportunists").forEach(job -> {
            JsonNode run = job.path("run");
            ObjectNode line = JsonTree.object()
                    .put("reservation", job.path("id").asText())
                    .put("user", job.path("user").asText())
                    .put("state", run.path("state").asText().equals("running") ? "running" : "waiting")
                    .put("host", run.path("host").asText(""))
                    .put("command", run.path("command").asText(job.path("name").asText()));
            line.put("since", run.path("since").asText(job.path("queued").asText()));
            runs.merge(
                    job.path("id").asText(),
                    line,
                    (here, there) -> there.put("detached", here.path("detached").asBoolean()));
        });
    }

    /** Users who have stopped a command by hand would not recognise it as "cut-short". */
    private static String shown(String state) {
        return switch (state) {
            case "cut-short" -> "stopped";
            case "out-of-memory" -> "out of memory";
            default -> state;
        };
    }

    private static long number(JsonNode run) {
        String id = run.path("reservation").asText();
        return id.matches("[or][0-9]{1,18}") ? Long.parseLong(id.substring(1)) : 0;
    }

    private static ObjectNode local(RunNote note) {
        ObjectNode run = JsonTree.object()
                .put("reservation", note.reservation())
                .put("state", state(note))
                .put("host", note.host())
                .put("command", note.command())
                .put("detached", note.isDetached());
        note.since().ifPresent(since -> run.put("since", since.toString()));
        note.exitCode().ifPresent(code -> run.put("exitCode", code));
        return run;
    }

    private static String state(RunNote note) {
        if (note.exitCode().isPresent()) {
            if (note.ending().outOfMemory()) {
                return "out-of-memory";
            }
            return note.wasCutShort() ? "cut-short" : "exited";
        }
        return note.isAlive() ? note.hasBegun() ? "running" : "waiting" : "lost";
    }
}
