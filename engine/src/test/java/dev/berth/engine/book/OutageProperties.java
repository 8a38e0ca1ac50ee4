package dev.berth.engine.book;

import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Outages may overlap: each is begun and ended by itself, and together they take every server once. */
final class OutageProperties {
    private final String where;
    /** Cases that have occurred, so that a test can check that it covered them. */
    final Set<String> seen = new TreeSet<>();

    /** Reservations that the book had before the command. */
    private final Map<ReservationId, Reservation> open = new HashMap<>();

    private Set<ReservationId> lost = Set.of();

    OutageProperties(String where) {
        this.where = where;
    }

    /** Looks at the book before and after a command. */
    void after(Command command, Decision decision, List<Outage> before, Book book) {
        if (decision instanceof Decision.Accepted) {
            switch (command) {
                case Command.Block c -> blocked(c, before, book);
                case Command.Avoid c -> avoided(c, before, book);
                case Command.Unblock c -> unblocked(c, before, book);
                case Command.Restore c -> {
                    List<Outage> expected = new ArrayList<>(before);
                    expected.removeIf(outage -> c.servers().contains(outage.server()));
                    same("restoreEndsAllOutagesOfItsServers", expected, book.outages(c.pool()));
                }
                default -> {}
            }
        }
        causesAreBlockedOnce(command, book);
        whatIsLeftIsKept(command, book);
    }

    private void avoided(Command.Avoid avoid, List<Outage> before, Book book) {
        List<Outage> expected = without(before, avoid.servers(), avoid.cause());
        Window window = avoid.window().from(book.now());
        avoid.servers().forEach(server -> expected.add(Outage.block(server, window, avoid.cause())));
        same("avoidAddsNothingElse", expected, book.outages(avoid.pool()));
        check(lost(book).equals(lost), "avoidTakesNothingFromAnybody", avoid);
        for (Reservation earlier : open.values()) {
            Reservation reservation = book.reservation(earlier.id()).orElse(null);
            check(
                    reservation != null
                            && reservation.state() == earlier.state()
                            && reservation.window().equals(earlier.window())
                            && reservation
                                    .placement()
                                    .pool()
                                    .equals(earlier.placement().pool())
                            && (earlier.isWaiting()
                                    || earlier.state() == Reservation.State.HELD
                                    || reservation.placement().equals(earlier.placement())),
                    "avoidTakesNothingFromAnybody",
                    earlier);
        }
        seen.add("avoided");
    }

    private static Set<ReservationId> lost(Book book) {
        return book.degraded().stream().map(each -> each.reservation().id()).collect(Collectors.toSet());
    }

    /** Checks that a degraded reservation keeps the rest of its settled servers until its window ends, and no others. */
    private void whatIsLeftIsKept(Command command, Book book) {
        for (Pool pool : book.pools()) {
            for (Outage outage : book.outages(pool.id())) {
                Degraded owner = book.degraded().stream()
                        .filter(each -> outage.isKeptFor(each.reservation().id()))
                        .findFirst()
                        .orElse(null);
                check(
                        !isKept(outage)
                                || (owner != null
                                        && owner.reservation()
                                                .placement()
                                                .pool()
                                                .equals(pool.id())
                                        && owner.reservation()
                                                .placement()
                                                .servers()
                                                .contains(outage.server())
                                        && owner.reservation().window().end()
                                                == outage.window().end()),
                        "keptIsWhatItHad",
                        command);
            }
        }
        for (Degraded each : book.degraded()) {
            Reservation before = open.get(each.reservation().id());
            if (before != null
                    && (before.isRunning() || before.isBound())
                    && before.window().end() > book.now()) {
                Window ahead = before.window().from(book.now());
                before.placement().servers().forEach(server -> {
                    boolean isKept = book.outages(before.placement().pool()).stream()
                            .anyMatch(outage -> outage.server() == server && outage.isKeptFor(before.id()));
                    boolean isLost = book.outages(before.placement().pool()).stream()
                            .anyMatch(outage -> outage.server() == server
                                    && !isKept(outage)
                                    && outage.window().overlaps(ahead));
                    check(isKept || isLost, "whatIsLeftIsKept", command);
                    seen.add(isKept ? "kept by a degraded one" : "lost by a degraded one");
                });
            }
        }
        open.clear();
        book.reservations().forEach(each -> open.put(each.id(), each));
        lost = lost(book);
    }

    private static boolean isKept(Outage outage) {
        return outage.isBlock() && outage.cause().startsWith("kept for ");
    }

