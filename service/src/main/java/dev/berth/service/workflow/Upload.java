package dev.berth.service.workflow;

import dev.berth.workflow.model.Profile;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.Map;

/** A workflow that was sent to be planned. */
public record Upload(String id, String owner, ReadWorkflow read, Profile profile, long expires) {
    private static final long PER_TASK = 600;
    private static final long PER_EDGE = 80;

    /** About how many bytes of memory it takes. */
    long weight() {
        long times = read.times().values().stream().mapToLong(Map::size).sum();
        return PER_TASK * profile.tasks() + PER_EDGE * (profile.edges() + times);
    }
}
