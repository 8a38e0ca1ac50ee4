package dev.berth.cli.workflow.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A plan as the service sees it.
 *
 * @param slots by task
 * @param time of the service when it was asked
 * @param asked the same moment by the monotonic clock of this machine ({@link System#nanoTime})
 */
record PlanState(Map<String, TaskSlotState> slots, Instant time, long asked) {
    /** Policy that books whole servers. */
    private static final String WHOLE_SERVERS = "dag_reserve";

    static PlanState read(JsonNode plan, long asked) {
        Map<String, TaskSlotState> slots = new HashMap<>();
        boolean isWhole = WHOLE_SERVERS.equals(plan.path("spare").asText());
        for (JsonNode task : plan.path("tasks")) {
            slots.put(task.path("task").asText(), TaskSlotState.read(task, isWhole));
        }
        return new PlanState(slots, Instant.parse(plan.path("now").asText()), asked);
    }

    Optional<TaskSlotState> slot(String task) {
        return Optional.ofNullable(slots.get(task));
    }

    /** Current time by the clock of the service; the clock of this machine may be wrong. */
    Instant now() {
        return time.plusNanos(System.nanoTime() - asked);
    }
}
