package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fragmentation worked out by hand, and against the definition in words, moment by moment. */
class FragmentationGradientTest {
    private static final Parts PARTS = Parts.of(Part.sharedDevices("gpu", 2, 0), Part.amount("cores", 10));

    private static HostPool pool(int hosts) {
        HostPool pool =
                new HostPool(new Pool("p", hosts, "1").withParts(PARTS), StartOrder.FIRST, HostRules.get("fgd"));
        pool.addHosts(hosts);
        return pool;
    }

    private static Slice share(int thousandths, long cores) {
        return Slice.of(Map.of("cores", cores), Share.of("gpu", thousandths));
    }

    private static Slice cards(long number, long cores) {
        return Slice.of(Map.of("cores", cores, "gpu", number));
    }

    private static Placement find(HostPool pool, Slice slice, long from, long to) {
        return pool.find(new Query(0, from, to, new Shape.Stay(1, to - from), 1, Query.ANY_POOL, slice, Amounts.NONE));
    }

    private static Placement book(HostPool pool, Slice slice, long from, long to) {
        Placement placement = find(pool, slice, from, to);
        assertThat(placement).isNotNull();
        pool.add(placement, 1);
        return placement;
    }

    /**
     * Two hosts of two cards. The first has 600 of a card in use. Wanted so far: that once, and a whole host's two cards twice. Half a card
     * does not fit beside 600; on the first host it breaks its second card, on the second host it breaks a pair.
     */
    @Test
    void halfACard_goesWhereNoPairIsBroken() {
        HostPool pool = pool(3);
        book(pool, share(600, 1), 0, 10);
        book(pool, cards(2, 1), 20, 30);
        book(pool, cards(2, 1), 30, 40);
        // Two cards do not fit on host 0 from 0 to 10, so all of its 1,400 are lost on them; half a card leaves less to
        // lose.
        Need half = Need.of(share(500, 1), pool.layout);
        FragmentationGradient rule = new FragmentationGradient();
        Window window = new Window(0, 10);
        // Host 0: before, 600 of a card can use the idle card, and 400 of 1,400 are lost; a pair loses 1,400 twice:
        // 3,200.
        // After, 500 is left of the idle card: 600 of a card no longer fits, and 900 are lost for each of the three:
        // 2,700.
        assertThat(rule.cost(pool, pool.host(0), half, window)).isEqualTo(-500L << 20);
        // Host 1: before, nothing is lost. After, 600 of a card loses 500, and a pair loses 1,500 twice: 3,500.
        assertThat(rule.cost(pool, pool.host(1), half, window)).isEqualTo(3_500L << 20);
        assertThat(find(pool, share(500, 1), 0, 10).servers().get(0)).isZero();
    }

    /** Half of the window on a host in use: the mean of both halves. */
    @Test
    void growth_isTheMeanOverTheWindow() {
        HostPool pool = pool(1);
        book(pool, share(600, 1), 0, 10);
        book(pool, cards(2, 1), 20, 30);
        book(pool, cards(2, 1), 30, 40);
        Need half = Need.of(share(500, 1), pool.layout);
        assertThat(new FragmentationGradient().cost(pool, pool.host(0), half, new Window(0, 20)))
                .isEqualTo((-500L << 19) + (3_500L << 19));
    }

    @Test
    void withoutCores_everyCardIsLost() {
        HostPool pool = pool(1);
        book(pool, cards(1, 10), 0, 10);
        book(pool, share(500, 2), 20, 30);
        Need none = Need.of(Slice.of(Map.of("cores", 9L)), pool.layout);
        // From 40 on the host is empty. Nine of ten cores gone, neither ten nor two fit: 2,000 are lost for each of the
        // two.
        assertThat(new FragmentationGradient().cost(pool, pool.host(0), none, new Window(40, 50)))
                .isEqualTo(4_000L << 20);
    }

