package dev.berth.engine.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Free servers of a calendar, compared with a plain count of what is booked. */
class FreeServersTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void freeServers_areThoseNotBooked(String policy) {
        for (long seed = 1; seed <= 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Calendar calendar = Calendars.create(policy);
            Pool pool = new Pool("p", 1 + random.nextInt(6), "1");
            calendar.addServers(pool, 0, pool.servers(), 0);
            List<Placement> booked = new ArrayList<>();
            long now = 0;
            for (int i = 0; i < 40; i++) {
                long ready = now + random.nextInt(40);
                Job job = Job.of("j", ready, 1 + random.nextInt(12), ready + 30);
                Placement found = calendar.find(Query.of(job, now, Query.ANY_POOL));
                if (found != null) {
                    calendar.book(found);
                    booked.add(found);
                }
                if (random.nextInt(4) == 0) {
                    now += random.nextInt(4);
                    calendar.forget(now);
                }
                long from = now + random.nextInt(20);
                if (calendar.namesServers()) {
                    compareEach(calendar, pool, booked, from, from + 40, policy + ", seed " + seed);
                }
                compare(calendar, pool, booked, from, from + 1 + random.nextInt(40), policy + ", seed " + seed);
            }
        }
    }

    /** Server by server; a step comes only with a change. */
    private static void compareEach(
            Calendar calendar, Pool pool, List<Placement> booked, long from, long to, String where) {
        for (int number = 0; number < pool.servers(); number++) {
            int server = number;
            List<Long> expected = new ArrayList<>();
            int before = -1;
            for (long t = from; t < to; t++) {
                long instant = t;
                boolean taken = booked.stream()
                        .anyMatch(p -> p.servers().contains(server)
                                && p.window().start() <= instant
                                && instant < p.window().end());
                if ((taken ? 0 : 1) != before) {
                    before = taken ? 0 : 1;
                    expected.addAll(List.of(t, (long) before));
                }
            }
            List<Long> steps = new ArrayList<>();
            calendar.freeServer(pool.id(), server, from, to, (time, free) -> steps.addAll(List.of(time, (long) free)));
            assertThat(steps).as("%s, server %d", where, server).isEqualTo(expected);
        }
    }

    private static void compare(
            Calendar calendar, Pool pool, List<Placement> booked, long from, long to, String where) {
        List<Long> times = new ArrayList<>();
        List<Integer> values = new ArrayList<>();
        calendar.freeServers(pool.id(), from, to, (time, servers) -> {
            times.add(time);
            values.add(servers);
        });
        assertThat(times).as(where).isSorted().doesNotHaveDuplicates().startsWith(from);
        assertThat(times.getLast()).as(where).isLessThan(to);
        int step = 0;
        for (long t = from; t < to; t++) {
            long instant = t;
            step += step + 1 < times.size() && times.get(step + 1) <= t ? 1 : 0;
            long used = booked.stream()
                    .filter(p -> p.window().start() <= instant
                            && instant < p.window().end())
                    .count();
            assertThat(values.get(step)).as("%s at %d", where, t).isEqualTo((int) (pool.servers() - used));
        }
    }
}
