package dev.berth.engine.book;

import dev.berth.engine.calendar.UndoLog;
import java.util.ArrayList;
import java.util.List;

/** Events tried out one after the other, to be taken back together: decide leaves the state as it was. */
final class Trial {
    private final State state;
    private final List<Event> events = new ArrayList<>();
    private final UndoLog undo = new UndoLog();

    Trial(State state) {
        this.state = state;
    }

    void add(Event event) {
        events.add(event);
        undo.add(state.apply(event));
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    void undo() {
        undo.undo();
    }
}
