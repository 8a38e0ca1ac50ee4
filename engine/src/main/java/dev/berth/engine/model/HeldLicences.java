package dev.berth.engine.model;

import java.util.List;

/** All licences that are held outside the book. They are free for nobody, and take nothing from what was promised. */
public record HeldLicences(List<LicenceHold> holds) {
    public static final HeldLicences NONE = new HeldLicences(List.of());

    /** Largest number of holds; a caller that knows of more adds them up. */
    public static final int MOST = 1_000;

    public HeldLicences {
        holds = List.copyOf(holds);
        if (holds.size() > MOST) {
            throw new BadValue("held licences", holds.size(), "must be at most " + MOST);
        }
    }

    /** The first time after another at which some of them are free again; {@link Window#FOREVER} if there is none. */
    public long nextEnd(long after) {
        long next = Window.FOREVER;
        for (LicenceHold hold : holds) {
            long end = hold.window().end();
            next = end > after ? Math.min(next, end) : next;
        }
        return next;
    }

    public boolean isEmpty() {
        return holds.isEmpty();
    }
}
