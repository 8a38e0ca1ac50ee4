package dev.berth.cli.workflow.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * The slot of a task, as the service sees it.
 *
 * @param reservation empty if the task takes no time
 * @param expectedEnd when the task should be done
 * @param end of the slot, the spare time included
 * @param isShared whether the reservation is a whole server, in which other tasks run before and after
 */
record TaskSlotState(
        String state,
        String pool,
        String reservation,
        Instant start,
        Instant expectedEnd,
        Instant end,
        boolean isShared) {
    static TaskSlotState read(JsonNode task, boolean isShared) {
        return new TaskSlotState(
                task.path("state").asText(),
                task.path("pool").asText(),
                task.path("reservation").asText(""),
                Instant.parse(task.path("start").asText()),
                Instant.parse(task.path("end").asText()),
                Instant.parse(task.path("slotEnd").asText()),
                isShared);
    }

    boolean isRunning() {
        return state.equals("running");
    }

    /** Whether the service was told that its task is done. */
    boolean isFinished() {
        return state.equals("finished");
    }

    boolean isWaiting() {
        return state.equals("waiting");
    }
}
