package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.journal.Entry;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings in what the leader has journaled. Between two entries time passes here as well, as far as nothing else happens by
 * that; it is taken back before the next entry, whose time is that of the leader's clock.
 */
final class FollowerReplay {
    private final Contents contents;
    private final UndoLog ahead = new UndoLog();

    FollowerReplay(Contents contents) {
        this.contents = contents;
    }

    List<Committed> add(List<Entry> entries, String journal) {
        settle();
        List<Committed> committed = new ArrayList<>();
        for (Entry entry : entries) {
            committed.add(contents.replay(entry, journal));
        }
        return committed;
    }

    /** Undoes the time that has passed here, so that the contents are exactly what the journal says. */
    void settle() {
        ahead.undo();
    }

    /** Lets time pass up to now, unless the leader has stopped it or has to decide what happens then. */
    void passTime(long now) {
        settle();
        if (contents.version == 0 || contents.doubt.current().isPresent() || now <= contents.book.now()) {
            return;
        }
        if (contents.book.decide(new Command.Advance(now), Effort.of(WorkBudget.ROUND))
                        instanceof Decision.Accepted accepted
                && accepted.events().stream().allMatch(Event.TimeAdvanced.class::isInstance)) {
            accepted.events().forEach(event -> ahead.add(contents.book.apply(event)));
        }
    }
}
