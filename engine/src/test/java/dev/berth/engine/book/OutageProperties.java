package dev.berth.engine.book;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Outages may overlap: each is begun and ended by itself, and together they take every server once. */
final class OutageProperties {
    private final String where;
    /** What has happened, so that a test can tell that it tested something. */
    final Set<String> seen = new TreeSet<>();

    OutageProperties(String where) {
        this.where = where;
    }

    /** Looks at the book before and after a command. */
    void after(Command command, Decision decision, List<Outage> before, Book book) {
        if (decision instanceof Decision.Accepted) {
            switch (command) {
                case Command.Block c -> blocked(c, before, book);
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

    private void same(String property, List<Outage> expected, List<Outage> actual) {
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

    /** What is free at every moment is what a look at every server says: nothing is taken twice, nothing given back twice. */
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
        if (!state.calendar.namesServers()) {
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
