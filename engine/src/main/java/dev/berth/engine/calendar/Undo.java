package dev.berth.engine.calendar;

/** Takes one change back. Undos run in the reverse order of the changes. */
@FunctionalInterface
public interface Undo {
    Undo NOTHING = () -> {};

    void undo();
}
