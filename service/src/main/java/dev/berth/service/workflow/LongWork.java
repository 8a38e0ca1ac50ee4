package dev.berth.service.workflow;

import dev.berth.site.Overloaded;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Cancelled;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Work that a client waits for and that takes long, such as planning a workflow: done in a workshop, apart from other requests, and
 * stopped when its time is over or its client is gone. The client hears of either as a problem.
 */
public final class LongWork {
    /** The time that one request may take of the threads that all share. */
    private static final Duration BUDGET = Duration.ofMinutes(1);

    private final Workshop workshop;

    public LongWork(Workshop workshop) {
        this.workshop = workshop;
    }

    public <T> T work(WaitingClient client, Supplier<T> work) {
        try {
            return workshop.work(client.user(), BUDGET, client.isGone(), work);
        } catch (TookTooLong e) {
            throw Problem.of(
                            Code.TOO_LONG,
                            "This took more than %d s and was stopped. Use fewer tasks, dependencies or pools, or another scheduler or spare-time policy"
                                    .formatted(e.budget().toSeconds()))
                    .toException();
        } catch (Cancelled e) {
            throw Problem.of(Code.CANCELLED, "The connection was closed before the answer; nothing was done")
                    .toException();
        } catch (Overloaded e) {
            throw Problem.of(Code.OVERLOADED, "Too many workflows are waiting to be planned; try again later")
                    .toException();
        } catch (BadWorkflow e) {
            throw Problem.of(Code.INVALID_WORKFLOW, e.place() + ": " + e.problem())
                    .toException();
        }
    }
}
