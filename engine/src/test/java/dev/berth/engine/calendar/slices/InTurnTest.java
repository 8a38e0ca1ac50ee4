package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Query;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hosts in turn: what lies ahead goes to the fewest of the first hosts that have a start in common, at the first one. */
class InTurnTest {
    private static final Parts PARTS = Parts.of(Part.sharedDevices("gpu", 2, 0), Part.amount("cores", 4));
    private static final int HOSTS = 4;

    private final HostPool pool = pool();

    private static HostPool pool() {
        HostPool pool = new HostPool(
                new Pool("p", HOSTS, "1").withParts(PARTS), StartOrder.PROMPT, HostRules.get(HostRules.DEFAULT));
        pool.addHosts(HOSTS);
        return pool;
    }

    private static Query query(long now, long earliest, long deadline, long length, int servers, Slice slice) {
        return new Query(
                now, earliest, deadline, new Shape.Stay(servers, length), servers, Query.ANY_POOL, slice, Amounts.NONE);
    }

    private static Slice gpus(long number) {
        return Slice.of(Map.of("gpu", number));
    }

    private Placement booked(Query query) {
        Placement placement = pool.find(query);
        assertThat(placement).isNotNull();
        pool.add(placement, 1);
        return placement;
    }

    @Test
    void whatLiesAhead_waitsForTheFirstHost_whatIsReadyDoesNot() {
        booked(query(0, 10, 20, 10, 1, gpus(2)));
        Placement ahead = booked(query(0, 10, 40, 10, 1, gpus(2)));
        assertThat(ahead.window()).isEqualTo(new Window(20, 30));
        assertThat(ahead.servers().get(0)).isZero();
        Placement ready = booked(query(10, 10, 60, 10, 1, gpus(2)));
        assertThat(ready.window()).isEqualTo(new Window(10, 20));
        assertThat(ready.servers().get(0)).isEqualTo(1);
    }

    @Test
    void withoutTimeToWait_theNextHostIsTaken() {
        booked(query(0, 10, 20, 10, 1, gpus(2)));
        Placement next = booked(query(0, 10, 25, 10, 1, gpus(2)));
        assertThat(next.window().start()).isEqualTo(10);
        assertThat(next.servers().get(0)).isEqualTo(1);
    }

    @Test
    void severalHosts_areTheFirstThatHaveAStartInCommon() {
        booked(query(0, 10, 20, 10, 1, gpus(2)));
        Placement two = booked(query(0, 10, 40, 10, 2, gpus(1)));
        assertThat(two.window())
                .as("both first hosts, as soon as the first is free")
                .isEqualTo(new Window(20, 30));
        assertThat(two.servers().get(0)).isZero();
        assertThat(two.servers().get(1)).isEqualTo(1);
    }

    /** Against every window on every prefix of the hosts. */
    @Test
    void randomJobs_areAsBruteForceFindsThem() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            HostPool own = pool();
            List<Placement> booked = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                long earliest = 1 + random.nextInt(30);
                long length = 1 + random.nextInt(8);
                int servers = 1 + random.nextInt(HOSTS);
                Slice slice = random.nextBoolean()
                        ? Slice.of(Map.of("cores", 1L + random.nextInt(3)), Share.of("gpu", 300 + random.nextInt(600)))
                        : gpus(1 + random.nextInt(2));
                Query query = query(0, earliest, earliest + length + random.nextInt(12), length, servers, slice);
                Placement found = own.find(query);
                long[] best = bruteForce(own, query, length);
                if (best == null) {
                    assertThat(found).as("seed %d, step %d", seed, step).isNull();
                    continue;
                }
                assertThat(found).as("seed %d, step %d", seed, step).isNotNull();
                assertThat(found.window().start())
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(best[1]);
                assertThat(found.servers().get(servers - 1))
                        .as("seed %d, step %d", seed, step)
                        .isLessThan((int) best[0]);
                own.add(found, 1);
                booked.add(found);
                if (random.nextInt(4) == 0) {
                    own.add(booked.remove(random.nextInt(booked.size())), -1);
                }
            }
        }
    }

    /** The number of first hosts and the start; null if there is none. */
    private static long[] bruteForce(HostPool pool, Query query, long length) {
        Need need = Need.of(query.slice(), pool.layout);
        for (int first = query.servers(); first <= HOSTS; first++) {
            for (long start = query.earliest(); start + length <= query.deadline(); start++) {
                Window window = new Window(start, start + length);
                long roomy = IntStream.range(0, first)
                        .filter(host -> pool.host(host).devices(need, window) != HostTimeline.NO_ROOM)
                        .count();
                if (roomy >= query.servers()) {
                    return new long[] {first, start};
                }
            }
        }
        return null;
    }
}
