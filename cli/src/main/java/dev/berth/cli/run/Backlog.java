package dev.berth.cli.run;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.run.place.Place;
import java.time.Duration;
import java.util.Optional;

/**
 * Does what runners left undone that were killed, or whose service was down to the last: what they booked and did not use is
 * cancelled, and what ended is told. Doing it twice is the same as doing it once.
 */
record Backlog(Environment environment, RunFiles files) {
    /** The exit code of a command that was killed. */
    private static final int KILLED = 137;

    void settle() {
        for (RunNote note : files.all()) {
            if (note.isSettled() || note.isAlive()) {
                continue;
            }
            try {
                settle(
                        note,
                        new ServiceClient(Access.find(environment, note.address(), note.authority()), environment)
                                .withoutWaiting());
            } catch (Failed | BadInput e) {
                // Its service is down, or one is no longer signed in there: it stays for the next time.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** How long a run that was handed to another host may take to begin there. */
    static final Duration HANDED = Duration.ofMinutes(2);

    private void settle(RunNote note, ServiceClient service) throws InterruptedException {
        if (!note.handedTo().isEmpty() && note.exitCode().isEmpty()) {
            settleHanded(note, service);
            return;
        }
        if (note.hasBegun()) {
            Place place = new Places(environment, () -> service, line -> {}).via(note.via());
            // It ends by itself; until then its servers are in use.
            if (place.isRunning(note.mark())) {
                return;
            }
            Optional<Integer> known = note.exitCode().or(() -> place.exitCode(note.mark()));
            RunEnding how = new RunEnding(
                    known.orElse(KILLED),
                    note.wasCutShort() || known.isEmpty(),
                    note.ending().outOfMemory());
            if (new Reports(service, note.path(), note.runner()).end(how, note.keepsServers(), Duration.ZERO)) {
                if (note.request().isPresent()) {
                    // It may have been killed just before it said that it begins.
                    cancel(service, note);
                }
                place.forget(note.mark());
                files.settle(note.ended(how));
            }
            return;
        }
        if (note.request().isPresent()) {
            cancel(service, note);
        }
        files.delete(note);
    }

    /** Its runner is on another host, if it has begun there; otherwise what was booked for it is given back. */
    private void settleHanded(RunNote note, ServiceClient service) {
        boolean hasBegun = service.send("GET", note.path()).expected().has("run");
        boolean mayBegin =
                note.handed().plus(HANDED).isAfter(environment.clock().instant());
        if (!hasBegun && mayBegin) {
            return;
        }
        if (!hasBegun && note.request().isPresent()) {
            cancel(service, note);
        }
        files.delete(note);
    }

    /** It may have been booked without the runner having heard of it: under its key it is booked once. */
    private static void cancel(ServiceClient service, RunNote note) {
        try {
            String reservation = note.reservation().isEmpty()
                    ? service.change("POST", note.collection(), note.request().orElseThrow(), note.key())
                            .expected()
                            .path("id")
                            .asText()
                    : note.reservation();
            note.giveUp(service, reservation);
        } catch (RefusedByService | BadInput e) {
            // Refused, or over: there is nothing to give back.
        }
    }
}
