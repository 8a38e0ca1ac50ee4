package dev.berth.engine.book;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Properties of every promise when plans break: servers fail, work ends early or takes longer. */
final class PromiseProperties {
    private final String where;
    /** The terms of all that was accepted and is not closed. */
    private final Map<ReservationId, Job> promised = new HashMap<>();
    /** Cases that have occurred, so that a test can check that it covered them. */
    final Set<String> seen = new TreeSet<>();
    /** When a repair was last found to be overdue. */
    private long overdue = -1;

    PromiseProperties(String where) {
        this.where = where;
    }

    /** Looks at an event just before it is applied. */
    void before(Event event, Command command, Book book) {
        switch (event) {
            case Event.Reserved e ->
                promised.put(e.reservation().id(), e.reservation().job());
            case Event.Held e ->
                promised.put(e.reservation().id(), e.reservation().job());
            case Event.Changed e -> changed(e.reservation(), command, book);
            case Event.Moved e -> e.reservations().forEach(after -> moved(after, command, book));
            case Event.StartsEarly e -> startsEarly(e, command, book);
            case Event.Degraded e -> {
                seen("degraded");
                check(
                        command instanceof Command.Fail || command instanceof Command.Block || isOverdue(command, book),
                        "everyPromiseHolds: only a failure or a block degrades",
                        event);
                sameTerms(e.reservation());
            }
            case Event.Recovered e -> {
                seen("recovered by " + command.getClass().getSimpleName());
                if (command instanceof Command.Change change
                        && change.reservation().equals(e.reservation().id())) {
                    promised.put(e.reservation().id(), change.job());
                }
                if (command instanceof Command.Adjust adjust
                        && adjust.reservation().equals(e.reservation().id())) {
                    promised.put(e.reservation().id(), e.reservation().job());
                }
                sameTerms(e.reservation());
                asPromisedIsNeverPulledForward(
                        book.degraded(e.reservation().id()).orElseThrow().reservation(),
                        e.reservation(),
                        command,
                        book.now());
            }
            case Event.Closed e -> closed(e, command, book);
            case Event.OutageEnded e -> {
                if (command instanceof Command.Advance && isOverdue(e.outage(), book)) {
                    overdue = book.now();
                }
            }
            default -> {}
        }
    }

    private void changed(Reservation after, Command command, Book book) {
        Job before = promised.get(after.id());
        switch (command) {
            case Command.Change c -> check(after.job().equals(c.job()), "everyPromiseHolds: as asked", after);
            case Command.Advance c -> fixed(before, after);
            case Command.Serve c -> fixed(before, after);
            case Command.Decline c ->
                check(
                        after.id().equals(c.reservation()) && after.job().equals(before),
                        "everyPromiseHolds: settled before it is declined",
                        after);
            case Command.Overrun c -> {
                seen("extended");
                check(after.isRunning() && after.id().equals(c.reservation()), "everyPromiseHolds: it overran", after);
                check(after.job().deadline() >= before.deadline(), "everyPromiseHolds: more time", after);
            }
            case Command.Adjust c -> {
                check(after.id().equals(c.reservation()), "everyPromiseHolds: only the one asked for", after);
                conceded(after, c, book);
            }
            case Command.Replace c ->
                check(
                        c.old().contains(after.id()) && after.job().equals(before),
                        "everyPromiseHolds: settled before it is replaced",
                        after);
            case Command.Cancel c ->
                check(
                        after.id().equals(c.reservation()) && after.job().equals(before),
                        "everyPromiseHolds: settled before it goes",
                        after);
            case Command.Reclaim c ->
                check(
                        after.id().equals(c.reservation()) && after.job().equals(before),
                        "everyPromiseHolds: settled before it is taken back",
                        after);
            case Command.JoinPools c -> joined(before, after, c, book);
            case Command.Give c -> given(after, c, book);
            default -> check(false, "everyPromiseHolds: nobody asked for other terms", after);
        }
        promised.put(after.id(), after.job());
    }

    /** givenKeepsEveryPromise: all but its user and its project stays, whatever its state. */
    private void fixed(Job before, Reservation after) {
        check(
                after.isFixed()
                        && after.job().ready() >= before.ready()
                        && after.job().deadline() <= before.deadline(),
                "everyPromiseHolds: fixed within its terms",
                after);
    }

