package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drives a book and checks after every step what must always hold. */
final class SafetyProperties {
    private Book book;
    private final String where;
    private final List<Event> history = new ArrayList<>();
    /** Accepted, not started, and not closed since. */
    private final Map<ReservationId, Integer> promised = new HashMap<>();

    private final Map<ReservationId, ServerSet> running = new HashMap<>();

    final PromiseProperties promises;

    SafetyProperties(Book book, String where) {
        this.book = book;
        this.where = where;
        this.promises = new PromiseProperties(where);
    }

    Book book() {
        return book;
    }

    Decision step(Command command) {
        byte[] before = book.snapshot();
        Decision decision = book.decide(command);
        assertThat(book.snapshot())
                .as("decideChangesNothing: %s, %s", where, command)
                .isEqualTo(before);
        whatIfLeavesTheBookUntouched(command, decision, before);
        if (decision instanceof Decision.Accepted accepted) {
            budgetNeverExceeded(command, accepted);
            accepted.events().forEach(event -> {
                everyReservationGetsItsServersAtItsStart(event);
                promises.before(event, command, book);
                book.apply(event);
                history.add(event);
            });
        } else {
            assertThat(book.snapshot())
                    .as("refusalChangesNothing: %s, %s", where, command)
                    .isEqualTo(before);
        }
        noServerTwice(command);
        nothingBeforeReadyOrAfterDeadline(command);
        capacityNeverExceeded(command);
        runningNeverMoves(command);
        promises.after(command, book);
        return decision;
    }

    private void whatIfLeavesTheBookUntouched(Command command, Decision decision, byte[] before) {
        List<Decision> decisions = book.whatIf(
                List.of(command, new Command.Advance(book.now() + 7), new Command.Advance(book.now() + 30)));
        assertThat(decisions.getFirst()).as("whatIfDecidesTheSame: %s", where).isEqualTo(decision);
        assertThat(book.snapshot())
                .as("whatIfLeavesTheBookUntouched: %s, %s", where, command)
                .isEqualTo(before);
    }

    private void everyReservationGetsItsServersAtItsStart(Event event) {
        switch (event) {
            case Event.Reserved e -> promise(e.reservation());
            case Event.Held e -> promise(e.reservation());
            case Event.Moved e -> e.reservations().forEach(this::promise);
            case Event.Changed e -> changed(e.reservation());
            case Event.Recovered e -> promise(e.reservation());
            case Event.Degraded e -> {
                promised.remove(e.reservation().id());
                running.remove(e.reservation().id());
            }
            case Event.Started e -> {
                assertThat(e.servers().size())
                        .as("everyReservationGetsItsServersAtItsStart: %s, %s", where, e)
                        .isEqualTo(promised.remove(e.reservation()));
                running.put(e.reservation(), e.servers());
            }
            case Event.Closed e -> {
                assertThat(e.cause() == Event.Cause.ENDED && promised.containsKey(e.reservation()))
                        .as("nothing ends unless it started: %s, %s", where, e)
                        .isFalse();
                promised.remove(e.reservation());
                running.remove(e.reservation());
            }
            default -> {}
        }
    }

    /** What runs may get longer or shorter and give up servers; it neither moves nor gets others. */
    private void changed(Reservation after) {
        if (!after.isRunning()) {
            promised.put(after.id(), after.placement().count());
            return;
        }
        Reservation before = book.reservation(after.id()).orElseThrow();
        assertThat(after.window().start())
                .as("runningNeverMoves: %s, %s", where, after)
                .isEqualTo(before.window().start());
        assertThat(after.placement().servers().stream())
                .as("runningNeverMoves: %s, %s", where, after)
                .allMatch(before.placement().servers()::contains);
        running.put(after.id(), after.placement().servers());
    }

    /** What is agreed costs no more than the budget; only what fixes itself, as agreed, may go beyond it. */
    private void budgetNeverExceeded(Command command, Decision.Accepted accepted) {
        Money total = Money.ZERO;
        for (Event event : accepted.events()) {
            Reservation after = switch (event) {
                case Event.Reserved e -> e.reservation();
                case Event.Held e -> e.reservation();
                case Event.Changed e -> e.reservation();
                default -> null;
            };
            if (after == null || command instanceof Command.Advance || command instanceof Command.Cancel) {
                continue;
            }
            Money budget = after.job().terms().budget();
            Money before = book.reservation(after.id()).map(this::cost).orElse(Money.ZERO);
            assertThat(budget == null
                            || !cost(after).isAbove(budget)
                            || !cost(after).isAbove(before))
                    .as("budgetNeverExceeded: %s, %s, %s", where, command, after)
                    .isTrue();
            total = total.plus(after.agreement().price());
            if (!(command instanceof Command.Replace)) {
                assertThat(accepted.quote().after())
                        .as("whatIsQuotedIsAgreed: %s, %s", where, command)
                        .isEqualTo(after.agreement().price());
            }
            assertThat(after.agreement().price().millionths()).as(where).isNotNegative();
        }
        if (command instanceof Command.Replace) {
            assertThat(accepted.quote().after())
                    .as("whatIsQuotedIsAgreed: %s, %s", where, command)
                    .isEqualTo(total);
        }
    }

