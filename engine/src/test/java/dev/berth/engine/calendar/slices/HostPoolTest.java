package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A pool of hosts against a {@link PlainHost} for each: the starts that are possible are exactly those that as many hosts allow
 * as the job takes, the one that is taken is the one of the rule, and so are the hosts.
 */
class HostPoolTest {
    private static final int HORIZON = 36;
    private static final int OPERATIONS = 70;
    private static final int SEEDS = 12;

    private final List<PlainHost> plain = new ArrayList<>();
    private final List<PlainPeaks.Booking> booked = new ArrayList<>();
    private final List<Placement> placements = new ArrayList<>();
    private int found;
    private int refused;

    static List<String> rules() {
        return List.copyOf(HostRules.names());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyAnswer_isThatOfSumsForEachInstant(String rule) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (StartOrder order : StartOrder.values()) {
                run(rule, order, seed);
            }
        }
        assertThat(found).as("placed").isGreaterThan(30 * SEEDS);
        assertThat(refused).as("refused").isGreaterThan(2 * SEEDS);
    }

    private void run(String rule, StartOrder order, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomSlices slices = new RandomSlices(random);
        int hosts = 2 + random.nextInt(5);
        Pool about = new Pool(new PoolId("p"), hosts, Rate.FULL, Map.of(), slices.parts());
        HostPool pool = new HostPool(about, order, HostRules.get(rule));
        pool.addHosts(hosts);
        plain.clear();
        booked.clear();
        placements.clear();
        for (int i = 0; i < hosts; i++) {
            plain.add(new PlainHost(slices.parts()));
        }
        for (int i = 0; i < OPERATIONS; i++) {
            String where = "%s, %s, seed %d, operation %d".formatted(rule, order, seed, i);
            if (!placements.isEmpty() && random.nextInt(3) == 0) {
                change(pool, placements.remove(random.nextInt(placements.size())), -1);
            } else {
                admit(pool, order, HostRules.get(rule), slices, random, where);
            }
            compare(pool, HostRules.get(rule), slices.next(), random, where);
        }
    }

    private void change(HostPool pool, Placement placement, int sign) {
        pool.add(placement, sign);
        PlainPeaks.Booking booking =
                new PlainPeaks.Booking(placement.window(), placement.taken().slice(), placement.count());
        for (int i = 0; i < placement.count(); i++) {
            PlainHost.Taking taking = new PlainHost.Taking(
                    placement.window(),
                    placement.taken().slice(),
                    placement.taken().devices().bits(i));
            List<PlainHost.Taking> takings =
                    plain.get(placement.servers().get(i)).takings();
            assertThat(sign > 0 ? takings.add(taking) : takings.remove(taking)).isTrue();
        }
        assertThat(sign > 0 ? booked.add(booking) : booked.remove(booking)).isTrue();
    }

    private void admit(
            HostPool pool,
            StartOrder order,
            HostRule rule,
            RandomSlices slices,
            SplittableRandom random,
            String where) {
        int servers = random.nextInt(3) == 0 ? 1 + random.nextInt(plain.size()) : 1;
        int duration = 1 + random.nextInt(10);
        int now = random.nextInt(6);
        int earliest = now + (random.nextInt(3) == 0 ? 0 : random.nextInt(HORIZON - 20));
        earliest = Math.max(1, earliest);
        int deadline = Math.min(HORIZON - 2, earliest + duration + random.nextInt(12));
        Slice slice = random.nextInt(8) == 0 ? Slice.WHOLE : slices.next();
        Query query = new Query(
                now,
                earliest,
                deadline,
                new Shape.Stay(servers, duration),
                servers,
                Query.ANY_POOL,
                slice,
                Amounts.NONE);
        Placement placement = pool.find(query);
        int among = among(order, rule, query, duration);
        long start = start(order, rule, query, duration, among);
        compareShortage(pool, query, duration, where);
        if (start < 0) {
            refused++;
            assertThat(placement).as(where).isNull();
            return;
        }
        found++;
        assertThat(placement).as(where).isNotNull();
        assertThat(placement.window()).as(where).isEqualTo(new Window(start, start + duration));
        assertThat(placement.servers())
                .as(where)
                .isEqualTo(hosts(pool, rule, slice, servers, placement.window(), host -> host < among));
        checkDevices(placement, where);
        assertThat(pool.isFree(placement)).as(where).isTrue();
        change(pool, placement, 1);
    }

    private void checkDevices(Placement placement, String where) {
        for (int i = 0; i < placement.count(); i++) {
            long bits = placement.taken().devices().bits(i);
            Slice slice = placement.taken().slice();
            PlainHost host = plain.get(placement.servers().get(i));
            assertThat(slice.isWhole() || host.isMet(slice, bits)).as(where).isTrue();
            assertThat(host.isFree(
                            slice,
                            bits,
                            placement.window().start(),
                            placement.window().end()))
                    .as(where)
                    .isTrue();
        }
    }

    private static boolean isInTurn(StartOrder order, HostRule rule, Query query) {
        return order == StartOrder.PROMPT && query.earliest() > query.now() && rule.isInTurn();
    }

    /** How many of the first hosts are looked at: all, or in turn the fewest that have a start in common. */
    private int among(StartOrder order, HostRule rule, Query query, int duration) {
        int among = isInTurn(order, rule, query) ? Math.min(query.servers(), plain.size()) : plain.size();
        while (among < plain.size() && allowed(query, duration, among).isEmpty()) {
            among++;
        }
        return among;
    }

    /** The starts that as many of the first hosts allow as the job takes. */
    private List<Integer> allowed(Query query, int duration, int among) {
        return IntStream.rangeClosed((int) query.earliest(), (int) query.deadline() - duration)
                .filter(start -> plain.subList(0, among).stream()
                                .filter(host -> host.hasRoom(query.slice(), start, start + duration))
                                .count()
                        >= query.servers())
                .boxed()
                .toList();
    }

    private long start(StartOrder order, HostRule rule, Query query, int duration, int among) {
        List<Integer> allowed = allowed(query, duration, among);
        if (allowed.isEmpty()) {
            return -1;
        }
        if (order == StartOrder.FIRST
                || isInTurn(order, rule, query)
                || (order == StartOrder.PROMPT && query.earliest() <= query.now())) {
            return allowed.getFirst();
        }
        int from = allowed.getFirst() - 1;
        long[] levels = PlainPeaks.levels(
                plain.getFirst().parts(),
                booked,
                plain.size(),
                query.slice(),
                query.servers(),
                from,
                (int) query.deadline() + 1);
        return new PlainPeaks(levels, from, duration, query.now()).best(allowed);
    }

    /** The hosts with room that cost least, and of these the first. */
    private @Nullable ServerSet hosts(
            HostPool pool, HostRule rule, Slice slice, int servers, Window window, IntPredicate allowed) {
        Need need = Need.of(slice, pool.layout);
        int[] best = IntStream.range(0, plain.size())
                .filter(allowed)
                .filter(i -> plain.get(i).hasRoom(slice, window.start(), window.end()))
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> rule.cost(pool, pool.host(i), need, window)))
                .limit(servers)
                .mapToInt(Integer::intValue)
                .toArray();
        return best.length < servers ? null : ServerSet.of(best);
    }

    private void compare(HostPool pool, HostRule rule, Slice slice, SplittableRandom random, String where) {
        int start = random.nextInt(HORIZON - 12);
        Window window = new Window(start, start + 1 + random.nextInt(10));
        int servers = 1 + random.nextInt(2);
        int without = random.nextInt(plain.size());
        IntPredicate allowed = i -> i != without;
        ServerSet hosts = hosts(pool, rule, slice, servers, window, allowed);
        Placement placed = pool.place(servers, slice, window, allowed);
        assertThat(placed == null ? null : placed.servers()).as(where).isEqualTo(hosts);
        ServerSet one = hosts(pool, rule, slice, 1, window, allowed);
        assertThat(pool.cheapest(pool::host, Need.of(slice, pool.layout), window, allowed))
                .as(where)
                .isEqualTo(one == null ? -1 : one.get(0));
        compareOverTime(pool, slice, servers, window, where);
    }

    private void compareOverTime(HostPool pool, Slice slice, int servers, Window window, String where) {
        long from = window.start();
        long[] until = plain.stream()
                .mapToLong(host -> {
                    long end = from;
                    while (end < HORIZON && host.hasRoom(slice, from, end + 1)) {
                        end++;
                    }
                    return end == HORIZON ? Window.FOREVER : end;
                })
                .sorted()
                .toArray();
        assertThat(pool.roomUntil(slice, servers, from)).as(where).isEqualTo(until[until.length - servers]);
        long freed = first(from + 1, window.end(), at -> plain.stream().anyMatch(h -> h.isGivenBack(at)));
        assertThat(pool.nextFreed(from, window.end())).as(where).isEqualTo(freed);
        long[] unused = new long[HORIZON];
        pool.unused(from, HORIZON, (time, hosts) -> Arrays.fill(unused, (int) time, HORIZON, hosts));
        for (int at = (int) from; at < HORIZON; at++) {
            int instant = at;
            assertThat(unused[at])
                    .as(where)
                    .isEqualTo(plain.stream()
                            .filter(host -> host.isUnused(instant))
                            .count());
        }
    }

    /** The part that is scarcest on the host that comes nearest. */
    private void compareShortage(HostPool pool, Query query, int duration, String where) {
        if (query.slice().isWhole()) {
            return;
        }
        long end = Math.max(query.earliest() + 1, Math.min(query.deadline(), query.earliest() + duration));
        Refusal.Shortage nearest = null;
        long most = -1;
        for (int i = 0; i < plain.size(); i++) {
            PlainHost host = plain.get(i);
            Part scarcest = null;
            long least = Share.WHOLE;
            for (Part part : host.parts().all()) {
                long wanted = PlainHost.wanted(part, query.slice());
                long share = wanted == 0
                        ? Share.WHOLE
                        : Math.min(wanted, least(host, part, query, end)) * Share.WHOLE / wanted;
                if (share < least) {
                    least = share;
                    scarcest = part;
                }
            }
            if (scarcest != null && least > most) {
                most = least;
                nearest = shortage(i, scarcest, query, end);
            }
        }
        assertThat(pool.shortage(query)).as(where).isEqualTo(nearest);
    }

    private static long least(PlainHost host, Part part, Query query, long end) {
        long least = Long.MAX_VALUE;
        for (long at = query.earliest(); at < end; at++) {
            least = Math.min(least, host.free(part, query.slice(), at));
        }
        return least;
    }

    private Refusal.Shortage shortage(int number, Part part, Query query, long end) {
        PlainHost host = plain.get(number);
        long wanted = PlainHost.wanted(part, query.slice());
        long from = first(query.earliest(), HORIZON, at -> host.free(part, query.slice(), at) < wanted);
        long until = first(from, HORIZON, at -> host.free(part, query.slice(), at) >= wanted);
        return new Refusal.Shortage(
                new PoolId("p"),
                number,
                part.name(),
                wanted,
                Math.min(wanted, least(host, part, query, end)),
                from,
                until == Long.MAX_VALUE ? Window.FOREVER : until);
    }

    private static long first(long from, long to, LongPredicate holds) {
        for (long at = from; at <= to; at++) {
            if (holds.test(at)) {
                return at;
            }
        }
        return Long.MAX_VALUE;
    }
}
