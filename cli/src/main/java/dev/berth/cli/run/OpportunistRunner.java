package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.fence.Fence;
import dev.berth.cli.run.fence.HostLimits;
import dev.berth.cli.run.place.Launch;
import dev.berth.cli.run.place.Place;
import dev.berth.cli.run.place.Preparation;
import dev.berth.cli.run.place.Surroundings;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;

/**
 * Runs the command of a note as an opportunistic job: on idle servers, and no longer than until they are needed; then again, until it
 * ends by itself.
 */
final class OpportunistRunner {
    /** How long somebody at a shell waits for a service that is down; who is detached has more time. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration DETACHED_PATIENCE = Duration.ofHours(1);

    private static final Duration BEAT = Duration.ofSeconds(20);

    private static final long PAUSE_MILLIS = 1_000;

    /** Least idle time that is worth a start, in multiples of the grace. */
    private static final int LEAST_GRACES = 3;

    private final ServiceClient service;
    private final RunFiles files;
    private final BlockingQueue<Happening> happenings;
    private final WaitingLine waiting;
    private final Moments moments;
    private final Place place;
    private final String id;
    private RunNote note;
    private int starts;
    private int lastCode = ExitCode.REFUSED;

    OpportunistRunner(
            RunNote note,
            ServiceClient service,
            Environment environment,
            RunFiles files,
            BlockingQueue<Happening> happenings,
            WaitingLine waiting,
            Moments moments) {
        this.note = note;
        this.id = note.reservation();
        this.service = service;
        this.files = files;
        this.happenings = happenings;
        this.waiting = waiting;
        this.moments = moments;
        this.place = new Places(environment, () -> service, waiting::say).via(note.via());
    }

    /** Runs it to its end and returns its exit code. */
    int run() throws IOException, InterruptedException {
        try {
            while (true) {
                Optional<Integer> code = onIdleServers();
                if (code.isPresent()) {
                    return code.get();
                }
            }
        } catch (RefusedByService | BadInput e) {
            // Not its owner, or another runner has it: nothing of ours is left.
            files.delete(note);
            throw e;
        }
    }

    /** Waits for idle servers and runs the command there; empty if it had to make way. */
    private Optional<Integer> onIdleServers() throws IOException, InterruptedException {
        String mark = Launch.newMark();
        happenings.removeIf(each -> each instanceof Happening.Stands || each instanceof Happening.Exited);
        IdleStandings standings = new IdleStandings();
        try (Preparation preparation = place.prepare(mark);
                Following following = new Following(service, note.path(), standings, happenings)) {
            following.speakFor(note.runner(), BEAT);
            ReservationStanding standing = start(following);
            while (!mayBegin(standing)) {
                if (!standing.isRunning() && !standing.isWaiting()) {
                    return Optional.of(over(standing));
                }
                waiting.showIdle(id, standing);
                Happening next = happenings.take();
                Optional<Integer> signal = signal(next);
                if (signal.isPresent()) {
                    return Optional.of(givenUp(128 + signal.get()));
                }
                if (next instanceof Happening.Stands stands) {
                    standing = stands.standing();
                }
            }
            standings.begin(standing.start());
            return supervised(standing, mark, preparation, following);
        }
    }

