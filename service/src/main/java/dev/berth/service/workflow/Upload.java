package dev.berth.service.workflow;

import dev.berth.workflow.model.Profile;
import dev.berth.workflow.read.Read;

/** A workflow that was sent to be planned. */
public record Upload(String id, String owner, Read read, Profile profile, long expires) {
    private static final long PER_TASK = 300;
    private static final long PER_EDGE = 80;

    /** About how many bytes of memory it takes. */
    long weight() {
        return PER_TASK * profile.tasks() + PER_EDGE * profile.edges();
    }
}
