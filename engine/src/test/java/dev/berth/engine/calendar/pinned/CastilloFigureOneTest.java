package dev.berth.engine.calendar.pinned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The situation of castillo's Figure 1, with times of our own since the figure's are lost. Server 1 has rate 1 and the
 * idle periods x, z, y; server 2 has rate 0.5 and the idle period w. The new job is (r, l, d) = (30, 20, 100):
 *
 * <pre>
 * x = [10, 40)   on server 1: 10 of its capacity is left at r, less than l         infeasible
 * w = [25, 80)   on server 2: 40 long at rate 0.5, from 30 to 70                   feasible
 * z = [60, 85)   on server 1: starts by d - l = 80 and is 25 long                  feasible
 * y = [90, 115)  on server 1: its line, prolonged, lies above P = (30, 20), but
 *                it starts after d - l = 80                                        infeasible
 * </pre>
 */
class CastilloFigureOneTest {
    private static final Job JOB = Job.of("new", 30, 20, 100);
    private static final PoolId FAST = new PoolId("server-1");
    private static final PoolId SLOW = new PoolId("server-2");

    private static Calendar calendar(String policy) {
        Calendar calendar = Calendars.create(policy);
        calendar.addServers(new Pool("server-1", 1, "1"), 0, 1, 0);
        calendar.addServers(new Pool("server-2", 1, "0.5"), 0, 1, 0);
        for (long[] busy : new long[][] {{0, 10}, {40, 60}, {85, 90}, {115, Window.FOREVER}}) {
            calendar.book(placement(FAST, busy[0], busy[1]));
        }
        calendar.book(placement(SLOW, 0, 25));
        calendar.book(placement(SLOW, 80, Window.FOREVER));
        return calendar;
    }

    private static Placement placement(PoolId pool, long start, long end) {
        return new Placement(pool, 1, new Window(start, end), ServerSet.of(0));
    }

    @Test
    void feasibility_ofEachIdlePeriod() {
        Host one = new Host(FAST, 0, 0, new Pool("server-1", 1, "1").rate());
        assertThat(new IdlePeriod(one, 10, 40).fits(30, 20, 100)).as("x").isFalse();
        assertThat(new IdlePeriod(one, 60, 85).fits(30, 20, 100)).as("z").isTrue();
        assertThat(new IdlePeriod(one, 90, 115).fits(30, 20, 100)).as("y").isFalse();
        assertThat(new IdlePeriod(one, 25, 80).fits(30, 40, 100)).as("w").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff-hu", "ff-ha", "ff-ha-plus"})
    void eachAlgorithm_takesW_andThenZ(String policy) {
        Calendar calendar = calendar(policy);
        Query query = Query.of(JOB, 0, Query.ANY_POOL);
        assertThat(calendar.find(query)).isEqualTo(placement(SLOW, 30, 70));
        calendar.book(placement(SLOW, 30, 70));
        assertThat(calendar.find(query)).isEqualTo(placement(FAST, 60, 80));
        calendar.book(placement(FAST, 60, 80));
        assertThat(calendar.find(query)).as("x and y stay infeasible").isNull();
    }

    @Test
    void heterogeneityAware_keepsTheFastServer_whereUnawareDoesNot() {
        for (String policy : new String[] {"ff-hu", "ff-ha", "ff-ha-plus"}) {
            Calendar calendar = Calendars.create(policy);
            calendar.addServers(new Pool("fast", 1, "1"), 0, 1, 0);
            calendar.addServers(new Pool("slow", 1, "0.5"), 0, 1, 0);
            calendar.book(placement(new PoolId("slow"), 0, 5));
            Placement found = calendar.find(Query.of(Job.of("j", 0, 10, 100), 0, Query.ANY_POOL));
            assertThat(found)
                    .isEqualTo(
                            policy.equals("ff-hu")
                                    ? placement(new PoolId("fast"), 0, 10)
                                    : placement(new PoolId("slow"), 5, 25));
        }
    }
}