    /** The service may be restarted while a job waits for days. */
    private ReservationStanding start(Following following) throws InterruptedException {
        boolean isTold = false;
        while (true) {
            try {
                return following.start();
            } catch (Failed e) {
                if (starts == 0 || stopping().isPresent()) {
                    throw e;
                }
                if (!isTold) {
                    isTold = true;
                    waiting.say(id + " waits for the service: " + e.getMessage());
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private boolean mayBegin(ReservationStanding standing) {
        long least = LEAST_GRACES * note.limits().grace().toNanos();
        return standing.isRunning() && standing.endNanos() - System.nanoTime() > least;
    }

    private Optional<Integer> supervised(
            ReservationStanding standing, String mark, Preparation preparation, Following following)
            throws IOException, InterruptedException {
        try (Reports reports = new Reports(service, note.path(), note.runner(), following)) {
            note = note.begun(mark, moments.clock().instant());
            files.write(note);
            HostLimits limits;
            try {
                limits = limits(standing);
            } catch (Failed e) {
                // The service is asked again once it answers.
                Thread.sleep(PAUSE_MILLIS);
                return Optional.empty();
            }
            if (!begins(reports, standing)) {
                note = note.booked(id);
                files.write(note);
                return stopping().map(signal -> givenUp(128 + signal));
            }
            waiting.say(
                    "%s runs on %s of pool %s%s".formatted(id, standing.servers(), standing.pool(), until(standing)));
            Map<String, String> variables = variables(standing);
            Supervisor supervisor = new Supervisor(
                    happenings, standing, note.limits(), this::warn, Farewell.of(note.checkpoint(), variables));
            Fence fence = preparation.hold(limits);
            if (starts++ == 0) {
                fence.said().forEach(waiting::say);
            }
            try {
                lastCode = ExitCode.FAILED;
                lastCode =
                        supervisor.run(preparation, new Launch(mark, id, note.words(), surroundings(variables), true));
            } finally {
                note = note.ended(supervisor.ending(lastCode));
                files.write(note);
            }
            if (supervisor.ranOutOfMemory()) {
                waiting.say(fence.outOfMemory(id));
            }
            return ended(reports, supervisor);
        }
    }

    /**
     * All that the site lets jobs have of its host. It has the whole server, but nobody booked that: a host that it brought down would be missing
     * when a reservation begins.
     */
    private HostLimits limits(ReservationStanding standing) {
        for (JsonNode pool : service.send("GET", "/pools").expected().path("pools")) {
            if (pool.path("name").asText().equals(standing.pool())) {
                return PoolsHere.limits(pool);
            }
        }
        return HostLimits.NONE;
    }

    /** Whether the command may begin; false if its servers are needed already, or somebody wants it to stop. */
    private boolean begins(Reports reports, ReservationStanding standing) throws InterruptedException {
        try {
            return reports.begin(
                    note.host(),
                    note.command(),
                    false,
                    standing.endNanos(),
                    () -> stopping().isPresent(),
                    () -> waiting.say(id + " waits until the command that had its servers before has ended"));
        } catch (RefusedByService e) {
            if (e.problem().path("code").asText().equals("not-running")) {
                return false;
            }
            throw e;
        } catch (Failed e) {
            // It was asked for as long as there was time.
            return false;
        }
    }

    private Optional<Integer> ended(Reports reports, Supervisor supervisor) throws InterruptedException {
        Duration patience = note.isDetached() ? DETACHED_PATIENCE : PATIENCE;
        boolean cutShort = supervisor.wasCutShort();
        boolean isTold = reports.end(supervisor.ending(lastCode), false, patience);
        if (supervisor.wasStopped() || (cutShort && supervisor.wasSignalled())) {
            waiting.say(id + " is stopped");
            return Optional.of(givenUp(lastCode));
        }
        if (cutShort) {
            waiting.say("%s was stopped because its servers are needed; it goes on when others are idle".formatted(id));
            note = note.booked(id);
            files.write(note);
            return Optional.empty();
        }
        if (isTold) {
            files.settle(note);
        } else {
            waiting.say(
                    "Cannot tell the service that the command of %s has ended. The next berth run or berth runs tells it"
                            .formatted(id));
        }
        return Optional.of(lastCode);
    }

    /** The job is over although its command has not ended by itself. */
    private int over(ReservationStanding standing) {
        waiting.say(
                switch (standing.state()) {
                    case "work-done" -> id + " has had its servers for all of its work";
                    case "withdrawn" -> id + " was withdrawn";
                    case "lost" -> id + " was given up because its runner was not heard";
                    default -> "%s is %s".formatted(id, standing.state());
                });
        files.delete(note);
        return lastCode;
    }

    /** Somebody pressed Ctrl-C, or stopped what was left running. */
    private int givenUp(int code) {
        try {
            note.giveUp(service, id);
            waiting.say(id + " is withdrawn");
            files.delete(note);
        } catch (Failed e) {
            waiting.say(
                    "Cannot withdraw %s: %s. The next berth run or berth runs does it".formatted(id, e.getMessage()));
        }
        return code;
    }

    /** Says that the servers will be needed, early enough to be read before the command is told to end. */
    private void warn(ReservationStanding standing) {
        Duration left = Duration.ofNanos(Math.max(0, standing.endNanos() - System.nanoTime()));
        waiting.say("%s has to make way at %s, in %s"
                .formatted(
                        id,
                        moments.text(standing.end()),
                        Spans.text(Duration.ofSeconds(Math.max(1, left.toSeconds())))));
    }

    private String until(ReservationStanding standing) {
        return (IdleStandings.isForeseen(standing) ? " until " + moments.text(standing.end()) : "")
                + (starts > 0 ? ", again" : "");
    }

    private static Optional<Integer> signal(Happening happening) {
        return switch (happening) {
            case Happening.Signalled signalled -> Optional.of(Signals.STOPPING.getOrDefault(signalled.signal(), 2));
            case Happening.Stopped stopped -> Optional.of(Signals.STOPPING.getOrDefault("TERM", 15));
            case Happening.Stands stands -> Optional.empty();
            case Happening.Exited exited -> Optional.empty();
        };
    }

    /** The number of a signal that has come and was not acted upon yet; empty if none has. */
    private Optional<Integer> stopping() {
        return happenings.stream()
                .flatMap(happening -> signal(happening).stream())
                .findFirst();
    }

    /** The output of what is detached goes to its file without passing through the runner, which may die. */
    private Surroundings surroundings(Map<String, String> variables) {
        return note.isDetached()
                ? new Surroundings(variables, Optional.empty(), Optional.of(files.log(note)))
                : Surroundings.ofThisProcess(variables);
    }

    private Map<String, String> variables(ReservationStanding standing) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BERTH_OPPORTUNIST", id);
        variables.put("BERTH_POOL", standing.pool());
        variables.putAll(standing.servers().seenFrom(new ThisHost(note.host())).variables());
        variables.put("BERTH_RESTARTS", Integer.toString(starts));
        if (IdleStandings.isForeseen(standing)) {
            variables.put("BERTH_WINDOW_END", standing.end().toString());
        }
        return variables;
    }
}
