package dev.berth.service.adoption;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import dev.berth.words.Phrase;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a reservation for processes that run already: of exactly the cards that they use, from now on. It is refused where the cards
 * are promised to others; nobody's times change. The guard takes the processes for part of the reservation until it ends.
 */
public final class Adopting {
    /** Shorter windows that are tried in order to say until when there is room. */
    private static final int MOST_TRIES = 16;

    private final Transaction transaction;
    private final Account asker;
    private final UnixUsers users;
    private final Order order;

    private Adopting(Transaction transaction, Account asker, UnixUsers users, Order order) {
        this.transaction = transaction;
        this.asker = asker;
        this.users = users;
        this.order = order;
    }

    /**
     * A card that the processes use.
     *
     * @param device its UUID
     * @param number by which its host numbers it
     */
    public record Card(String device, int number) {}

    /**
     * Request of a user.
     *
     * @param user whose the reservation will be; null for the account of the Unix user whose processes they are
     * @param length how long it lasts
     */
    public record Order(
            String host,
            JobId name,
            @Nullable String user,
            @Nullable String project,
            long length,
            List<Card> cards,
            List<AdoptedProcess> processes) {
        public Order {
            cards = List.copyOf(cards);
            processes = List.copyOf(processes);
        }
    }

    /** Makes the reservation. */
    public static Reservation adopt(Transaction transaction, Account asker, UnixUsers users, Order order) {
        return new Adopting(transaction, asker, users, order).adopted();
    }

    private Reservation adopted() {
        View view = transaction.view();
        String owner = owner(view);
        UsedCards cards = UsedCards.find(view, order.host(), order.cards());
        Window window = new Window(transaction.now(), transaction.now() + order.length());
        Job job = Bookings.mayBook(view, asker, job(owner, cards, window));
        checkFree(view, cards, window);
        if (!fits(view, job, cards)) {
            throw noRoom(view, job, cards, window);
        }
        Reservation booked = Bookings.accepted(transaction.submit(new Command.Reserve(job)), job, null)
                .reservation();
        Bookings.accepted(transaction.submit(settle(booked, cards)), job, null);
        if (!owner.equals(asker.name())) {
            transaction.record(
                    Sharings.KIND, view.facts(Sharings.class).of(booked).bookedBy(asker.name()));
        }
        transaction.record(
                Adoptions.KIND, new Adoption(booked.id().number(), owner, order.host(), order.processes(), false));
        AuditLog.add(
                transaction,
                "adopt",
                booked.id().toString(),
                "%s, for %s"
                        .formatted(
                                cards.text(view, order.host(), order.cards()),
                                order.processes().stream()
                                        .limit(MOST_TRIES)
                                        .map(each -> "process %d (%s) of %s"
                                                .formatted(each.pid(), each.process(), each.user()))
                                        .collect(Collectors.joining(", "))));
        return transaction.view().reservation(booked.id()).orElseThrow();
    }

    private Job job(String owner, UsedCards cards, Window window) {
        return new Job(
                order.name(),
                owner,
                window.start(),
                window.end(),
                cards.shape(window.length()),
                new Requirements(cards.pool().id(), Map.of(), cards.slice(), Amounts.NONE),
                Terms.NONE.withProject(order.project()));
    }

    /** The account that books: the one whose Unix user the processes belong to. Only operators adopt those of others. */
    private String owner(View view) {
        Set<String> theirs =
                order.processes().stream().map(AdoptedProcess::user).collect(Collectors.toUnmodifiableSet());
        if (theirs.size() > 1) {
            throw Problem.invalid(
                            "processes",
                            theirs.stream().sorted().collect(Collectors.joining(", ")),
                            "are several Unix users; adopt the processes of each on their own")
                    .toException();
        }
        String unixUser = theirs.iterator().next();
        String own = users.of(asker.name());
        if (!own.equals(unixUser) && !asker.is(Role.OPERATOR)) {
            AdoptedProcess first = order.processes().getFirst();
            throw Problem.notAllowed(
                            "Process %d (%s) belongs to Unix user %s, and account %s is Unix user %s; only operators adopt the processes of others"
                                    .formatted(first.pid(), first.process(), unixUser, asker.name(), own))
                    .toException();
        }
        if (order.user() != null) {
            return order.user();
        }
        return own.equals(unixUser) ? asker.name() : account(view, unixUser).orElse(asker.name());
    }

    private Optional<String> account(View view, String unixUser) {
        return view.facts(Accounts.class).open().stream()
                .filter(account -> account.is(Role.USER))
                .map(Account::name)
                .filter(name -> users.of(name).equals(unixUser))
                .min(Comparator.naturalOrder());
    }

    /** Says who has one of the cards now, or is sure to get it. */
    private void checkFree(View view, UsedCards cards, Window window) {
        view.within(cards.pool().id(), window).stream()
                .filter(each -> each.isRunning() || each.state() == Reservation.State.BOUND)
                .filter(cards::overlap)
                .min(Comparator.comparingLong(each -> each.window().start()))
                .ifPresent(holder -> {
                    throw Problem.of(
                                    Code.NO_CAPACITY,
                                    holder.isRunning()
                                            ? Phrase.of(
                                                    "%s is booked until %s by %s",
                                                    cards.text(view, order.host(), order.cards()),
                                                    Phrase.time(holder.window().end()),
                                                    who(view, holder))
                                            : Phrase.of(
                                                    "%s is booked from %s to %s by %s; ask for less time",
                                                    cards.text(view, order.host(), order.cards()),
                                                    Phrase.time(holder.window().start()),
                                                    Phrase.time(holder.window().end()),
                                                    who(view, holder)))
                            .toException();
                });
    }

    private String who(View view, Reservation holder) {
        String user = holder.job().user();
        if (user.equals(asker.name())) {
            return "your own reservation %s; change that one instead".formatted(holder.id());
        }
        boolean isOpen = view.visibility() == Visibility.NAMES || asker.is(Role.OPERATOR);
        return isOpen ? "%s (%s)".formatted(user, holder.id()) : "somebody else";
    }

    private static Command.Settle settle(Reservation booked, UsedCards cards) {
        return new Command.Settle(booked.id(), List.of(cards.servers()), cards.devices());
    }

    private static boolean fits(View view, Job job, UsedCards cards) {
        return view.decide(new Command.Reserve(job)) instanceof Decision.Accepted accepted
                && view.whatIf(List.of(new Command.Reserve(job), settle(accepted.reservation(), cards)))
                                .getLast()
                        instanceof Decision.Accepted;
    }

    private Rejected noRoom(View view, Job job, UsedCards cards, Window window) {
        String what = cards.text(view, order.host(), order.cards());
        OptionalLong until = view.within(cards.pool().id(), window).stream()
                .mapToLong(each -> each.window().start())
                .filter(start -> start > window.start() && start < window.end())
                .boxed()
                .distinct()
                .sorted(Comparator.reverseOrder())
                .limit(MOST_TRIES)
                .mapToLong(Long::longValue)
                .filter(end -> fits(view, job(job.user(), cards, new Window(window.start(), end)), cards))
                .findFirst();
        return Problem.of(
                        Code.NO_CAPACITY,
                        until.isPresent()
                                ? Phrase.of(
                                        "%s is free only until %s, because the servers of pool %s are promised to"
                                                + " others after that; ask for less time",
                                        what,
                                        Phrase.time(until.getAsLong()),
                                        cards.pool().id())
                                : Phrase.of(
                                        "%s has no room in pool %s until %s: its servers are out of service or"
                                                + " promised to others",
                                        what, cards.pool().id(), Phrase.time(window.end())))
                .toException();
    }
}