    /** Time passes, if only up to now: what comes free is offered after what may start early. */
    private static boolean passesTime(Command command) {
        return command instanceof Command.Advance || command instanceof Command.Serve;
    }

    private void given(Reservation after, Command.Give command, Book book) {
        Reservation before = book.reservation(after.id()).orElseThrow();
        seen("given");
        check(
                after.id().equals(command.reservation())
                        && after.job().user().equals(command.user())
                        && after.withJob(before.job()).equals(before)
                        && after.job()
                                .of(before.job().user())
                                .under(before.job().terms())
                                .equals(before.job()),
                "givenKeepsEveryPromise",
                after);
    }

    /** joinedKeepsEveryPromise: the same time, price and state; the host of its pool, and as many cards as it had servers. */
    private void joined(Job promised, Reservation after, Command.JoinPools command, Book book) {
        Reservation before = book.reservation(after.id()).orElseThrow();
        Placement placement = after.placement();
        seen("joined");
        check(
                after.window().equals(before.window())
                        && after.state() == before.state()
                        && after.agreement().equals(before.agreement())
                        && after.job().user().equals(promised.user())
                        && after.job().ready() == promised.ready()
                        && after.job().deadline() == promised.deadline()
                        && after.job().terms().equals(promised.terms())
                        && placement
                                .taken()
                                .licences()
                                .equals(before.placement().taken().licences())
                        && placement.pool().equals(command.into().id())
                        && placement
                                .servers()
                                .equals(ServerSet.of(command.from()
                                        .indexOf(before.placement().pool())))
                        && placement.taken().slice().amounts().get(command.cards())
                                == before.placement().count()
                        && Long.bitCount(placement.taken().devices().bits(0))
                                == before.placement().count(),
                "joinedKeepsEveryPromise",
                after);
    }

    private void moved(Reservation after, Command command, Book book) {
        Reservation before = book.reservation(after.id()).orElseThrow();
        sameTerms(after);
        check(after.state() == Reservation.State.WAITING, "everyPromiseHolds: what moved waits", after);
        asPromisedIsNeverPulledForward(before, after, command, book.now());
        switch (command) {
            case Command.Reserve c -> check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            case Command.Hold c -> check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            case Command.Await c -> check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            case Command.Serve c -> check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            case Command.Advance c -> {
                seen(isOverdue(command, book) ? "moved by an overdue repair" : "moved for what was queued");
                check(
                        isOverdue(command, book)
                                || (before.isWaiting() && book.rounds().isPresent()),
                        "everyPromiseHolds: time moves nothing but for what was queued or is not repaired",
                        before);
            }
            case Command.Evacuate c -> {
                seen("evacuated");
                check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            }
            case Command.Replace c -> check(before.isWaiting(), "everyPromiseHolds: only what waits moves", before);
            case Command.Block c -> seen(before.isRunning() ? "restarted by a block" : "moved by a block");
            case Command.Fail c -> seen(before.isRunning() ? "restarted" : "moved by a failure");
            case Command.Overrun c -> {
                seen("pushed");
                check(
                        c.policy() == OverrunPolicy.PUSH
                                && before.state() == Reservation.State.WAITING
                                && !before.isFixed(),
                        "pushMovesOnlyFlexible",
                        before);
            }
            case Command.GiveWay c -> {
                seen("gave way");
                check(
                        before.isWaiting() && before.id().equals(c.reservation()),
                        "everyPromiseHolds: only the one that gives way moves",
                        before);
            }
            default -> check(false, "everyPromiseHolds: nobody asked for a move", after);
        }
    }

    /** concededIsExact: a later deadline, a price lower by the discount, no fee, and everything else as it was. */
    private void conceded(Reservation after, Command.Adjust command, Book book) {
        if (!(command.adjustment() instanceof Adjustment.Concede concede)) {
            return;
        }
        seen("conceded");
        Reservation before = book.reservation(after.id()).orElseThrow();
        Agreement was = before.agreement();
        Job job = before.job();
        check(
                after.placement().equals(before.placement())
                        && after.state() == before.state()
                        && concede.deadline() >= job.deadline()
                        && after.job()
                                .equals(job.within(job.ready(), concede.deadline())
                                        .under(job.terms().withoutFixing()))
                        && after.agreement()
                                .equals(new Agreement(was.made(), was.price().minus(concede.discount()), was.fees())),
                "concededIsExact",
                after);
    }

