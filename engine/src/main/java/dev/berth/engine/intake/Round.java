package dev.berth.engine.intake;

import java.util.List;

/** A round that has been ordered: the phases, from the users of highest priority to those of lowest. */
public record Round(List<Phase> phases) {
    public Round {
        phases = List.copyOf(phases);
    }

    /** The requests that go on, first to last: the paper's gridlet queue. */
    public List<Request> order() {
        return phases.stream().flatMap(phase -> phase.goOn().stream()).toList();
    }

    /** The requests that do not, to be discarded or deferred as the rules say. */
    public List<Request> left() {
        return phases.stream().flatMap(phase -> phase.left().stream()).toList();
    }
}
