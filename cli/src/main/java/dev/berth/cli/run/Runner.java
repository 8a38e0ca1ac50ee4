package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.fence.Fence;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.Surroundings;
import dev.berth.cli.run.ssh.SshCommand;
import dev.berth.words.Moments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;

/** Runs the command of a note in its reservation: waits for its servers, runs it, and says how it ended. */
final class Runner {
    /** How long somebody at a shell waits for a service that is down; who is detached has more time. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration DETACHED_PATIENCE = Duration.ofHours(1);

    private final ServiceClient service;
    private final RunFiles files;
    private final BlockingQueue<Happening> happenings;
    private final WaitingLine waiting;
    private final Moments moments;
    private final Place place;
    private final String searchPath;
    private final Environment environment;
    private final Optional<SshCommand> ssh;
    private RunNote note;
    /** How its reservation stands, if its servers are on another host. */
    private Optional<ReservationStanding> away = Optional.empty();

    Runner(
            RunNote note,
            ServiceClient service,
            Environment environment,
            RunFiles files,
            BlockingQueue<Happening> happenings,
            WaitingLine waiting,
            Moments moments) {
        this.note = note;
        this.service = service;
        this.files = files;
        this.happenings = happenings;
        this.waiting = waiting;
        this.moments = moments;
        this.environment = environment;
        this.ssh = SshCommand.find(environment);
        this.searchPath = environment.variable("PATH");
        this.place = new Places(environment, () -> service, waiting::say).via(note.via());
    }

    /** Runs it to its end, in one reservation after the other if it migrates; returns its exit code. */
    int run() throws IOException, InterruptedException {
        while (true) {
            Overtime overtime = new Overtime(service, note.reservation(), note.overtime(), waiting::say);
            int code = runIn(note.reservation(), overtime);
            Optional<String> rest = overtime.rest();
            if (rest.isEmpty()) {
                return code;
            }
            note = note.booked(rest.get());
            files.save(note);
            happenings.removeIf(Happening.Stands.class::isInstance);
        }
    }

    private int runIn(String id, Overtime overtime) throws IOException, InterruptedException {
        int code = runHere(id, overtime);
        // What was made ready here is given up by now.
        return away.isPresent() && ssh.isPresent() ? handedOver(id, away.get(), ssh.get()) : code;
    }

    private int runHere(String id, Overtime overtime) throws IOException, InterruptedException {
        String mark = Launch.newMark();
        try (Preparation preparation = place.prepare(mark);
                Following following = new Following(service, id, happenings)) {
            ReservationStanding standing = following.start();
            while (standing.isWaiting()) {
                if (isElsewhere(standing) && ssh.isEmpty()) {
                    return elsewhere(id, standing);
                }
                waiting.show(id, standing);
                Happening next = happenings.take();
                if (next instanceof Happening.Signalled signalled) {
                    return givenUp(id, Signals.STOPPING.getOrDefault(signalled.signal(), 2));
                }
                if (next instanceof Happening.Stopped) {
                    return givenUp(id, Signals.STOPPING.getOrDefault("TERM", 15));
                }
                if (next instanceof Happening.Stands stands) {
                    standing = stands.standing();
                }
            }
            if (!standing.isRunning()) {
                waiting.say("%s is %s; nothing was run".formatted(id, standing.state()));
                files.delete(note);
                return ExitCode.REFUSED;
            }
            if (isElsewhere(standing)) {
                away = Optional.of(standing);
                return ssh.isPresent() ? ExitCode.FAILED : elsewhere(id, standing);
            }
            Optional<String> missing = missing();
            if (missing.isPresent()) {
                return nothingRun(id, missing.get(), ExitCode.BAD_INPUT);
            }
            standing.servers()
                    .usedByOthers()
                    .forEach(name -> waiting.say(
                            "Warning: %s is in use by somebody without a reservation, and no other was free; berth status shows who"
                                    .formatted(name)));
            return supervised(id, standing, overtime, mark, preparation, following);
        } catch (RefusedByService | BadInput e) {
            // Not its owner, or another runner has it: nothing of ours is left.
            files.delete(note);
            throw e;
        }
    }