    private Money cost(Reservation reservation) {
        return reservation.agreement().price().plus(reservation.agreement().fees());
    }

    private void promise(Reservation reservation) {
        if (!reservation.isRunning()) {
            running.remove(reservation.id());
            promised.put(reservation.id(), reservation.placement().count());
        }
    }

    private void noServerTwice(Command command) {
        for (Pool pool : book.pools()) {
            Map<ReservationId, ServerSet> handout = book.handout(pool.id());
            List<Reservation> open = inPool(pool);
            assertThat(handout.keySet())
                    .as("everyReservationIsNamedServers: %s, %s", where, command)
                    .hasSize(open.size());
            Map<Integer, List<Window>> busy = new HashMap<>();
            book.outages(pool.id())
                    .forEach(o -> busy.computeIfAbsent(o.server(), s -> new ArrayList<>())
                            .add(o.window()));
            for (Reservation reservation : open) {
                ServerSet servers = handout.get(reservation.id());
                assertThat(servers.size())
                        .as(where)
                        .isEqualTo(reservation.placement().count());
                servers.stream().forEach(server -> {
                    assertThat(server).as(where).isLessThan(pool.servers());
                    List<Window> windows = busy.computeIfAbsent(server, s -> new ArrayList<>());
                    assertThat(windows.stream()
                                    .filter(reservation.window()::overlaps)
                                    .toList())
                            .as("noServerTwice: %s, %s: server %d, %s", where, command, server, reservation)
                            .isEmpty();
                    windows.add(reservation.window());
                });
            }
        }
    }

    private List<Reservation> inPool(Pool pool) {
        return book.reservations().stream()
                .filter(r -> r.placement().pool().equals(pool.id()))
                .toList();
    }

    private void nothingBeforeReadyOrAfterDeadline(Command command) {
        for (Reservation reservation : book.reservations()) {
            Window window = reservation.window();
            assertThat(window.start() >= reservation.job().ready()
                            && window.end() <= reservation.job().deadline())
                    .as("nothingBeforeReadyOrAfterDeadline: %s, %s, %s", where, command, reservation)
                    .isTrue();
            Pool pool = book.pools().stream()
                    .filter(p -> p.id().equals(reservation.placement().pool()))
                    .findFirst()
                    .orElseThrow();
            assertThat(window.length())
                    .as(where)
                    .isEqualTo(reservation
                            .job()
                            .shape()
                            .duration(reservation.placement().count(), pool.rate()));
            assertThat(reservation.job().shape().takes(reservation.placement().count()))
                    .as(where)
                    .isTrue();
            assertThat(reservation.job().requirements().match(pool)).as(where).isTrue();
        }
    }

    private void capacityNeverExceeded(Command command) {
        for (Pool pool : book.pools()) {
            Set<Long> instants = new HashSet<>(List.of(book.now()));
            inPool(pool)
                    .forEach(r -> instants.add(Math.max(book.now(), r.window().start())));
            book.outages(pool.id())
                    .forEach(o -> instants.add(Math.max(book.now(), o.window().start())));
            for (long instant : instants) {
                int used = 0;
                for (Reservation reservation : inPool(pool)) {
                    used += contains(reservation.window(), instant)
                            ? reservation.placement().count()
                            : 0;
                }
                for (Outage outage : book.outages(pool.id())) {
                    used += contains(outage.window(), instant) ? 1 : 0;
                }
                assertThat(used)
                        .as("capacityNeverExceeded: %s, %s, pool %s at %d", where, command, pool.id(), instant)
                        .isLessThanOrEqualTo(pool.servers());
            }
        }
    }

    private static boolean contains(Window window, long instant) {
        return window.start() <= instant && instant < window.end();
    }

    private void runningNeverMoves(Command command) {
        Map<ReservationId, ServerSet> now = new HashMap<>();
        book.reservations().stream()
                .filter(Reservation::isRunning)
                .forEach(r -> now.put(r.id(), r.placement().servers()));
        assertThat(now).as("runningNeverMoves: %s, %s", where, command).isEqualTo(running);
    }

    /** A restored book is equal, and from here on it is the one that has to answer. */
    void continueFromSnapshot() {
        byte[] snapshot = book.snapshot();
        book = Book.restore(snapshot);
        assertThat(book.snapshot()).as("snapshotRestoresTheBook: %s", where).isEqualTo(snapshot);
    }

    void end() {
        Book replayed = new Book(book.policy(), book.admission());
        history.forEach(replayed::apply);
        assertThat(replayed.snapshot()).as("replayGivesTheSameBook: %s", where).isEqualTo(book.snapshot());
        step(new Command.Advance(book.now() + 500));
        assertThat(promised)
                .as("everyReservationGetsItsServersAtItsStart: %s", where)
                .isEmpty();
    }
}