    private static List<Outage> others(List<Outage> outages) {
        return outages.stream().filter(outage -> !isKept(outage)).toList();
    }

    private void blocked(Command.Block block, List<Outage> before, Book book) {
        List<Outage> expected = without(before, block.servers(), block.cause());
        if (expected.size() < before.size()) {
            seen.add("blocked anew");
        }
        Window window = block.window().from(book.now());
        block.servers().forEach(server -> {
            if (expected.stream()
                    .anyMatch(
                            other -> other.server() == server && other.window().overlaps(window))) {
                seen.add("blocked while out");
            }
            expected.add(Outage.block(server, window, block.cause()));
        });
        same("blockAddsNothingElse", expected, book.outages(block.pool()));
        for (Reservation reservation : book.reservations()) {
            // What starts by then may have got other servers; what has none yet finds some, or it would not be there.
            boolean isHit = reservation.placement().pool().equals(block.pool())
                    && (reservation.isRunning() || reservation.isBound())
                    && reservation.window().overlaps(window)
                    && reservation.placement().servers().stream().anyMatch(block.servers()::contains);
            check(!isHit, "blockDisplacesAllOnItsServers", reservation);
        }
    }

    private void unblocked(Command.Unblock unblock, List<Outage> before, Book book) {
        List<Outage> expected = without(before, unblock.servers(), unblock.cause());
        seen.add(
                expected.stream().anyMatch(other -> unblock.servers().contains(other.server()))
                        ? "unblocked while out"
                        : "unblocked");
        same("unblockEndsItsOutageAlone", expected, book.outages(unblock.pool()));
    }

    private static List<Outage> without(List<Outage> outages, ServerSet servers, String cause) {
        List<Outage> others = new ArrayList<>(outages);
        others.removeIf(outage -> servers.contains(outage.server()) && cause.equals(outage.cause()));
        return others;
    }

    /** Compares outages, except those that keep servers for degraded reservations, which {@link #whatIsLeftIsKept} checks. */
    private void same(String property, List<Outage> anticipated, List<Outage> found) {
        List<Outage> expected = others(anticipated);
        List<Outage> actual = others(found);
        check(
                expected.size() == actual.size() && new HashSet<>(expected).equals(new HashSet<>(actual)),
                property,
                expected + " but " + actual);
    }

    private void causesAreBlockedOnce(Command command, Book book) {
        for (Pool pool : book.pools()) {
            Set<String> causes = new HashSet<>();
            for (Outage outage : book.outages(pool.id())) {
                check(
                        !outage.isBlock() || causes.add(outage.server() + " " + outage.cause()),
                        "aCauseBlocksAServerOnce",
                        command);
            }
        }
    }

    /** Compares the free servers at every moment with a look at every server: none is taken or given back twice. */
    void calendarTakesEveryServerOnce(Command command, Book book) {
        State state = Snapshot.read(book.snapshot());
        for (Pool pool : book.pools()) {
            Set<Long> instants = new TreeSet<>(Set.of(book.now()));
            for (Outage outage : book.outages(pool.id())) {
                instants.add(Math.max(book.now(), outage.window().start()));
                instants.add(Math.max(book.now(), outage.window().end()));
            }
            instants.remove(Window.FOREVER);
            for (long instant : instants) {
                freeIsExact(command, pool, new Window(instant, instant + 1), state, book);
            }
        }
    }

    private void freeIsExact(Command command, Pool pool, Window moment, State state, Book book) {
        PoolId id = pool.id();
        BitSet out = new BitSet();
        book.outages(id).stream()
                .filter(outage -> outage.window().overlaps(moment))
                .forEach(outage -> out.set(outage.server()));
        int free = pool.servers() - out.cardinality();
        for (Reservation reservation : book.reservations()) {
            boolean there = reservation.placement().pool().equals(id)
                    && reservation.window().overlaps(moment);
            free -= there ? reservation.placement().count() : 0;
        }
        if (!state.calendar.namesServers(id)) {
            boolean all = free == 0 || state.calendar.isFree(new Placement(id, free, moment, ServerSet.EMPTY));
            boolean more = state.calendar.isFree(new Placement(id, free + 1, moment, ServerSet.EMPTY));
            check(all && !more, "calendarTakesEveryServerOnce", command + " at " + moment);
        }
    }

    private void check(boolean holds, String property, Object what) {
        if (!holds) {
            throw new AssertionError(property + ": " + where + ", " + what);
        }
    }
}
