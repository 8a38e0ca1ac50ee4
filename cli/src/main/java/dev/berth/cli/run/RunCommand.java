package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.ShownProgress;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.Executables;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.job.JobOptions;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.ssh.SshCommand;
import dev.berth.cli.slurm.UserSlurm;
import dev.berth.words.Spans;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** {@code berth run}. */
public final class RunCommand implements ShellCommand {
    private static final Duration USUAL_GRACE = Duration.ofSeconds(30);
    private static final Duration USUAL_WARNING = Duration.ofMinutes(5);

    private final Remote remote;
    private final JobOptions job = new JobOptions();
    private final OpportunistOptions opportunist = new OpportunistOptions();
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();
    private final List<String> words = new ArrayList<>();
    private WhereToRun whereTo = new WhereToRun(false, Optional.empty());

    private String name = "";
    private @Nullable String reservation;
    private @Nullable String offer;
    private boolean finish;
    private boolean now;
    private boolean detached;
    private String via = Places.HERE;
    private String overrun = Overtime.Wish.NONE.policy();
    private Duration more = Overtime.Wish.NONE.more();
    private Duration grace = USUAL_GRACE;
    private @Nullable String warning;
    private String directory = "";
    private Duration warn = USUAL_WARNING;

    public RunCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Runs a command on reserved servers. Books them, or takes a reservation you have; waits until"
                        + " they are yours; runs the command, passes its output, its exit code and your signals through; and"
                        + " gives the servers that it booked back when it ends. It runs on this machine if that is free now, and otherwise on the"
                        + " host that is free first, where it goes by ssh with your keys and your configuration; if the connection breaks,"
                        + " it goes on there: see berth runs.",
                "At the end of its time the command is stopped: TERM first, KILL after the grace. It sees"
                        + " BERTH_RESERVATION, BERTH_POOL and BERTH_END, BERTH_SERVERS with the names of its servers (numbers if"
                        + " they have none), BERTH_HOSTS with their hosts, BERTH_SLOTS with these and a number of processes (dgx1:2,dgx2:2) if there are several, and CUDA_VISIBLE_DEVICES if they are GPUs; lists are"
                        + " separated by commas. On a host that is booked in parts it also sees BERTH_PARTS (gpu=2,cores=16,memory=65536,"
                        + " memory in MiB) and BERTH_DEVICES (dgx1:gpu:0), and CUDA_VISIBLE_DEVICES has the numbers of its cards.",
                "There the command is held to its cores and its memory by control groups of Linux; what cannot be enforced on this"
                        + " machine is said when it starts. A command that fails because it had no memory left ends with exit code"
                        + " 125.");
        syntax.parameter("COMMAND", "The command and its arguments, after --", words::add)
                .repeatable()
                .behindDashes();
        syntax.text("--name", "NAME", "Name of the job. Default: that of the command", value -> name = value);
        job.declare(syntax, "when-free");
        job.declarePreference(syntax);
        syntax.text(
                "--reservation",
                "ID",
                "Run in this reservation of yours, or one that is shared with you, which stays until its end; no job option may be given",
                value -> reservation = value);
        syntax.flag("--finish", "With --reservation: end the reservation with the command", () -> finish = true);
        syntax.text("--offer", "ID", "Book this offer; no job option may be given", value -> offer = value);
        opportunist.declare(syntax);
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
        syntax.text(
                "--overrun",
                "HOW",
                "Ask for more time before the end, again and again: extend (if nobody else has reserved the servers), push (others"
                        + " move within their agreements), migrate (stop it, and run it again where the rest is done soonest)."
                        + " Default: kill",
                value -> overrun = new Overtime.Wish(value, more).policy());
        syntax.text(
                "--more",
                "DURATION",
                "With --overrun: how much to ask for each time. Default: a tenth of its time",
                value -> more = Spans.positive("--more", value));
        syntax.text(
                "--via",
                "WHERE",
                "slurm: submit the command with sbatch, inside the Slurm reservation of its booking. Default: run it as a"
                        + " process of the host",
                value -> via = Places.read(value));
        syntax.text(
                "--directory",
                "DIR",
                "Run it in this directory, which must exist on the host where it runs. Default: the current directory",
                value -> directory = value);
        syntax.flag(
                "--detach",
                "Return at once and leave it running, also after you log out; see berth runs, logs and stop",
                () -> detached = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples(
                "berth run --for 10m -- sh -c 'echo hello from $BERTH_SERVERS'",
                "berth run --servers 2 --for 8h --require gpu=h100 -- python train.py",
                "berth run --detach --for 8h --overrun extend -- python train.py",
                "berth run --gpus 2 --cores 16 --memory 64g --for 8h -- python train.py",
                "berth run --reservation r17 -- make test",
                "berth run --opportunistic --checkpoint USR1 -- python train.py --resume",
                "berth run --via slurm --servers 4 --for 8h -- srun ./simulate");
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
        Optional<SshCommand> ssh = SshCommand.find(remote.environment());
        boolean canLeave = ssh.isPresent() && via.equals(Places.HERE) && !opportunist.areWanted();
        if (!canLeave) {
            place().require(words.getFirst());
        }
        RunFiles files = RunFiles.of(remote.environment());
        new Backlog(remote.environment(), files).settle();
        BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
        List<Signals> handlers = Signals.STOPPING.keySet().stream()
                .map(signal -> Signals.on(signal, () -> happenings.add(new Happening.Signalled(signal))))
                .toList();
        try {
            RunNote note = booked(files, canLeave);
            return detached
                    ? new Detaching(remote.environment(), files).start(note, remote.err())
                    : attended(note, files, happenings);
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

    private int attended(RunNote note, RunFiles files, BlockingQueue<Happening> happenings)
            throws IOException, InterruptedException {
        ServiceClient service = remote.service().withoutWaiting();
        Environment environment = remote.environment();
        return note.isOpportunistic()
                ? new OpportunistRunner(note, service, environment, files, happenings, line(), remote.moments()).run()
                : new Runner(note, service, environment, files, happenings, line(), remote.moments()).run();
    }

    private WaitingLine line() {
        return new WaitingLine(remote.err(), remote.moments(), ShownProgress.isTerminal());
    }

    /** Notes what is to be done, then books it; if this process dies in between, the note says what to give back. */
    private RunNote booked(RunFiles files, boolean canLeave) {
        Access access = remote.access();
        boolean isOpportunistic = opportunist.areWanted();
        ObjectNode request = isOpportunistic ? opportunistic() : request(canLeave);
        RunNote plain = RunNote.of(
                        new RunNote.Order(
                                access.address(),
                                access.authority(),
                                ThisHost.of(remote.environment()).name(),
                                List.copyOf(words),
                                new TimeLimits(grace, warning, warn),
                                new Overtime.Wish(overrun, more),
                                detached,
                                via,
                                reservation != null && !finish),
                        idempotencyKey.value(),
                        request)
                .in(Path.of(directory).toAbsolutePath().normalize());
        RunNote wanted = isOpportunistic ? plain.opportunistic(opportunist.checkpoint()) : plain;
        if (request == null) {
            RunNote note = wanted.booked(reservation == null ? "" : reservation);
            files.save(note);
            return note;
        }
        if (whereTo.mayLeave() && whereTo.here().isPresent() && !idempotencyKey.isGiven() && !now) {
            Optional<RunNote> here = bookedHere(wanted, files);
            if (here.isPresent()) {
                return here.get();
            }
        }
        return booked(wanted, request, files);
    }

    /** This machine comes first if it is free now: nobody has to log in anywhere for that, and files are where they are. */
    private Optional<RunNote> bookedHere(RunNote wanted, RunFiles files) {
        if (!new Executables(remote.environment().variable("PATH")).has(words.getFirst())) {
            return Optional.empty();
        }
        ObjectNode first = job.waitingJson(called(), remote.moments(), true);
        first.put("host", whereTo.here().orElseThrow()).remove("spread");
        try {
            return Optional.of(booked(wanted.requesting(first, UUID.randomUUID().toString()), first, files));
        } catch (RefusedByService e) {
            return Optional.empty();
        }
    }

    private RunNote booked(RunNote wanted, ObjectNode request, RunFiles files) {
        files.save(wanted);
        try {
            JsonNode booked = remote.service()
                    .change("POST", wanted.collection(), request, wanted.key())
                    .expected();
            RunNote note = wanted.booked(booked.path("id").asText());
            files.save(note);
            return note;
        } catch (RefusedByService | BadInput e) {
            files.delete(wanted);
            throw e;
        }
    }

    private String called() {
        return name.isEmpty() ? Path.of(words.getFirst()).getFileName().toString() : name;
    }

    private ObjectNode opportunistic() {
        boolean hasOthers = reservation != null
                || offer != null
                || now
                || !overrun.equals("kill")
                || !more.isZero()
                || !via.isEmpty();
        whereTo(false);
        return OpportunistOptions.request(job, called(), hasOthers);
    }

    /** Request for the booking; null to run in an existing reservation. */
    private @Nullable ObjectNode request(boolean canLeave) {
        if (finish && reservation == null) {
            throw new BadInput("--finish needs --reservation: what this command books ends with it anyway");
        }
        if (reservation != null) {
            if (offer != null || !job.isEmpty()) {
                throw new BadInput("--reservation must be given alone: the reservation already contains the job");
            }
            return null;
        }
        if (offer != null) {
            if (!job.isEmpty()) {
                throw new BadInput("--offer must be given alone: the offer already contains the job");
            }
            return JsonTree.object().put("offer", offer);
        }
        if (!via.equals(Places.SLURM)) {
            whereTo = whereTo(canLeave);
            if (canLeave && !whereTo.mayLeave()) {
                place().require(words.getFirst());
            }
        } else if (!job.place().areGiven()) {
            PoolsHere.pool(remote.service(), UserSlurm.of(remote.environment()).nodes())
                    .ifPresent(job.place()::restrictTo);
        }
        return job.waitingJson(called(), remote.moments(), now);
    }

    private WhereToRun whereTo(boolean canLeave) {
        return WhereToRun.of(remote.service(), ThisHost.of(remote.environment()), job.place(), canLeave);
    }

    private Place place() {
        return new Places(remote.environment(), remote::service, line()::say).via(via);
    }
}
