package dev.berth.engine.calendar;

/** Takes one change back. Undos run in the reverse order of the changes. */
@FunctionalInterface
public interface Undo {
    Undo NOTHING = () -> {};

    void undo();

    /** Takes this change back, and then one that was made before it. */
    default Undo then(Undo earlier) {
        return earlier.equals(NOTHING)
                ? this
                : () -> {
                    undo();
                    earlier.undo();
                };
    }
}