    /** Whether its servers are known, and all of them on other machines. A command must not run beside what is reserved for it. */
    private boolean isElsewhere(ReservationStanding standing) {
        return note.via().equals(Places.HERE) && standing.servers().areElsewhere(new ThisHost(note.host()));
    }

    private int elsewhere(String id, ReservationStanding standing) {
        String hosts = String.join(", ", standing.servers().hosts());
        boolean isOwn = note.request().isPresent();
        if (isOwn) {
            service.send("DELETE", "/reservations/" + Remote.encoded(id)).expected();
        }
        waiting.say("%s has %s on %s, and this machine is %s: nothing was run. %s"
                .formatted(
                        id,
                        standing.servers(),
                        hosts,
                        note.host(),
                        isOwn
                                ? "It is cancelled; run the command on " + hosts
                                : "Run it there: ssh %s berth run --reservation %s -- %s"
                                        .formatted(
                                                standing.servers().hosts().getFirst(),
                                                id,
                                                String.join(" ", note.words()))));
        files.delete(note);
        return ExitCode.REFUSED;
    }

    /** The reason why the command cannot start on this machine, which may have been settled only by its reservation. */
    private Optional<String> missing() {
        Optional<Path> directory = note.directory();
        if (directory.isPresent() && !Files.isDirectory(directory.get())) {
            return Optional.of("Directory %s does not exist on %s; choose another with --directory"
                    .formatted(directory.get(), note.host()));
        }
        try {
            place.require(note.words().getFirst());
            return Optional.empty();
        } catch (BadInput e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Leaves it to a runner on the host of its servers. From here on the note only says where it went: what was booked is given back by
     * those who find it if nothing has begun there after a while.
     */
    private int handedOver(String id, ReservationStanding standing, SshCommand command)
            throws IOException, InterruptedException {
        String host = standing.servers().hosts().getFirst();
        note = note.handedTo(host, moments.clock().instant());
        files.save(note);
        return switch (new SentRun(environment, command, happenings, host).run(note)) {
            case SentRun.Outcome.Ended(int code) -> {
                files.delete(note);
                yield code;
            }
            case SentRun.Outcome.LeftRunning() -> {
                files.delete(note);
                yield ExitCode.DONE;
            }
            case SentRun.Outcome.NothingRun(String why, int code) -> nothingRun(id, why, code);
            case SentRun.Outcome.Lost(boolean hasBegun) -> {
                if (hasBegun) {
                    files.delete(note);
                    waiting.say(
                            "The connection to %1$s is lost; %2$s goes on there. See berth runs, berth logs %2$s -f and berth stop %2$s"
                                    .formatted(host, id));
                } else {
                    waiting.say(
                            "The connection to %1$s was lost while %2$s was to begin there; berth runs shows whether it did. If not, its servers are given back"
                                    .formatted(host, id));
                }
                yield ExitCode.FAILED;
            }
        };
    }

    private int nothingRun(String id, String why, int code) {
        boolean isOwn = note.request().isPresent();
        if (isOwn) {
            service.send("DELETE", "/reservations/" + Remote.encoded(id)).expected();
        }
        waiting.say("%s. Nothing was run%s".formatted(why, isOwn ? "; %s is cancelled".formatted(id) : ""));
        if (note.isDetached()) {
            // Its output says why.
            files.settle(note.ended(new RunEnding(code, false, false)));
        } else {
            files.delete(note);
        }
        return code;
    }

    /** Somebody pressed Ctrl-C while it waited. */
    private int givenUp(String id, int signal) {
        if (note.request().isPresent()) {
            service.send("DELETE", "/reservations/" + Remote.encoded(id)).expected();
            waiting.say(id + " is cancelled");
        }
        files.delete(note);
        return 128 + signal;
    }

    private int supervised(
            String id,
            ReservationStanding standing,
            Overtime overtime,
            String mark,
            Preparation preparation,
            Following following)
            throws IOException, InterruptedException {
        try (Reports reports = new Reports(service, note.path(), note.runner(), following)) {
            note = note.begun(mark, moments.clock().instant());
            files.write(note);
            boolean mayBegin = reports.begin(
                    note.host(),
                    note.command(),
                    note.request().isEmpty(),
                    standing.endNanos(),
                    () -> stopping().isPresent(),
                    () -> waiting.say(id + " waits until the command that had its servers before has ended"));
            if (!mayBegin) {
                int code = givenUp(id, stopping().orElse(2));
                // It may have been let in by an answer that was lost; then others would wait for it.
                reports.end(new RunEnding(code, true, false), true, Duration.ZERO);
                return code;
            }
            waiting.say("%s runs on %s of pool %s until %s"
                    .formatted(id, standing.servers(), standing.pool(), moments.text(standing.end())));
            Supervisor supervisor = new Supervisor(happenings, standing, note.limits(), overtime);
            Fence fence = preparation.hold(standing.servers().parts().limits());
            fence.said().forEach(waiting::say);
            int code = ExitCode.FAILED;
            Optional<UseReports> measuring = measuring(id, standing);
            try {
                code = supervisor.run(
                        preparation,
                        new Launch(
                                mark,
                                id,
                                note.words(),
                                surroundings(variables(id, standing, seen(standing), searchPath)),
                                !note.overtime().isNothing()));
            } finally {
                measuring.ifPresent(UseReports::close);
                note = note.ended(supervisor.ending(code));
                files.write(note);
                tell(reports, id, supervisor.ending(code));
            }
            if (supervisor.ranOutOfMemory()) {
                waiting.say(fence.outOfMemory(id));
            }
            if (supervisor.wasCutShort()) {
                waiting.say(
                        supervisor.wasStopped()
                                ? id + " is stopped"
                                : "%s was stopped: %s".formatted(id, supervisor.why()));
            }
            return code;
        }
    }

    /** Measures the use of this machine, if the command runs here and not as a job of Slurm. */
    private Optional<UseReports> measuring(String id, ReservationStanding standing) {
        if (!note.via().equals(Places.HERE)) {
            return Optional.empty();
        }
        ThisHost here = new ThisHost(note.host());
        String host = standing.servers().hosts().stream()
                .filter(here::isCalled)
                .findFirst()
                .orElse(here.name());
        return Optional.of(new UseReports(
                service, id, note.path(), note.runner(), host, searchPath, UseReports.EVERY, moments, waiting::say));
    }

    /** The number of a signal that has come, or stands for what has, and was not acted upon yet; empty if none has. */
    private Optional<Integer> stopping() {
        return happenings.stream()
                .flatMap(happening -> switch (happening) {
                    case Happening.Signalled signalled -> Stream.of(signalled.signal());
                    case Happening.Stopped stopped -> Stream.of("TERM");
                    case Happening.Stands stands -> Stream.<String>empty();
                    case Happening.Exited exited -> Stream.<String>empty();
                })
                .findFirst()
                .map(signal -> Signals.STOPPING.getOrDefault(signal, 2));
    }

    /** The output of what is detached goes to its file without passing through the runner, which may die. */
    private Surroundings surroundings(Map<String, String> variables) {
        // Where somebody on another host attends it, the streams of this process are files already, each for itself.
        return new Surroundings(
                variables,
                note.directory(),
                note.isDetached() && !note.isAttended() ? Optional.of(files.log(note)) : Optional.empty());
    }

    /** The servers as the command sees them, which Slurm starts on whichever node it likes. */
    private RunServers seen(ReservationStanding standing) {
        return note.via().equals(Places.HERE)
                ? standing.servers().seenFrom(new ThisHost(note.host()))
                : standing.servers();
    }

    static Map<String, String> variables(
            String id, ReservationStanding standing, RunServers servers, String searchPath) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BERTH_RESERVATION", id);
        variables.put("BERTH_POOL", standing.pool());
        variables.putAll(servers.variables(searchPath));
        variables.put("BERTH_END", standing.end().toString());
        return variables;
    }

    private void tell(Reports reports, String id, RunEnding how) throws InterruptedException {
        if (reports.end(how, note.keepsServers(), note.isDetached() ? DETACHED_PATIENCE : PATIENCE)) {
            files.settle(note);
        } else {
            waiting.say(("Cannot tell the service that the command in %s has ended; its servers stay reserved until its"
                            + " end. The next berth run or berth runs tells it")
                    .formatted(id));
        }
    }
}