    /** Whether time has come to the end of an outage that only a repair ends. */
    private boolean isOverdue(Command command, Book book) {
        return passesTime(command)
                && (overdue == book.now()
                        || book.pools().stream()
                                .flatMap(pool -> book.outages(pool.id()).stream())
                                .anyMatch(outage -> isOverdue(outage, book)));
    }

    private static boolean isOverdue(Outage outage, Book book) {
        return outage.isFailure() && outage.window().end() <= book.now();
    }

    private void asPromisedIsNeverPulledForward(Reservation before, Reservation after, Command command, long now) {
        Long notice = after.job().terms().notice();
        boolean asked = command instanceof Command.Change || command instanceof Command.Adjust;
        long soonest = notice == null || before.isRunning()
                ? before.window().start()
                : Math.min(before.window().start(), now + notice);
        check(asked || after.window().start() >= soonest, "asPromisedIsNeverPulledForward", after);
    }

    private void startsEarly(Event.StartsEarly event, Command command, Book book) {
        Reservation after = event.reservation();
        Reservation before = book.reservation(after.id()).orElseThrow();
        Long notice = after.job().terms().notice();
        seen("starts early" + (notice != null && notice > 0 ? " after notice" : ""));
        sameTerms(after);
        check(
                (command instanceof Command.StartBound ? before.isBound() : passesTime(command) && before.isWaiting())
                        && notice != null
                        && after.equals(before.withPlacement(after.placement()))
                        && after.placement().count() == before.placement().count()
                        && event.promised() == before.window().start()
                        && after.window().start() == book.now() + notice
                        && after.window().start() >= after.job().ready()
                        && after.window().start() < before.window().start()
                        && after.window().end() <= before.window().end(),
                "earlyStartsBreakNoPromise",
                event);
    }

    private void closed(Event.Closed event, Command command, Book book) {
        Job job = promised.remove(event.reservation());
        if (event.cause() != Event.Cause.DISPLACED) {
            return;
        }
        boolean offered = book.reservation(event.reservation())
                .filter(r -> r.state() == Reservation.State.HELD)
                .isPresent();
        seen(offered ? "offer withdrawn" : "closed as hopeless");
        if (!offered) {
            check(passesTime(command), "everyPromiseHolds: given up by time alone", event);
            boolean possible = book.pools().stream()
                    .filter(job.requirements()::match)
                    .anyMatch(pool -> job.shape()
                            .counts()
                            .filter(servers -> servers <= pool.servers())
                            .anyMatch(servers -> Math.max(book.now(), job.ready())
                                            + job.shape().duration(servers, pool.rate())
                                    <= job.deadline()));
            check(!possible, "everyPromiseHolds: given up only when hopeless", event);
        }
    }

    /** Looks at the book after a command; thoroughly, also at what its calendar has free. */
    void after(Command command, Book book, boolean thorough) {
        if (command instanceof Command.Advance advance && advance.to() == book.now()) {
            noIdleServerWhileSomethingReadyFits(book);
        }
        promised.forEach((id, job) -> {
            Reservation open = book.reservation(id).orElse(null);
            Degraded lost = book.degraded(id).orElse(null);
            check((open == null) != (lost == null), "everyPromiseHolds: either open or degraded", command);
            sameTerms(open != null ? open : lost.reservation());
        });
        check(
                promised.size() == book.reservations().size() + book.degraded().size(),
                "everyPromiseHolds: nothing else is in the book",
                command);
        if (thorough && !book.degraded().isEmpty()) {
            degradedHoldsNoCapacity(book);
        }
    }

