package dev.berth.engine.calendar;

import java.util.ArrayList;
import java.util.List;

/** Takes many changes back, the last one first. */
public final class UndoLog implements Undo {
    private final List<Undo> changes = new ArrayList<>();

    public void add(Undo change) {
        changes.add(change);
    }

    @Override
    public void undo() {
        while (!changes.isEmpty()) {
            changes.removeLast().undo();
        }
    }

    /** Forgets the changes, so that they can no longer be undone. */
    public void clear() {
        changes.clear();
    }
}
