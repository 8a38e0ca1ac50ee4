package dev.berth.engine.book;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Drives a book and checks after every step what must always hold. */
final class SafetyProperties {
    private Book book;
    private final Book fresh;
    private final String where;
    private final List<Event> history = new ArrayList<>();
    /** Accepted, not started, and not closed since. */
    private final Map<ReservationId, Integer> promised = new HashMap<>();

    private final Map<ReservationId, ServerSet> running = new HashMap<>();

    final PromiseProperties promises;
    final BindingProperties binding;
    final OutageProperties outages;
    private final SliceProperties slices;
    private final int thoroughEvery;
    private long steps;

    SafetyProperties(Book book, String where) {
        this(book, where, 1);
    }

    /** @param thoroughEvery after how many steps the whole book is compared with its state before, which is slow */
    SafetyProperties(Book book, String where, int thoroughEvery) {
        this.book = book;
        this.fresh = new Book(book.policy(), book.admission());
        this.where = where;
        this.promises = new PromiseProperties(where);
        this.binding = new BindingProperties(where);
        this.outages = new OutageProperties(where);
        this.slices = new SliceProperties(where);
        this.thoroughEvery = thoroughEvery;
    }

    Book book() {
        return book;
    }

    Decision step(Command command) {
        boolean thorough = steps++ % thoroughEvery == 0;
        Decision decision = thorough ? decidedWithoutChange(command) : book.decide(command);
        List<Outage> out = outagesOf(command);
        List<Reservation> open = command instanceof Command.SetPolicy ? List.copyOf(book.reservations()) : List.of();
        if (decision instanceof Decision.Accepted accepted) {
            budgetNeverExceeded(command, accepted);
            accepted.events().forEach(event -> {
                everyReservationGetsItsServersAtItsStart(event, command);
                promises.before(event, command, book);
                binding.before(event, command, accepted.events(), book);
                book.apply(event);
                history.add(event);
            });
        }
        if (command instanceof Command.SetPolicy set && decision instanceof Decision.Accepted) {
            check(List.copyOf(book.reservations()).equals(open), "policyChangeMovesNobody", command);
            check(
                    book.policy().equals(set.policy()) && book.admission().equals(set.admission()),
                    "policyIsSet",
                    command);
            Book restored = Book.restore(book.snapshot());
            check(Arrays.equals(restored.snapshot(), book.snapshot()), "snapshotRestoresTheBook", command);
            for (Pool pool : book.pools()) {
                check(free(book, pool.id()).equals(free(restored, pool.id())), "policyChangeBooksTheSame", command);
            }
        }
        noServerTwice(command);
        nothingBeforeReadyOrAfterDeadline(command);
        capacityNeverExceeded(command);
        runningNeverMoves(command);
        promises.after(command, book, thorough);
        binding.after(command, decision, book);
        outages.after(command, decision, out, book);
        if (thorough && (settlesServers(command) || command instanceof Command.Restore)) {
            outages.calendarTakesEveryServerOnce(command, book);
        }
        return decision;
    }

    /** Outages of the pool whose servers a command is about to block, avoid, unblock or restore. */
    private List<Outage> outagesOf(Command command) {
        PoolId pool = switch (command) {
            case Command.Block c -> c.pool();
            case Command.Avoid c -> c.pool();
            case Command.Unblock c -> c.pool();
            case Command.Restore c -> c.pool();
            default -> null;
        };
        return pool == null || book.pools().stream().noneMatch(each -> each.id().equals(pool))
                ? List.of()
                : book.outages(pool);
    }

    /** A refusal ends here: what decides nothing has changed nothing. */
    private Decision decidedWithoutChange(Command command) {
        byte[] before = book.snapshot();
        Decision decision = book.decide(command);
        check(
                Arrays.equals(book.snapshot(), before),
                decision instanceof Decision.Refused ? "refusalChangesNothing" : "decideChangesNothing",
                command);
        List<Decision> decisions = book.whatIf(
                List.of(command, new Command.Advance(book.now() + 7), new Command.Advance(book.now() + 30)));
        check(decisions.getFirst().equals(decision), "whatIfDecidesTheSame", command);
        check(Arrays.equals(book.snapshot(), before), "whatIfLeavesTheBookUntouched", command);
        if (steps % 8 == 0 || settlesServers(command)) {
            undoIsExact(command, decision, before);
        }
        return decision;
    }

    private static boolean settlesServers(Command command) {
        return command instanceof Command.Bind
                || command instanceof Command.Settle
                || command instanceof Command.Block
                || command instanceof Command.Avoid
                || command instanceof Command.Unblock
                || command instanceof Command.Fail
                || isAboutWaiting(command);
    }

    private static boolean isAboutWaiting(Command command) {
        return command instanceof Command.Await
                || command instanceof Command.Leave
                || command instanceof Command.Serve
                || command instanceof Command.Decline;
    }

