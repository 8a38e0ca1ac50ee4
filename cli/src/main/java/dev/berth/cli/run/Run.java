package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.cli.console.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.reservation.JobOptions;
import dev.berth.service.words.Spans;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** {@code berth run}. */
public final class Run implements Command {
    /** Those that people send; the others are Java's own. */
    private static final Map<String, Integer> SIGNALS = Map.of("INT", 2, "TERM", 15, "HUP", 1);

    private static final Duration USUAL_GRACE = Duration.ofSeconds(30);
    private static final Duration USUAL_WARNING = Duration.ofMinutes(5);

    private final Remote remote;
    private final JobOptions job = new JobOptions();
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final List<String> words = new ArrayList<>();
    private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();

    private String name = "";
    private @Nullable String reservation;
    private @Nullable String offer;
    private boolean now;
    private Duration grace = USUAL_GRACE;
    private @Nullable String warning;
    private Duration warn = USUAL_WARNING;

    public Run(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Runs a command on reserved servers of this machine. Books them, or takes a reservation you have; waits until"
                        + " they are yours; runs the command, passes its output, its exit code and your signals through; and"
                        + " gives the servers back when it ends.",
                "At the end of its time the command is stopped: TERM first, KILL after the grace. It sees"
                        + " BERTH_RESERVATION, BERTH_POOL and BERTH_END, BERTH_SERVERS with the names of its servers (numbers if"
                        + " they have none), BERTH_HOSTS with their hosts, and CUDA_VISIBLE_DEVICES if they are GPUs; lists are"
                        + " separated by commas.");
        syntax.parameter("COMMAND", "The command and its arguments, after --", words::add)
                .repeatable();
        syntax.text("--name", "NAME", "Name of the job. Default: that of the command", value -> name = value);
        job.declare(syntax, "when-free");
        syntax.text(
                "--reservation",
                "ID",
                "Run in this reservation of yours; no job option may be given",
                value -> reservation = value);
        syntax.text("--offer", "ID", "Book this offer; no job option may be given", value -> offer = value);
        syntax.flag("--nonblock", "Fail if no servers are free now", () -> now = true);
        syntax.text(
                "--grace",
                "DURATION",
                "Time from TERM to KILL. Default: 30s, in a short window a tenth of it",
                value -> grace = Spans.positive("--grace", value));
        syntax.text(
                "--on-warning",
                "SIGNAL",
                "Send this signal, such as USR1, before the end, to save a checkpoint",
                value -> warning = signal(value));
        syntax.text(
                "--warn",
                "DURATION",
                "With --on-warning: how long before the end. Default: 5m",
                value -> warn = Spans.positive("--warn", value));
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth run --for 10m -- sh -c 'echo hello from $BERTH_SERVERS'",
                "berth run --servers 2 --for 8h --require gpu=h100 -- python train.py",
                "berth run --reservation r17 -- make test");
    }

    private static String signal(String name) {
        String plain = name.startsWith("SIG") ? name.substring(3) : name;
        if (!plain.matches("[A-Z][A-Z0-9]{1,9}")) {
            throw new BadInput("--on-warning: \"%s\" is not the name of a signal; try USR1".formatted(name));
        }
        return plain;
    }

    @Override
    public int run() {
        Executables executables = new Executables(remote.environment().variable("PATH"));
        executables.require(words.getFirst());
        executables.require("setsid");
        List<Signals> handlers = SIGNALS.keySet().stream()
                .map(signal -> Signals.on(signal, () -> happenings.add(new Happening.Signalled(signal))))
                .toList();
        try {
            return booked();
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        } catch (IOException e) {
            throw new Failed("Cannot run " + words.getFirst() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted");
        } finally {
            handlers.forEach(Signals::close);
        }
    }

    private int booked() throws IOException, InterruptedException {
        ServiceClient service = remote.service();
        String id = id(service);
        try (Following following = new Following(service, id, happenings)) {
            Standing standing = following.start();
            while (standing.isWaiting()) {
                say("%s waits for its servers in pool %s; starts %s at the latest"
                        .formatted(id, standing.pool(), remote.moments().text(standing.start())));
                Happening next = happenings.take();
                if (next instanceof Happening.Signalled signalled) {
                    return givenUp(service, id, signalled.signal());
                }
                if (next instanceof Happening.Stands stands) {
                    standing = stands.standing();
                }
            }
            if (!standing.isRunning()) {
                say("%s is %s; nothing was run".formatted(id, standing.state()));
                return ExitCode.REFUSED;
            }
            return supervised(service, id, standing);
        }
    }

    /** The reservation to run in: the one that is given, or a new one. */
    private String id(ServiceClient service) {
        if (reservation != null) {
            if (offer != null || !job.isEmpty()) {
                throw new BadInput("--reservation must be given alone: the reservation already contains the job");
            }
            return reservation;
        }
        ObjectNode request;
        if (offer != null) {
            if (!job.isEmpty()) {
                throw new BadInput("--offer must be given alone: the offer already contains the job");
            }
            request = JsonTree.object().put("offer", offer);
        } else {
            String called =
                    name.isEmpty() ? Path.of(words.getFirst()).getFileName().toString() : name;
            if (!job.sayWhere()) {
                PoolsHere.pool(service, ThisHost.of(remote.environment())).ifPresent(job::restrictTo);
            }
            request = job.waitingJson(called, remote.moments(), now);
        }
        JsonNode booked = service.change("POST", "/reservations", request, idempotencyKey.value())
                .expected();
        return booked.path("id").asText();
    }

    /** Somebody pressed Ctrl-C while it waited. */
    private int givenUp(ServiceClient service, String id, String signal) {
        if (reservation == null) {
            service.send("DELETE", "/reservations/" + Remote.encoded(id)).expected();
            say(id + " is cancelled");
        }
        return 128 + SIGNALS.getOrDefault(signal, 2);
    }

    private int supervised(ServiceClient service, String id, Standing standing)
            throws IOException, InterruptedException {
        say("%s runs on %s of pool %s until %s"
                .formatted(
                        id,
                        standing.servers(),
                        standing.pool(),
                        remote.moments().text(standing.end())));
        Supervisor supervisor = new Supervisor(happenings, standing, new TimeLimits(grace, warning, warn));
        int code;
        try {
            code = supervisor.run(words, variables(id, standing));
        } finally {
            finish(service, id);
        }
        if (supervisor.wasCutShort()) {
            say("%s was stopped: its time was over".formatted(id));
        }
        return code;
    }

    private static Map<String, String> variables(String id, Standing standing) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BERTH_RESERVATION", id);
        variables.put("BERTH_POOL", standing.pool());
        variables.putAll(standing.servers().variables());
        variables.put("BERTH_END", standing.end().toString());
        return variables;
    }

    /** Gives the servers back at once; a reservation that is over needs nothing. */
    private void finish(ServiceClient service, String id) {
        try {
            service.change(
                            "POST",
                            "/reservations/" + Remote.encoded(id) + "/finish",
                            null,
                            new IdempotencyKey().value())
                    .expected();
        } catch (RefusedByService | BadInput e) {
            // It has ended, or was cancelled: its servers are with others already.
        } catch (Failed e) {
            say("Cannot tell the service that %s has ended; its servers stay reserved until its end. %s"
                    .formatted(id, e.getMessage()));
        }
    }

    private void say(String line) {
        remote.err().println("berth: " + line);
    }
}
