package dev.berth.service.hold;

import dev.berth.engine.model.Money;
import java.util.List;
import java.util.Optional;

/** Facts about groups of holds. */
public sealed interface HoldFact {
    /** All of a new group is held. */
    record Held(String owner, String name, String digest, List<Long> reservations) implements HoldFact {}

    /**
     * A group was confirmed or released; one that is not known was released before it was held.
     *
     * @param fee what releasing it has cost, if anything
     */
    record Settled(String owner, String name, HoldGroup.State state, Optional<Money> fee) implements HoldFact {}
}
