package dev.berth.engine.book;

import dev.berth.engine.calendar.UndoLog;
import java.util.ArrayList;
import java.util.List;

/** Events tried out one after the other, to be taken back together unless they are kept. */
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

    int size() {
        return events.size();
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    /** Carries out what of a decision was not tried on the way to it, and leaves all of it carried out. */
    void keep(Decision decision) {
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().subList(events.size(), accepted.events().size()).forEach(this::add);
        }
        undo.clear();
    }

    void undo() {
        undo.undo();
    }
}