    /** Nobody who could start now waits, once time has passed; said of pools in which counting servers is enough. */
    private void noIdleServerWhileSomethingReadyFits(Book book) {
        boolean named = Calendars.create(book.policy().split("/", 2)[0]).namesServers();
        for (Reservation waits : book.reservations()) {
            Long notice = waits.job().terms().notice();
            if (notice == null
                    || !waits.isWaiting()
                    || named
                    || !waits.placement().taken().isPlain()) {
                continue;
            }
            long at = book.now() + notice;
            Pool own = book.pools().stream()
                    .filter(pool -> pool.id().equals(waits.placement().pool()))
                    .findFirst()
                    .orElseThrow();
            if (own.hasParts()) {
                continue;
            }
            boolean namedAhead = book.outages(own.id()).stream()
                            .anyMatch(outage -> outage.window().start() > book.now())
                    || book.reservations().stream()
                            .anyMatch(r -> r.isBound() && r.placement().pool().equals(own.id()));
            boolean waitsForMore =
                    at >= waits.job().ready() && at < waits.window().start() && !namedAhead;
            check(
                    !waitsForMore
                            || !fits(
                                    waits,
                                    own,
                                    new Window(at, at + waits.window().length()),
                                    book),
                    "noIdleServerWhileSomethingReadyFits",
                    waits);
        }
    }

    /** Whether enough servers are free at every moment of a window, beside its own place. */
    private static boolean fits(Reservation waits, Pool pool, Window window, Book book) {
        for (long instant = window.start(); instant < window.end(); instant++) {
            Window moment = new Window(instant, instant + 1);
            int taken = waits.placement().count();
            for (Reservation other : book.reservations()) {
                taken += !other.id().equals(waits.id())
                                && other.placement().pool().equals(pool.id())
                                && other.window().overlaps(moment)
                        ? other.placement().count()
                        : 0;
            }
            taken += (int) book.outages(pool.id()).stream()
                    .filter(outage -> outage.window().overlaps(moment))
                    .mapToInt(Outage::server)
                    .distinct()
                    .count();
            if (taken > pool.servers()) {
                return false;
            }
        }
        return true;
    }

    private void sameTerms(Reservation reservation) {
        check(reservation.job().equals(promised.get(reservation.id())), "everyPromiseHolds: same terms", reservation);
    }

    /** The calendar has free exactly what neither open reservations nor outages take. */
    private void degradedHoldsNoCapacity(Book book) {
        State state = Snapshot.read(book.snapshot());
        for (Pool pool : book.pools()) {
            Set<Long> instants = new TreeSet<>(Set.of(book.now()));
            Stream.concat(book.reservations().stream(), book.degraded().stream().map(Degraded::reservation))
                    .flatMap(r -> Stream.of(r.window().start(), r.window().end()))
                    .filter(time -> time >= book.now())
                    .forEach(instants::add);
            for (long instant : instants) {
                isFreeExactly(state, pool, new Window(instant, instant + 1), book);
            }
        }
    }

    private void isFreeExactly(State state, Pool pool, Window moment, Book book) {
        Set<Integer> out = new TreeSet<>();
        book.outages(pool.id()).stream()
                .filter(o -> o.window().overlaps(moment))
                .map(Outage::server)
                .forEach(out::add);
        int free = pool.servers() - out.size();
        Set<Integer> taken = new TreeSet<>(out);
        for (Reservation reservation : book.reservations()) {
            if (reservation.placement().pool().equals(pool.id())
                    && reservation.window().overlaps(moment)) {
                free -= reservation.placement().count();
                reservation.placement().servers().forEach(taken::add);
            }
        }
        if (state.calendar.namesServers(pool.id())) {
            for (int server = 0; server < pool.servers(); server++) {
                Placement one = new Placement(pool.id(), 1, moment, ServerSet.of(server));
                check(state.calendar.isFree(one) != taken.contains(server), "degradedHoldsNoCapacity", one);
            }
        } else {
            check(free == 0 || isFree(state, pool, free, moment), "degradedHoldsNoCapacity", moment);
            check(!isFree(state, pool, free + 1, moment), "degradedHoldsNoCapacity: no more", moment);
        }
    }

    private static boolean isFree(State state, Pool pool, int count, Window moment) {
        return state.calendar.isFree(new Placement(pool.id(), count, moment, ServerSet.EMPTY));
    }

    private void seen(String what) {
        seen.add(what);
    }

    private void check(boolean holds, String property, Object what) {
        if (!holds) {
            throw new AssertionError(property + ": " + where + ", " + what);
        }
    }
}