    @Test
    void demand_isWhatIsBookedNow_howeverThatCameAbout() {
        HostPool pool = pool(2);
        Placement gone = book(pool, share(600, 1), 0, 10);
        book(pool, share(300, 1), 0, 50);
        book(pool, share(300, 1), 5, 60);
        assertThat(pool.demand()).extracting(HostDemand.Request::count).containsExactlyInAnyOrder(1L, 2L);
        Undo forgotten = pool.forget(10);
        assertThat(pool.demand()).extracting(HostDemand.Request::count).containsExactly(2L);
        forgotten.undo();
        assertThat(pool.demand()).extracting(HostDemand.Request::count).containsExactlyInAnyOrder(1L, 2L);
        pool.add(gone, -1);
        assertThat(pool.demand()).extracting(HostDemand.Request::count).containsExactly(2L);
    }

    @Test
    void demand_isBounded_byTheMostFrequentRequests() {
        HostDemand demand = new HostDemand(pool(1).layout);
        for (int i = 1; i <= 900; i++) {
            demand.add(share(i, 1), 10 + i, 1);
        }
        demand.add(share(777, 1), 9_000, 3);
        assertThat(demand.frequent()).hasSize(HostDemand.MOST);
        assertThat(demand.frequent().getFirst().count()).isEqualTo(4);
        assertThat(demand.frequent().getFirst().need().thousandths()).isEqualTo(777);
    }

    /** Random bookings on three hosts; the cost is found anew from the list of bookings alone, at each moment. */
    @Test
    void randomBookings_haveTheGrowthOfTheDefinition() {
        FragmentationGradient rule = new FragmentationGradient();
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            HostPool pool = pool(3);
            List<Placement> booked = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                Slice slice = random.nextInt(3) == 0
                        ? cards(1 + random.nextInt(2), 1 + random.nextInt(4))
                        : share(100 + random.nextInt(800), 1 + random.nextInt(4));
                long from = random.nextInt(24);
                // A power of two, so that the mean over the window is a whole number.
                Placement placement = find(pool, slice, from, from + 8);
                if (placement == null) {
                    continue;
                }
                for (int host = 0; host < 3; host++) {
                    Need need = Need.of(slice, pool.layout);
                    long bits = pool.host(host).devices(need, placement.window());
                    if (bits != HostTimeline.NO_ROOM) {
                        assertThat(rule.cost(pool, pool.host(host), need, placement.window()))
                                .as("seed %d, step %d, host %d", seed, step, host)
                                .isEqualTo(expected(booked, host, slice, bits, placement.window()));
                    }
                }
                pool.add(placement, 1);
                booked.add(placement);
            }
        }
    }

    private static long expected(List<Placement> booked, int host, Slice slice, long bits, Window window) {
        long sum = 0;
        for (long time = window.start(); time < window.end(); time++) {
            long[] free = {1000, 1000, 10};
            for (Placement each : booked) {
                if (each.servers().get(0) == host
                        && each.window().start() <= time
                        && each.window().end() > time) {
                    take(free, each.taken().slice(), each.taken().devices().bits(0));
                }
            }
            long before = lost(free, booked);
            take(free, slice, bits);
            sum += (lost(free, booked) - before) << 17;
        }
        return sum;
    }

    private static void take(long[] free, Slice slice, long bits) {
        long part = slice.share() == null ? 1000 : slice.share().thousandths();
        for (int card = 0; card < 2; card++) {
            free[card] -= (bits >> card & 1) * part;
        }
        free[2] -= slice.amounts().get("cores");
    }

    private static long lost(long[] free, List<Placement> wanted) {
        long sum = 0;
        for (Placement each : wanted) {
            Slice slice = each.taken().slice();
            long part = slice.share() == null ? 1000 : slice.share().thousandths();
            long number = slice.share() == null ? slice.amounts().get("gpu") : 1;
            long usable = (free[0] >= part ? 1 : 0) + (free[1] >= part ? 1 : 0);
            boolean fits = slice.amounts().get("cores") <= free[2] && usable >= number;
            sum += !fits ? free[0] + free[1] : (free[0] < part ? free[0] : 0) + (free[1] < part ? free[1] : 0);
        }
        return sum;
    }
}
