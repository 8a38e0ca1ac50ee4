package dev.berth.cli.workflow.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A booked plan at the service. A report waits while the service is down, unless the run is to stop. */
final class PlanClient {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final ServiceClient service;
    private final String plan;
    private final BooleanSupplier isToStop;

    PlanClient(ServiceClient service, String plan, BooleanSupplier isToStop) {
        this.service = service;
        this.plan = plan;
        this.isToStop = isToStop;
    }

    /** How it stands; nothing if the service does not answer now. */
    Optional<PlanState> state() {
        try {
            long asked = System.nanoTime();
            return Optional.of(PlanState.read(service.send("GET", path()).expected(), asked));
        } catch (Failed e) {
            return Optional.empty();
        }
    }

    /** Says that a task is done; the rest may be planned anew to start earlier. */
    void finished(String task, boolean replan) throws InterruptedException {
        report(task, JsonTree.object().put("event", "finished").put("then", replan ? "replan" : "keep"));
    }

    /** Says that a task has failed, or has lost its slot, and asks for another one; why there is none, if there is none. */
    Optional<String> failed(String task) throws InterruptedException {
        return report(task, JsonTree.object().put("event", "failed").put("then", "replan"));
    }

    /** Says that a task takes longer; why that cannot be, if it cannot. */
    Optional<String> overrun(String task, Duration more) throws InterruptedException {
        return report(
                task,
                JsonTree.object()
                        .put("event", "overrun")
                        .put("more", more.toString())
                        .put("then", "replan"));
    }

    private Optional<String> report(String task, ObjectNode body) throws InterruptedException {
        String key = new IdempotencyKey().value();
        while (true) {
            try {
                service.change("POST", path() + "/tasks/" + Remote.encoded(task), body, key)
                        .expected();
                return Optional.empty();
            } catch (RefusedByService | BadInput e) {
                return Optional.of(String.valueOf(e.getMessage()));
            } catch (Failed e) {
                if (isToStop.getAsBoolean()) {
                    return Optional.of(String.valueOf(e.getMessage()));
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    /** Gives up all that has not ended; false if the service does not answer. */
    boolean cancel() {
        try {
            service.send("DELETE", path()).expected();
            return true;
        } catch (RefusedByService | BadInput e) {
            // Nothing of it is left.
            return true;
        } catch (Failed e) {
            return false;
        }
    }

    private String path() {
        return "/plans/" + Remote.encoded(plan);
    }
}
