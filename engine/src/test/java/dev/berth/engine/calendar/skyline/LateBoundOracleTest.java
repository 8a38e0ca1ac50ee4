package dev.berth.engine.calendar.skyline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Scenario;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code earliest}, {@code level}, {@code prompt} and {@code terms} against a count per server and instant, over 6,000 random scenarios each. */
class LateBoundOracleTest {
    private static final int SCENARIOS = 6_000;
    private static final int HORIZON = 900;

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "level", "prompt", "terms"})
    void find_choosesWhatTheOracleChooses(String policy) {
        int found = 0;
        int refused = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            Scenario scenario = new Scenario(seed, true);
            Calendar calendar = Calendars.create(policy);
            scenario.pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
            int steps = scenario.steps();
            for (int step = 0; step < steps; step++) {
                scenario.maybeAdvance(calendar);
                scenario.maybeRelease(calendar);
                Job job = scenario.job(step);
                Query query = Query.of(job, scenario.now, scenario.eligible(job))
                        .startingEarly((seed + step) % 2 == 0)
                        .behind(line(seed + 2L * step, scenario.now));
                Placement placement = calendar.find(query);
                assertThat(placement)
                        .as("policy %s, seed %d, step %d, %s", policy, seed, step, query)
                        .isEqualTo(expected(policy, scenario, query));
                if (placement == null) {
                    refused++;
                } else {
                    found++;
                    byte[] before = Scenario.content(calendar, scenario.now);
                    calendar.book(placement);
                    calendar.release(placement);
                    assertThat(Scenario.content(calendar, scenario.now))
                            .as("release restores the skyline: seed %d, step %d", seed, step)
                            .isEqualTo(before);
                    calendar.book(placement);
                    scenario.booked.add(placement);
                }
            }
        }
        assertThat(found).isGreaterThan(SCENARIOS);
        assertThat(refused).isGreaterThan(SCENARIOS);
    }

    /** No line, an empty one, and one that ends soon. */
    private static long line(long which, long now) {
        return which % 3 == 0 ? Query.NO_LINE : which % 3 == 1 ? Long.MIN_VALUE : now + 60;
    }

    private static @Nullable Placement expected(String policy, Scenario scenario, Query query) {
        List<Pool> slowestFirst = scenario.pools.stream()
                .filter(pool -> query.eligible().test(pool.id()))
                .sorted(Comparator.comparing(Pool::rate))
                .toList();
        for (Pool pool : slowestFirst) {
            int duration = (int) query.duration(pool.rate());
            int latest = (int) query.deadline() - duration;
            int start = start(policy, free(scenario, pool), query, latest, duration);
            if (start >= 0) {
                return new Placement(pool.id(), query.servers(), new Window(start, start + duration), ServerSet.EMPTY);
            }
        }
        return null;
    }

    private static int[] free(Scenario scenario, Pool pool) {
        int[] free = new int[HORIZON];
        Arrays.fill(free, pool.servers());
        for (Placement placement : scenario.booked) {
            if (placement.pool().equals(pool.id())) {
                for (long t = placement.window().start(); t < placement.window().end(); t++) {
                    free[(int) t] -= placement.count();
                }
            }
        }
        return free;
    }

    private static int start(String policy, int[] free, Query query, int latest, int duration) {
        int best = -1;
        int bestLeast = query.servers() - 1;
        int bestTouch = 0;
        for (int start = (int) query.earliest(); start <= latest; start++) {
            int least = Integer.MAX_VALUE;
            for (int t = start; t < start + duration; t++) {
                least = Math.min(least, free[t]);
            }
            if (least < query.servers()) {
                continue;
            }
            if (isFirst(policy, query, latest)) {
                return start;
            }
            int end = start + duration;
            int rise = start > query.now() ? free[start] - free[start - 1] : 0;
            int fall = free[end - 1] - free[end];
            boolean meetsChange = (start > 0 && free[start] != free[start - 1]) || fall != 0;
            boolean candidate = meetsChange || start == query.earliest() || start == latest;
            if (least > bestLeast) {
                // What is no candidate still shows which least can be had.
                best = -1;
                bestLeast = least;
                bestTouch = Integer.MIN_VALUE;
            }
            if (candidate && least == bestLeast && rise + fall > bestTouch) {
                best = start;
                bestTouch = rise + fall;
            }
        }
        return best;
    }

    /** Whether the policy takes the first of the feasible starts. */
    private static boolean isFirst(String policy, Query query, long latest) {
        long lead = query.earliest() - query.now();
        return switch (policy) {
            case "earliest" -> true;
            case "prompt" -> lead == 0;
            case "terms" ->
                query.startsEarly()
                        ? lead == 0 && query.lineEnds() != Query.NO_LINE && latest >= query.lineEnds()
                        : latest - query.earliest() > lead - lead / 3;
            default -> false;
        };
    }
}
