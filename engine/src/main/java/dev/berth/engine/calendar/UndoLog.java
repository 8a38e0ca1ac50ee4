package dev.berth.engine.calendar;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes many changes back, the last one first. */
public final class UndoLog implements Undo {
    private final Deque<Undo> changes = new ArrayDeque<>();

    public void add(Undo change) {
        changes.push(change);
    }

    @Override
    public void undo() {
        while (!changes.isEmpty()) {
            changes.pop().undo();
        }
    }
}