    /** Also after each event alone, and in a book that is as it was restored. */
    private void undoIsExact(Command command, Decision decision, byte[] before) {
        if (decision instanceof Decision.Accepted accepted) {
            Deque<Undo> undo = new ArrayDeque<>();
            Deque<byte[]> snapshots = new ArrayDeque<>();
            for (Event event : accepted.events()) {
                snapshots.push(book.snapshot());
                undo.push(book.apply(event));
            }
            while (!undo.isEmpty()) {
                undo.pop().undo();
                check(Arrays.equals(book.snapshot(), snapshots.pop()), "undoIsExact", command);
            }
            check(Arrays.equals(Book.restore(before).snapshot(), book.snapshot()), "snapshotRestoresTheBook", command);
        }
    }

    private void check(boolean holds, String property, Object what) {
        if (!holds) {
            throw new AssertionError(property + ": " + where + ", step " + steps + ", " + what);
        }
    }

    private void everyReservationGetsItsServersAtItsStart(Event event, Command command) {
        switch (event) {
            case Event.Reserved e -> promise(e.reservation());
            case Event.Held e -> promise(e.reservation());
            case Event.Moved e -> e.reservations().forEach(this::promise);
            case Event.StartsEarly e -> promise(e.reservation());
            case Event.Changed e -> changed(e.reservation(), command);
            case Event.Recovered e -> promise(e.reservation());
            case Event.Degraded e -> {
                promised.remove(e.reservation().id());
                running.remove(e.reservation().id());
            }
            case Event.Started e -> {
                Integer count = promised.remove(e.reservation());
                check(count != null && count == e.servers().size(), "everyReservationGetsItsServersAtItsStart", e);
                slices.whoStartsHasItsParts(e, book);
                running.put(e.reservation(), e.servers());
            }
            case Event.Closed e -> {
                check(
                        e.cause() != Event.Cause.ENDED || !promised.containsKey(e.reservation()),
                        "nothing ends unless it started",
                        e);
                promised.remove(e.reservation());
                running.remove(e.reservation());
            }
            default -> {}
        }
    }

    /** Running reservations may get longer or shorter and give up servers; they neither move nor get others. */
    private void changed(Reservation after, Command command) {
        if (!after.isRunning()) {
            promised.put(after.id(), after.placement().count());
            return;
        }
        Reservation before = book.reservation(after.id()).orElseThrow();
        if (command instanceof Command.JoinPools join) {
            check(isOnTheSameCards(before.placement(), after, join), "runningNeverMoves", after);
            running.put(after.id(), after.placement().servers());
            return;
        }
        check(after.window().start() == before.window().start(), "runningNeverMoves", after);
        check(
                after.placement().servers().stream().allMatch(before.placement().servers()::contains),
                "runningNeverMoves",
                after);
        running.put(after.id(), after.placement().servers());
    }

    /** Its servers are the cards of its host now, by the same numbers. */
    static boolean isOnTheSameCards(Placement before, Reservation after, Command.JoinPools join) {
        Parts parts = join.into().parts();
        List<Integer> cards = after.placement().taken().devices().numbers(0, parts, parts.get(join.cards()));
        return after.window().equals(before.window())
                && after.placement().servers().equals(ServerSet.of(join.from().indexOf(before.pool())))
                && cards.equals(before.servers().stream().boxed().toList());
    }

    /** Checks that no command raises a cost above the budget; only the automatic fix that was agreed may do so. */
    private void budgetNeverExceeded(Command command, Decision.Accepted accepted) {
        Money total = Money.ZERO;
        for (Event event : accepted.events()) {
            Reservation after = switch (event) {
                case Event.Reserved e -> e.reservation();
                case Event.Held e -> e.reservation();
                case Event.Changed e -> e.reservation();
                default -> null;
            };
            if (after == null
                    || command instanceof Command.Advance
                    || command instanceof Command.Cancel
                    || command instanceof Command.Decline
                    || command instanceof Command.JoinPools
                    // Those who start early come before those who wait: their terms are fixed as by Advance.
                    || (command instanceof Command.Serve && event instanceof Event.Changed)) {
                continue;
            }
            Money budget = after.job().terms().budget();
            Money before = book.reservation(after.id()).map(this::cost).orElse(Money.ZERO);
            check(
                    budget == null
                            || !cost(after).isAbove(budget)
                            || !cost(after).isAbove(before),
                    "budgetNeverExceeded",
                    after);
            total = total.plus(after.agreement().price());
            if (!(command instanceof Command.Replace)) {
                check(accepted.quote().after().equals(after.agreement().price()), "whatIsQuotedIsAgreed", command);
            }
            check(after.agreement().price().millionths() >= 0, "whatIsQuotedIsAgreed", after);
        }
        if (command instanceof Command.Replace) {
            check(accepted.quote().after().equals(total), "whatIsQuotedIsAgreed", command);
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
            if (pool.hasParts()) {
                slices.check(pool, book, command);
                continue;
            }
            Map<ReservationId, ServerSet> handout = book.handout(pool.id());
            List<Reservation> open = inPool(pool);
            check(handout.size() == open.size(), "everyReservationIsNamedServers", command);
            List<List<Window>> busy = new ArrayList<>(pool.servers());
            for (int server = 0; server < pool.servers(); server++) {
                busy.add(new ArrayList<>());
            }
            for (Outage outage : book.outages(pool.id())) {
                busy.get(outage.server()).add(outage.window());
            }
            for (Reservation reservation : open) {
                ServerSet servers = handout.get(reservation.id());
                check(
                        servers != null
                                && servers.size() == reservation.placement().count(),
                        "everyReservationIsNamedServers",
                        reservation);
                servers.forEach(server -> {
                    check(server < pool.servers(), "everyReservationIsNamedServers", reservation);
                    for (Window taken : busy.get(server)) {
                        check(!reservation.window().overlaps(taken), "noServerTwice", reservation);
                    }
                    busy.get(server).add(reservation.window());
                });
            }
        }
    }

