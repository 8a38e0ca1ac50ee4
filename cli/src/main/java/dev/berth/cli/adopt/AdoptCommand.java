package dev.berth.cli.adopt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code berth adopt}. */
public final class AdoptCommand implements ShellCommand {
    private static final int MOST = 1_000;
    private static final Duration USUAL = Duration.ofHours(2);

    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final Set<Long> pids = new LinkedHashSet<>();

    private Duration length = USUAL;
    private String name = "";
    private String host = "";
    private @Nullable String user;
    private @Nullable String project;
    private boolean dryRun;

    public AdoptCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Makes a reservation for processes that run already on free cards of this machine: of exactly the"
                        + " cards that they use (nvidia-smi), from now on. The guard then takes them for part of the"
                        + " reservation, until it ends.",
                "Users adopt their own processes, operators those of anybody. The processes go on as they are; nothing"
                        + " ends them at the end of the reservation but the guard, if its policy says so.");
        syntax.parameter("PID", "Process that uses a card", this::add).repeatable();
        syntax.text(
                "--for",
                "DURATION",
                "How long the cards are reserved. Default: 2h",
                value -> length = Spans.positive("--for", value));
        syntax.text(
                "--name", "NAME", "Name of the reservation. Default: that of the first process", value -> name = value);
        syntax.text(
                "--for-user",
                "ACCOUNT",
                "Whose reservation it is (operators only). Default: the account of the Unix user whose processes they"
                        + " are",
                value -> user = value);
        syntax.text("--project", "NAME", "Project that it counts for", value -> project = value);
        syntax.text(
                "--host", "NAME", "Name of this machine in site.yaml. Default: its host name", value -> host = value);
        syntax.flag("--dry-run", "Show what would be reserved, and reserve nothing", () -> dryRun = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth adopt 4711", "berth adopt 4711 4712 --for 8h --name train --dry-run");
    }

    private void add(String value) {
        if (!value.matches("[1-9]\\d{0,8}")) {
            throw new BadInput(
                    "PID: \"%s\" is not the number of a process; ps and nvidia-smi show them".formatted(value));
        }
        pids.add(Long.parseLong(value));
        if (pids.size() > MOST) {
            throw new BadInput("PID: adopt at most %d processes at once".formatted(MOST));
        }
    }

    @Override
    public int run() {
        NvidiaSmi tool = NvidiaSmi.find(remote.environment().variable("PATH"), NvidiaSmi.PATIENCE)
                .orElseThrow(
                        () -> new Failed("nvidia-smi is not on the PATH, so the cards of processes are not known"));
        RunningProcesses found = RunningProcesses.find(tool, pids);
        String here = host.isEmpty() ? ThisHost.of(remote.environment()).name() : host;
        ObjectNode request = JsonTree.object()
                .put("name", name.isEmpty() ? found.processes().getFirst().name() : name)
                .put("stay", length.toString());
        if (user != null) {
            request.put("user", user);
        }
        if (project != null) {
            request.put("project", project);
        }
        found.put(request);
        if (dryRun) {
            request.put("dryRun", true);
        }
        return remote.show(
                () -> remote.service()
                        .change(
                                "POST",
                                "/hosts/" + Remote.encoded(here) + "/adoptions",
                                request,
                                idempotencyKey.value()),
                answer -> words(answer, found, here));
    }

    private String words(JsonNode answer, RunningProcesses found, String here) {
        String id = AnswerText.text(answer, "id");
        StringBuilder text = new StringBuilder(dryRun ? "Would be reserved:\n" : "adopted\n");
        text.append(new AnswerText(remote.moments()).reservation(answer));
        text.append(
                "At %s the reservation ends and the %s on. From then on %s without a reservation, and the guard of %s acts by its policy.%n"
                        .formatted(
                                remote.moments().text(AnswerText.text(answer, "end")),
                                found.processes().size() == 1 ? "process goes" : "processes go",
                                found.processes().size() == 1 ? "it runs" : "they run",
                                here));
        found.others().forEach(each -> text.append(each).append(".\n"));
        return text.append(
                        dryRun
                                ? "Nothing was reserved, because of --dry-run\n"
                                : "More time: berth change %s extend --for 1h. Done early: berth finish %s%n"
                                        .formatted(id, id))
                .toString();
    }
}
