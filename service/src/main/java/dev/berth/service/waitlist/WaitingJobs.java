package dev.berth.service.waitlist;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Where;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.words.Phrase;
import java.util.Optional;

/** Use cases of users who wait for what comes free: joining the list, leaving it, and declining what was served. */
public final class WaitingJobs {
    /** Entries that may wait at a time. */
    static final int MOST = 10_000;

    private WaitingJobs() {}

    /** Result for a job that was to be booked, or else to wait. */
    public sealed interface Outcome {}

    /** There was room. */
    public record AtOnce(Reservation reservation) implements Outcome {}

    /** There was none, and it waits. */
    public record OnTheList(WaitEntry entry) implements Outcome {}

    /**
     * Books a job, or lets it wait if there is no room for it now, or none within its budget.
     *
     * @param until how long it waits
     * @param tell whether its owner is asked before it is booked
     */
    public static Outcome bookOrWait(
            Transaction transaction,
            Account asker,
            Job asked,
            Where where,
            long until,
            boolean tell,
            WaitlistSettings settings) {
        View view = transaction.view();
        Job job = Bookings.mayBook(view, asker, asked);
        if (Bookings.isSettledAtOnce(view, job, where)) {
            throw cannotWait(
                    "it would be settled on servers of one host, or of one kind, when it is booked. Name a pool, and wait for"
                            + " single servers, for any with --spread, or in a pool of hosts with parts");
        }
        try {
            return new AtOnce(Bookings.book(transaction, asker, job, where, null));
        } catch (Refused refused) {
            if (!(refused.refusal() instanceof Refusal.NoCapacity)
                    && !(refused.refusal() instanceof Refusal.OverBudget)) {
                throw refused;
            }
        }
        checkRoom(view, job.user(), settings);
        if (tell && isTooSoonToAsk(job, settings.hold(), transaction.now())) {
            throw cannotWait(
                    "what comes free would be held for your answer first, and then there is no time for it; wait to be booked instead (--wait-until)");
        }
        Decision.Accepted accepted = Bookings.accepted(
                transaction.submit(new Command.Await(job, until, tell ? settings.hold() : 0)), job, null);
        Waiter waiter = accepted.events().stream()
                .filter(Event.Waitlist.class::isInstance)
                .map(event -> ((WaitlistTurn.Joined) ((Event.Waitlist) event).turn()).waiter())
                .findFirst()
                .orElseThrow();
        WaitEntry entry = new WaitEntry(
                waiter.id().number(),
                job.user(),
                job.id().name(),
                transaction.now(),
                waiter.until(),
                waiter.hold(),
                settings.decline(),
                WaitEntry.State.WAITING,
                Optional.empty(),
                transaction.now(),
                0);
        transaction.record(Waits.KIND, entry);
        AuditLog.add(transaction, "wait", entry.id(), entry.name());
        return new OnTheList(entry);
    }

    private static boolean isTooSoonToAsk(Job job, long hold, long now) {
        return new Waiter(new WaiterId(1), job, now, hold, now).latest() < now;
    }

    /** Entries that were served and may still be declined count as well: it keeps others out, free of charge. */
    private static void checkRoom(View view, String user, WaitlistSettings settings) {
        if (settings.perUser() == 0) {
            throw cannotWait("this site has no waiting list (waiting.perUser: 0)");
        }
        long own = view.facts(Waits.class).all().stream()
                .filter(entry -> entry.isOpen(view.now()) && entry.user().equals(user))
                .count();
        if (own >= settings.perUser()) {
            throw Problem.of(
                            Code.TOO_MANY_ENTRIES,
                            "%s has %d entries that wait or may be declined, which is the most; withdraw or decline one first"
                                    .formatted(user, own))
                    .toException();
        }
        if (view.waiters().size() >= MOST) {
            throw Problem.of(
                            Code.TOO_MANY_ENTRIES,
                            "The waiting list has %d entries, which is the most; try again later".formatted(MOST))
                    .toException();
        }
    }

    private static RuntimeException cannotWait(String why) {
        return Problem.of(Code.CANNOT_WAIT, "This job cannot wait: " + why).toException();
    }

    /** The entry, if it is the asker's to see and change. */
    public static WaitEntry own(View view, Account asker, String id) {
        long number = IdKind.ENTRY
                .number(id)
                .orElseThrow(() -> Problem.invalid("entry", id, "must be an entry of the waiting list such as e3")
                        .toException());
        WaitEntry entry = view.facts(Waits.class)
                .get(number)
                .orElseThrow(() -> new Refused(new Refusal.UnknownWaiter(new WaiterId(number))));
        asker.checkOwns(entry.user(), "entry " + id);
        return entry;
    }

    /** Takes an entry out of the list; one that left it already stays as it is. */
    public static WaitEntry withdraw(Transaction transaction, Account asker, String id) {
        WaitEntry entry = own(transaction.view(), asker, id);
        if (entry.state() != WaitEntry.State.WAITING) {
            throw over(entry);
        }
        Bookings.accepted(transaction.submit(new Command.Leave(entry.waiter())));
        AuditLog.add(transaction, "stop-waiting", id, entry.name());
        return recorded(transaction, entry.ended(WaitEntry.State.WITHDRAWN, transaction.now()));
    }

    /** Gives back what was served, free of charge, for those who come after; its entry is over. */
    public static WaitEntry decline(Transaction transaction, Account asker, String id) {
        WaitEntry entry = own(transaction.view(), asker, id);
        if (!entry.mayDecline(transaction.now())) {
            throw over(entry);
        }
        Bookings.accepted(transaction.submit(new Command.Decline(entry.served().orElseThrow())));
        AuditLog.add(transaction, "decline-served", id, entry.name());
        return recorded(transaction, entry.ended(WaitEntry.State.DECLINED, transaction.now()));
    }

    private static WaitEntry recorded(Transaction transaction, WaitEntry entry) {
        transaction.record(Waits.KIND, entry);
        return entry;
    }

    private static RuntimeException over(WaitEntry entry) {
        return Problem.of(
                        Code.ENTRY_OVER,
                        switch (entry.state()) {
                            case WAITING ->
                                Phrase.of(
                                        "%s still waits, and nothing was served that could be declined; berth cancel %s"
                                                + " takes it out",
                                        entry.id(), entry.id());
                            case BOOKED, OFFERED ->
                                Phrase.of(
                                        "%s was served %s, which could be declined until %s; berth cancel %s gives it back by the tariff",
                                        entry.id(),
                                        entry.served().orElseThrow(),
                                        Phrase.time(entry.declineBy()),
                                        entry.served().orElseThrow());
                            case DECLINED ->
                                Phrase.of("%s was declined at %s", entry.id(), Phrase.time(entry.changed()));
                            case WITHDRAWN ->
                                Phrase.of("%s was withdrawn at %s", entry.id(), Phrase.time(entry.changed()));
                            case EXPIRED ->
                                Phrase.of(
                                        "%s expired at %s: nothing came free",
                                        entry.id(), Phrase.time(entry.changed()));
                        })
                .toException();
    }
}