    private List<Reservation> inPool(Pool pool) {
        List<Reservation> open = new ArrayList<>();
        for (Reservation reservation : book.reservations()) {
            if (reservation.placement().pool().equals(pool.id())) {
                open.add(reservation);
            }
        }
        return open;
    }

    private void nothingBeforeReadyOrAfterDeadline(Command command) {
        Map<PoolId, Pool> pools = new HashMap<>();
        book.pools().forEach(pool -> pools.put(pool.id(), pool));
        for (Reservation reservation : book.reservations()) {
            Window window = reservation.window();
            int count = reservation.placement().count();
            Pool pool = pools.get(reservation.placement().pool());
            check(
                    window.start() >= reservation.job().ready()
                            && window.end() <= reservation.job().deadline(),
                    "nothingBeforeReadyOrAfterDeadline",
                    reservation);
            check(
                    window.length() == reservation.job().shape().duration(count, pool.rate())
                            && reservation.job().shape().takes(count)
                            && reservation.job().requirements().match(pool),
                    "everyReservationIsAsItsJobAsks",
                    reservation + " after " + command);
        }
    }

    private void capacityNeverExceeded(Command command) {
        slices.licences(book, command);
        for (Pool pool : book.pools()) {
            if (pool.hasParts()) {
                continue;
            }
            List<Reservation> open = inPool(pool);
            List<Outage> outages = book.outages(pool.id());
            capacityNeverExceeded(command, pool, book.now(), open, outages);
            for (Reservation each : open) {
                capacityNeverExceeded(
                        command, pool, Math.max(book.now(), each.window().start()), open, outages);
            }
            for (Outage each : outages) {
                capacityNeverExceeded(
                        command, pool, Math.max(book.now(), each.window().start()), open, outages);
            }
        }
    }

    private void capacityNeverExceeded(
            Command command, Pool pool, long instant, List<Reservation> open, List<Outage> outages) {
        int used = 0;
        for (Reservation reservation : open) {
            used += contains(reservation.window(), instant)
                    ? reservation.placement().count()
                    : 0;
        }
        BitSet out = new BitSet();
        for (Outage outage : outages) {
            out.set(outage.server(), out.get(outage.server()) || contains(outage.window(), instant));
        }
        used += out.cardinality();
        if (used > pool.servers()) {
            check(false, "capacityNeverExceeded", command + ", pool " + pool.id() + " at " + instant);
        }
    }

    private static boolean contains(Window window, long instant) {
        return window.start() <= instant && instant < window.end();
    }

    private void runningNeverMoves(Command command) {
        Map<ReservationId, ServerSet> now = new HashMap<>();
        for (Reservation reservation : book.reservations()) {
            if (reservation.isRunning()) {
                now.put(reservation.id(), reservation.placement().servers());
            }
        }
        check(now.equals(running), "runningNeverMoves", command);
    }

    /** A restored book is equal, and from here on it is the one that has to answer. */
    void continueFromSnapshot() {
        byte[] snapshot = book.snapshot();
        book = Book.restore(snapshot);
        check(Arrays.equals(book.snapshot(), snapshot), "snapshotRestoresTheBook", "");
    }

    /** From when on how many servers of a pool are free. */
    private static Map<Long, Integer> free(Book book, PoolId pool) {
        Map<Long, Integer> steps = new TreeMap<>();
        int[] last = {-1};
        book.freeServers(pool, new Window(book.now(), book.now() + 1_000), (from, servers) -> {
            if (servers != last[0]) {
                steps.put(from, servers);
                last[0] = servers;
            }
        });
        return steps;
    }

    void end() {
        history.forEach(fresh::apply);
        check(Arrays.equals(fresh.snapshot(), book.snapshot()), "replayGivesTheSameBook", "");
        step(new Command.Advance(book.now() + 500));
        check(promised.isEmpty(), "everyReservationGetsItsServersAtItsStart", promised);
    }
}
