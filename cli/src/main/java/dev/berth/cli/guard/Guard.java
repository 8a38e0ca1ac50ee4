package dev.berth.cli.guard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.SightingText;
import dev.berth.words.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code berth guard}. */
public final class Guard implements ShellCommand {
    private static final Duration USUAL_ROUND = Duration.ofSeconds(30);
    private static final Duration USUAL_GRACE = Duration.ofMinutes(5);
    /** For a single look: the load of processors has no meaning at a moment. */
    private static final Duration SAMPLE = Duration.ofSeconds(1);

    private final Remote remote;
    private final LoadMeter meter = new LoadMeter();
    private final Set<String> exempt = new HashSet<>();
    /** Lines about intruders in the last round, which have been printed. */
    private final Set<String> said = new HashSet<>();
    /** Warnings of the last round about what could not be read, which have been printed. */
    private final Set<String> warned = new HashSet<>();

    private boolean isOlder;
    /** Whether the service is older than the measuring of use, but not than that of the memory of cards. */
    private boolean isWithoutLoads;

    private Duration every = USUAL_ROUND;
    private Duration grace = USUAL_GRACE;
    private Policy.Kind kind = Policy.Kind.report;
    private boolean system;
    private boolean once;
    private String host = "";

    public Guard(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Watches which processes use the GPUs (nvidia-smi) and cores of this machine, compares them with the book, and"
                        + " reports use without a reservation to the service. Runs until it is stopped; needs a token of an account"
                        + " with the role guard, and root to see and stop the processes of others.",
                "Acts only on a complete view of the machine. Every action is written to the audit log of the service before it is"
                        + " taken.");
        syntax.choice(
                "--policy",
                "POLICY",
                "What to do: report, warn (a message on the user's terminals) or stop (warn, TERM after the grace, then"
                        + " KILL). Processes that only use cores are never stopped. Default: report",
                Policy.Kind.class,
                value -> kind = value);
        syntax.text(
                "--grace",
                "DURATION",
                "Time from the first sighting of a user on a device to TERM. It does not restart for the user's other processes"
                        + " there, or after an absence shorter than the grace. Default: 5m",
                value -> grace = Spans.positive("--grace", value));
        syntax.text("--exempt", "USERS", "Unix users who are reported only, separated by commas", value -> {
            for (String user : value.split(",", -1)) {
                exempt.add(user.strip());
            }
        });
        syntax.flag("--include-system", "Also warn and stop root and system users", () -> system = true);
        syntax.text(
                "--every",
                "DURATION",
                "Time from one look to the next. Default: 30s",
                value -> every = Spans.positive("--every", value));
        syntax.flag("--once", "Look once, report and end", () -> once = true);
        syntax.text(
                "--host", "NAME", "Name of this machine in site.yaml. Default: its host name", value -> host = value);
        remote.declare(syntax);
        syntax.examples("berth guard --policy stop --grace 10m --exempt backup,monitoring");
    }

    @Override
    public int run() {
        String name = host.isEmpty() ? ThisHost.of(remote.environment()).name() : host;
        ServiceClient service = remote.service();
        Enforcement enforcement = new Enforcement(
                new Policy(kind, grace, Set.copyOf(exempt), system, every),
                (act, process) -> announce(service.withoutWaiting(), name, act, process));
        try {
            if (once) {
                meter.look(ProcessTable.read(), System.nanoTime());
                Thread.sleep(SAMPLE);
            }
            // What is wrong from the beginning is told at once; later it is tried again.
            look(service, name, enforcement);
            while (!once) {
                Thread.sleep(every);
                try {
                    look(service.withoutWaiting(), name, enforcement);
                } catch (Failed | BadInput | RefusedByService e) {
                    remote.err().println("Nothing is done in this round: " + e.getMessage());
                }
            }
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private void look(ServiceClient service, String name, Enforcement enforcement) {
        Optional<NvidiaSmi> tool = NvidiaSmi.find(remote.environment().variable("PATH"), NvidiaSmi.PATIENCE);
        Look look = Look.take(tool, meter);
        warn(look.warnings());
        if (!once && !every.equals(USUAL_ROUND)) {
            // Only then: a service that is older than the guard does not know the field.
            look.reading().put("every", every.toString());
        }
        JsonNode report = report(service, name, look.reading());
        say(report, name);
        enforcement.enforce(Instant.parse(AnswerText.text(report, "now")), report.path("intruders"), look.processes());
    }

    private JsonNode report(ServiceClient service, String name, ObjectNode reading) {
        String path = "/hosts/" + Remote.encoded(name) + "/uses";
        if (isWithoutLoads) {
            withoutLoads(reading);
        }
        if (isOlder) {
            withoutMemory(reading);
        }
        Reply reply = service.change("POST", path, reading, new IdempotencyKey().value());
        if (isUnknownField(reply) && reading.has("loads")) {
            withoutLoads(reading);
            reply = service.change("POST", path, reading, new IdempotencyKey().value());
            isWithoutLoads = !isUnknownField(reply);
        }
        if (isUnknownField(reply) && reading.has("cards")) {
            isOlder = true;
            isWithoutLoads = true;
            withoutMemory(reading);
            reply = service.change("POST", path, reading, new IdempotencyKey().value());
        }
        return reply.expected();
    }

    private static boolean isUnknownField(Reply reply) {
        return reply.status() == 400 || reply.status() == 422;
    }

    /** A service that is older than the guard refuses fields that it does not know. */
    private static void withoutLoads(ObjectNode reading) {
        reading.remove("loads");
        reading.path("cards").forEach(card -> ((ObjectNode) card).remove(List.of("busy", "used")));
    }

    /** The same for one that is older still. */
    private static void withoutMemory(ObjectNode reading) {
        reading.remove("cards");
        reading.path("uses").forEach(use -> ((ObjectNode) use).remove("cardMemory"));
    }

    /** Each once, as long as it lasts. */
    private void warn(List<String> warnings) {
        warnings.stream().filter(each -> !warned.contains(each)).distinct().forEach(remote.err()::println);
        warned.clear();
        warned.addAll(warnings);
    }

    private void say(JsonNode report, String name) {
        Set<String> now = new HashSet<>();
        SightingText words = new SightingText(remote.moments());
        for (JsonNode intruder : report.path("intruders")) {
            String line = words.line(intruder);
            now.add(line);
            if (!said.contains(line)) {
                remote.out().println(line);
            }
        }
        for (JsonNode excess : report.path("excesses")) {
            // How much it is changes from one look to the next.
            String key = "excess " + ((ObjectNode) excess).deepCopy().without(List.of("used", "reservations"));
            now.add(key);
            if (!said.contains(key)) {
                remote.out().println(words.excess(excess));
            }
        }
        if (once && now.isEmpty()) {
            remote.out().println("No use without a reservation on " + name);
        }
        said.retainAll(now);
        said.addAll(now);
        for (JsonNode id : report.path("noShows")) {
            remote.out().println(id.asText() + " was released: nobody used it");
        }
        for (JsonNode id : report.path("pauses")) {
            remote.out().println(id.asText() + " was released: it was in use, but not any more");
        }
        for (JsonNode id : report.path("idle")) {
            remote.out().println(id.asText() + ": what was idle is given back");
        }
        remote.out().flush();
    }

    private boolean announce(ServiceClient service, String name, String act, HostProcess process) {
        ObjectNode request = JsonTree.object().put("act", act).put("pid", process.pid());
        try {
            service.change("POST", "/hosts/" + Remote.encoded(name) + "/acts", request, new IdempotencyKey().value())
                    .expected();
        } catch (Failed | BadInput | RefusedByService e) {
            remote.err().println("%s of process %d is left undone: %s".formatted(act, process.pid(), e.getMessage()));
            return false;
        }
        remote.out()
                .println("%s: process %d (%s) of %s".formatted(act, process.pid(), process.label(), process.user()));
        remote.out().flush();
        return true;
    }
}
