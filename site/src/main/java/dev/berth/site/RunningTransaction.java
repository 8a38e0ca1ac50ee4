package dev.berth.site;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.journal.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction at work: carries out, remembers what it did for the journal, and can take all of it back. */
final class RunningTransaction implements Transaction {
    /** Steps for carrying out, journaling and publishing one event. */
    private static final int EVENT = 5;

    private final Contents contents;
    private final View view;
    private final String actor;
    private final List<Event> events = new ArrayList<>();
    private final List<KeptFact<?>> facts = new ArrayList<>();
    private final UndoLog undo = new UndoLog();
    private Touching touching;
    /** Shared by all that is decided within it. */
    private final Effort effort;
    /** Shared by all that is offered to those who wait; what is left when it is spent is offered when time passes. */
    private final Effort serving = Effort.of(WorkBudget.SERVING);
    /** Steps of commands that have an effort of their own. */
    private long otherSteps;

    private final long begin;
    private boolean isOver;

    RunningTransaction(Contents contents, View view, String actor) {
        this(contents, view, actor, WorkBudget.REQUEST);
    }

    /** @param budget steps that it may take */
    RunningTransaction(Contents contents, View view, String actor, long budget) {
        this.effort = Effort.of(budget);
        this.contents = contents;
        this.view = view;
        this.actor = actor;
        this.begin = contents.book.now();
        this.touching = new Touching(contents.book, false);
    }

    @Override
    public Decision submit(Command command) {
        checkOpen();
        if (command instanceof Command.Advance) {
            throw new IllegalArgumentException("time passes by the clock of the site alone");
        }
        Decision decision = decide(command);
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().forEach(event -> apply(command, event));
        }
        return decision;
    }

    /** Applies an event that the passing of time has caused. */
    void apply(Event event) {
        apply(null, event);
    }

    private void apply(@Nullable Command command, Event event) {
        touching.next(command, event);
        effort.spend(EVENT);
        undo.add(contents.apply(event));
        events.add(event);
    }

    @Override
    public Decision decide(Command command) {
        checkOpen();
        Effort allowed = command instanceof Command.Serve ? serving : WorkBudget.of(command, effort);
        long before = allowed.spent();
        try {
            return contents.book.decide(command, allowed);
        } finally {
            otherSteps += allowed.equals(effort) ? 0 : allowed.spent() - before;
        }
    }

    @Override
    public View view() {
        checkOpen();
        return view;
    }

    @Override
    public void record(String kind, Object fact) {
        checkOpen();
        KeptFact<?> recorded = KeptFact.recorded(contents.keeper(kind), fact);
        undo.add(recorded.apply(now(), actor));
        facts.add(recorded);
    }

    @Override
    public long now() {
        return contents.book.now();
    }

    @Override
    public long version() {
        checkOpen();
        return contents.version + (isEmpty() ? 0 : 1);
    }

    @Override
    public String actor() {
        return actor;
    }

    private void checkOpen() {
        if (isOver) {
            throw new IllegalStateException("this transaction is over");
        }
    }

    /** Lets every keeper of facts draw its conclusions, once all else is done. */
    void settle() {
        List<Touched> touched = touching.touched();
        if (!touched.isEmpty()) {
            if (!actor.isEmpty()) {
                contents.rules.forEach(rule -> rule.check(this, touched));
            }
            contents.keepers.values().forEach(keeper -> keeper.settle(this, touched));
        }
        if (contents.book.hasFreed()) {
            touched.addAll(serve());
        }
        if (!touched.isEmpty() || events.stream().anyMatch(RunningTransaction::isFollowed)) {
            List<Event> done = List.copyOf(events);
            contents.keepers.values().forEach(keeper -> keeper.follow(this, done, touched));
        }
    }

    /**
     * Offers what has come free to those who wait, one after the other, each charged before the next is decided. Not its actor asks
     * for that, so no rule refuses it.
     */
    private List<Touched> serve() {
        List<Touched> all = new ArrayList<>();
        while (contents.book.hasFreed() && !serving.isSpent()) {
            touching = new Touching(contents.book, true);
            serveNext();
            List<Touched> served = touching.touched();
            if (!served.isEmpty()) {
                contents.keepers.values().forEach(keeper -> keeper.settle(this, served));
                all.addAll(served);
            }
        }
        return all;
    }

    private void serveNext() {
        Command command = new Command.Serve();
        if (!(decide(command) instanceof Decision.Accepted accepted)) {
            throw new IllegalStateException("what has come free cannot be offered");
        }
        WaiterId passed = passedOver(accepted.events());
        if (passed == null) {
            accepted.events().forEach(event -> apply(command, event));
        } else {
            submit(new Command.PassOver(passed));
        }
    }

    /** The entry that would be served and must not be; null if there is none. */
    private @Nullable WaiterId passedOver(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.Waitlist(WaitlistTurn.Served(WaiterId id, ReservationId made))) {
                Waiter waiter = contents.book.waiter(id).orElseThrow();
                Reservation reservation = events.stream()
                        .flatMap(each -> each.reservations().stream())
                        .filter(each -> each.id().equals(made))
                        .findFirst()
                        .orElseThrow();
                return contents.keepers.values().stream().allMatch(keeper -> keeper.mayServe(view, waiter, reservation))
                        ? null
                        : id;
            }
        }
        return null;
    }

    /** Whether keepers want to know of it, although it changes no claim. */
    private static boolean isFollowed(Event event) {
        return event instanceof Event.Opportunistic || event instanceof Event.Bound || event instanceof Event.Waitlist;
    }

    /** How much work it has taken so far. */
    long steps() {
        return effort.spent() + otherSteps;
    }

    boolean isEmpty() {
        return events.isEmpty() && facts.isEmpty();
    }

    /** Ends the transaction. The entry has the next number, and the contents are what it leads to. */
    Recorded finish(String kind) {
        isOver = true;
        List<Event> journaled = eventsToJournal();
        List<EntryBody.Fact> written = new ArrayList<>(facts.size());
        List<Committed.Fact> committed = new ArrayList<>(facts.size());
        for (KeptFact<?> fact : facts) {
            written.add(fact.written());
            committed.add(fact.committed());
        }
        byte[] body = new EntryBody(EntryBody.FORMAT, actor, journaled, written).toBytes();
        long version = contents.version;
        long time = contents.journaledTime;
        undo.add(() -> {
            contents.version = version;
            contents.journaledTime = time;
        });
        contents.version = version + 1;
        contents.journaledTime = now();
        return new Recorded(
                new Entry(contents.version, now(), kind, body),
                new Committed(contents.version, now(), actor, journaled, committed));
    }

    /** Begins with the passing of time before it, if the journal does not know of that. */
    private List<Event> eventsToJournal() {
        List<Event> all = new ArrayList<>(events.size() + 1);
        if (begin > contents.journaledTime) {
            all.add(new Event.TimeAdvanced(begin));
        }
        all.addAll(events);
        return List.copyOf(all);
    }

    /** An entry to be journaled, and the change that the listeners are told of once it is durable. */
    record Recorded(Entry entry, Committed committed) {}

    /** Takes all of it back. */
    UndoLog undo() {
        isOver = true;
        return undo;
    }
}
