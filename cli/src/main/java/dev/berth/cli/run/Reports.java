package dev.berth.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Tells the service how the command of a reservation, or of an opportunistic job, fares. */
final class Reports implements AutoCloseable {
    private static final long PAUSE_MILLIS = 250;

    private final ServiceClient service;
    private final String path;
    private final String runner;
    private final Optional<Following> following;
    private @Nullable Thread beats;

    /**
     * For a command that is over.
     *
     * @param path of the reservation or opportunistic job
     */
    Reports(ServiceClient service, String path, String runner) {
        this(service, path, runner, Optional.empty());
    }

    /** For a command that is to run, and whose reservation or opportunistic job is followed. */
    Reports(ServiceClient service, String path, String runner, Following following) {
        this(service, path, runner, Optional.of(following));
    }

    private Reports(ServiceClient service, String path, String runner, Optional<Following> following) {
        this.following = following;
        this.service = service;
        this.path = path + "/run";
        this.runner = runner;
    }

    /**
     * Says that a command is about to begin, and beats from then on. Nothing may be started before: only the service knows
     * whether another runner has, and whether the command that had the servers before is over. While it is not, or the service
     * is down, it is asked again.
     *
     * @param command what it is called, without its arguments
     * @param again whether it may follow another command of this reservation
     * @param endNanos when it is no longer worth it
     * @param isGivenUp whether somebody wants it to stop, so that nothing is to be started any more
     * @param wait called once if the servers are not free yet
     * @return whether it may begin; false if it was given up before
     * @throws RefusedByService if it must not begin
     */
    boolean begin(String host, String command, boolean again, long endNanos, BooleanSupplier isGivenUp, Runnable wait)
            throws InterruptedException {
        ObjectNode body = said().put("host", host).put("command", command);
        if (again) {
            body.put("again", true);
        }
        boolean isTold = false;
        while (true) {
            try {
                Reply reply = service.send("POST", path, body);
                if (!isTold && reply.json().path("code").asText().equals("servers-in-use")) {
                    isTold = true;
                    wait.run();
                }
                beatEvery(Duration.parse(reply.expected().path("beat").asText("PT30S")));
                return true;
            } catch (Failed e) {
                if (isGivenUp.getAsBoolean()) {
                    return false;
                }
                if (System.nanoTime() - endNanos > 0) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private ObjectNode said() {
        return JsonTree.object().put("runner", runner);
    }

    /** A runner that follows its reservation is heard by its questions; beats are sent only where these are not heard. */
    private void beatEvery(Duration time) {
        following.ifPresent(asking -> asking.speakFor(runner, time));
        beats = Thread.ofPlatform().daemon().name("berth-beat").start(() -> {
            while (true) {
                try {
                    Thread.sleep(time);
                    if (following
                            .filter(asking -> asking.isHeard(time.multipliedBy(2)))
                            .isEmpty()) {
                        service.send("POST", path + "/beat", said());
                    }
                } catch (Failed e) {
                    // The next one may be heard. A service that is down for long counts anew when it is back.
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }

    /**
     * Says how it ended; tries for a while if the service is down.
     *
     * @param keepsServers whether the reservation goes on; that of a task of a plan ends with the report of the task
     * @return whether that is told, or there is nothing to be told any more
     */
    boolean end(RunEnding how, boolean keepsServers, Duration patience) throws InterruptedException {
        ObjectNode body = said().put("exitCode", how.code()).put("cutShort", how.cutShort());
        if (how.outOfMemory()) {
            body.put("outOfMemory", true);
        }
        if (keepsServers) {
            body.put("keepsServers", true);
        }
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                service.send("POST", path + "/end", body).expected();
                return true;
            } catch (RefusedByService | BadInput e) {
                if (body.remove("outOfMemory") == null) {
                    return true;
                }
                // A service that is older than this program does not know the field.
            } catch (Failed e) {
                if (System.nanoTime() - until > 0) {
                    return false;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    @Override
    public void close() {
        if (beats != null) {
            beats.interrupt();
        }
    }
}
