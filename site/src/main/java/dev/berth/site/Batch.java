package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.journal.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes that become durable together: decided and applied one after the other, journaled at once. */
final class Batch {
    private final Contents contents;
    private final View view;
    private final UndoLog undo = new UndoLog();
    private final List<RunningTransaction.Recorded> recorded = new ArrayList<>();
    private long steps;

    Batch(Contents contents, View view) {
        this.contents = contents;
        this.view = view;
    }

    /**
     * Lets time pass up to now. If nothing else happens by that, it is not journaled for its own sake: the next entry
     * says it, and a book that learns of the time later is the same book.
     */
    void passTime(long now) {
        if (now <= contents.book.now()) {
            return;
        }
        Effort effort = Effort.of(WorkBudget.ROUND);
        if (!(contents.book.decide(new Command.Advance(now), effort) instanceof Decision.Accepted accepted)) {
            throw new IllegalStateException("time cannot pass to " + now);
        }
        steps += effort.spent();
        if (!contents.book.hasFreed() && accepted.events().stream().allMatch(Event.TimeAdvanced.class::isInstance)) {
            accepted.events().forEach(event -> undo.add(contents.book.apply(event)));
            return;
        }
        RunningTransaction change = new RunningTransaction(contents, view, "");
        try {
            accepted.events().forEach(change::apply);
            change.settle();
            recorded.add(change.finish(EntryBody.BY_THE_CLOCK));
        } finally {
            undo.add(change.undo());
        }
    }

    /** Journals that time was stopped, or passes again: a restart must not take a clock that jumped for a long absence. */
    void note(Optional<TrustedClock.Doubt> doubt) {
        if (contents.doubt.current().equals(doubt)) {
            return;
        }
        RunningTransaction change = new RunningTransaction(contents, view, "");
        try {
            change.record(ClockDoubt.KIND, new ClockDoubt.Note(doubt));
            recorded.add(change.finish(EntryBody.BY_THE_CLOCK));
        } finally {
            undo.add(change.undo());
        }
    }

    void run(PendingWrite<?> work) {
        RunningTransaction change = new RunningTransaction(contents, view, work.actor);
        try {
            work.run(change);
            change.settle();
            if (!change.isEmpty()) {
                recorded.add(change.finish(EntryBody.BY_SOMEBODY));
            }
        } catch (Throwable e) {
            // An error, too: whatever it is, what is half done must not stay.
            contents.takeBack(change.undo());
            work.fail(e);
            return;
        } finally {
            steps += WorkBudget.WRITE + change.steps();
        }
        undo.add(change.undo());
    }

    /** How much work it has taken so far. */
    long steps() {
        return steps;
    }

    /** Whether it has taken so much work that no more should wait for it to become durable. */
    boolean isFull() {
        return steps >= WorkBudget.BATCH;
    }

    List<Entry> entries() {
        return recorded.stream().map(RunningTransaction.Recorded::entry).toList();
    }

    List<Committed> committed() {
        return recorded.stream().map(RunningTransaction.Recorded::committed).toList();
    }

    /** Takes everything back, time included. */
    void undo() {
        contents.takeBack(undo);
    }
}
