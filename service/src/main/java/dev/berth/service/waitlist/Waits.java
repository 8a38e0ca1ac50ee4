package dev.berth.service.waitlist;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.service.quota.Limits;
import dev.berth.site.Actor;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PartTime;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import dev.berth.words.Phrase;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The entries of the waiting list by number: all that wait, and the latest of those that were served or left. */
public final class Waits implements FactKeeper<WaitEntry> {
    public static final String KIND = "wait";

    /** Entries that are over, of one user and in all; each takes about 400 bytes. */
    private static final long OVER_OF_ONE = 1_000;

    private static final long OVER_IN_ALL = Memory.atMost(20_000 * 400L, 64) / 400;

    /** Memory of one entry that waits, with its job in the book, in bytes. */
    private static final long BYTES = 1_500;

    private final Numbered<WaitEntry> entries =
            new Numbered<>(new OfEntries(), new PastRecords(OVER_OF_ONE, OVER_IN_ALL));

    private static final class OfEntries implements Numbered.Traits<WaitEntry> {
        @Override
        public long number(WaitEntry entry) {
            return entry.number();
        }

        @Override
        public String owner(WaitEntry entry) {
            return entry.user();
        }

        @Override
        public LongStream reservations(WaitEntry entry) {
            return entry.reservation().map(LongStream::of).orElseGet(LongStream::empty);
        }

        @Override
        public boolean isOver(WaitEntry entry) {
            return entry.state() != WaitEntry.State.WAITING;
        }

        @Override
        public long weight(WaitEntry entry) {
            return 1;
        }
    }

    record All(List<WaitEntry> entries) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<WaitEntry> type() {
        return WaitEntry.class;
    }

    public Optional<WaitEntry> get(long number) {
        return entries.get(number);
    }

    /** The entry that a reservation was made for. */
    public Optional<WaitEntry> of(ReservationId reservation) {
        return entries.of(reservation.number()).flatMap(entries::get);
    }

    /** Entries by number, which is their order. */
    public Collection<WaitEntry> all() {
        return entries.all();
    }

    /** How many wait. */
    long waiting() {
        return entries.open();
    }

    @Override
    public Undo apply(WaitEntry entry, long time, String actor) {
        return entries.set(entry);
    }

    /** Asks the rules of a booking: the account may book, for its project as well, and none of its limits is exceeded. */
    @Override
    public boolean mayServe(View view, Waiter waiter, Reservation reservation) {
        String user = reservation.job().user();
        return view.facts(Accounts.class)
                        .open(user)
                        .filter(account ->
                                account.is(Role.USER) && Memberships.isStillFor(view, account, reservation.job()))
                        .isPresent()
                && Limits.foreseen(view, user, ServerTimeClaim.of(PartTime.of(view), reservation))
                        .isEmpty();
    }

    @Override
    public void follow(Transaction transaction, List<Event> events, List<Touched> touched) {
        for (Event event : events) {
            if (event instanceof Event.Waitlist(WaitlistTurn.Served served)) {
                get(served.waiter().number()).ifPresent(entry -> serve(transaction, entry, served.reservation()));
            } else if (event instanceof Event.Waitlist(WaitlistTurn.Left(var id, WaitlistTurn.Why why))
                    && why == WaitlistTurn.Why.EXPIRED) {
                get(id.number())
                        .ifPresent(entry ->
                                transaction.record(KIND, entry.ended(WaitEntry.State.EXPIRED, transaction.now())));
            }
        }
        touched.forEach(each -> keepWhatIsChanged(transaction, each));
    }

    /**
     * Ends the right to decline what its owner has cancelled, changed or handed over: it is no longer what came free, and declining it
     * would be a way around the fees of all that is booked, or take it away from its new owner. What is less than before is still a part
     * of what came free.
     */
    private void keepWhatIsChanged(Transaction transaction, Touched touched) {
        boolean isChanged = touched.chosen()
                && touched.before().isPresent()
                && !touched.before().equals(touched.after())
                && !isLess(touched);
        if (!isChanged && !touched.isGiven() && touched.ended().isEmpty()) {
            return;
        }
        of(touched.id())
                .filter(entry -> entry.mayDecline(transaction.now()))
                .ifPresent(entry -> transaction.record(KIND, entry.kept(transaction.now())));
    }

    private static boolean isLess(Touched touched) {
        return touched.before().isPresent()
                && touched.after().isPresent()
                && touched.after().get().amount() < touched.before().get().amount()
                && touched.after().get().cost() <= touched.before().get().cost();
    }

    private static void serve(Transaction transaction, WaitEntry entry, ReservationId made) {
        View view = transaction.view();
        long now = transaction.now();
        view.reservation(made).ifPresent(reservation -> {
            boolean isHeld = view.heldUntil(made).isPresent();
            long latest = view.heldUntil(made).orElse(now + entry.decline());
            transaction.record(
                    KIND,
                    entry.served(
                            isHeld ? WaitEntry.State.OFFERED : WaitEntry.State.BOOKED,
                            made,
                            now,
                            Math.min(latest, reservation.window().start())));
            AuditLog.add(transaction, isHeld ? "hold" : "book", made.toString(), entry.name() + " for " + Actor.SITE);
        });
    }

    /** Sentence to the owner about what came free; empty if this reservation is not from the list. */
    public Optional<Phrase> sentence(Reservation reservation) {
        return of(reservation.id())
                .filter(entry -> entry.state() == WaitEntry.State.BOOKED || entry.state() == WaitEntry.State.OFFERED)
                .map(entry -> entry.state() == WaitEntry.State.OFFERED
                        ? Phrase.of(
                                "It came free, and is held for you until %s (%s of the waiting list)",
                                Phrase.time(entry.declineBy()), entry.id())
                        : Phrase.of(
                                "It came free, and was booked for you (%s of the waiting list); until %s you may decline it free of"
                                        + " charge: berth decline %s",
                                entry.id(), Phrase.time(entry.declineBy()), entry.id()));
    }

    @Override
    public long openBytes() {
        return BYTES * entries.open();
    }

    /** Nothing where nobody ever waited, as in all snapshots from before there was a list. */
    @Override
    public Stream<byte[]> capture() {
        return entries.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(entries.all()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        entries.clear();
        pieces.forEachRemaining(
                piece -> entries.add(0, Codec.read(All.class, piece).entries()));
    }
}
