package dev.berth.engine.model;

import java.util.List;

/** All licences that are held outside the book. They are free for nobody, and take nothing from what was promised. */
public record HeldLicences(List<LicenceHold> holds) {
    public static final HeldLicences NONE = new HeldLicences(List.of());

    /** Largest number of holds; whoever knows of more adds them up. */
    public static final int MOST = 1_000;

    public HeldLicences {
        holds = List.copyOf(holds);
        if (holds.size() > MOST) {
            throw new BadValue("held licences", holds.size(), "must be at most " + MOST);
        }
    }

    public boolean isEmpty() {
        return holds.isEmpty();
    }
}
