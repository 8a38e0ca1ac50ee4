package dev.berth.engine.calendar.pinned;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Scenario;
import dev.berth.engine.calendar.pinned.PaperRule.Free;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Castillo's calendars against a list of every idle period of every server, over 6,000 random scenarios each. The
 * lists must choose the very same idle period; so must the trees, by {@link PaperRule}.
 */
class PinnedOracleTest {
    private static final int SCENARIOS = 6_000;

    @ParameterizedTest
    @ValueSource(strings = {"ff-hu", "ff-ha", "ff-ha-tight", "ff-ha-plus", "ff-ha-plus-last"})
    void find_choosesWhatTheOracleChooses(String policy) {
        int found = 0;
        int refused = 0;
        for (long seed = 1; seed <= SCENARIOS; seed++) {
            Scenario scenario = new Scenario(seed, false);
            Calendar calendar = Calendars.create(policy);
            Idle idle = new Idle(scenario.pools);
            scenario.pools.forEach(pool -> calendar.addServers(pool, 0, pool.servers(), 0));
            int steps = scenario.steps();
            for (int step = 0; step < steps; step++) {
                scenario.maybeAdvance(calendar);
                idle.forget(scenario.now);
                int booked = scenario.booked.size();
                List<Placement> before = List.copyOf(scenario.booked);
                scenario.maybeRelease(calendar);
                if (scenario.booked.size() < booked) {
                    before.stream()
                            .filter(p -> !scenario.booked.contains(p))
                            .forEach(p -> idle.release(p, scenario.now));
                }
                Job job = scenario.job(step);
                Query query = Query.of(job, scenario.now, scenario.eligible(job));
                Placement placement = calendar.find(query);
                Supplier<String> where = where(policy, seed, step, query);
                assertThat(placement).as(where).isEqualTo(idle.expected(policy, query));
                assertThat(placement != null)
                        .as(() -> "finds exactly when one exists: " + where.get())
                        .isEqualTo(idle.all().stream().anyMatch(period -> idle.feasible(period, query)));
                assertThat(calendar.size()).as(where).isEqualTo(idle.all().size());
                if (placement == null) {
                    refused++;
                } else {
                    found++;
                    byte[] content = Scenario.content(calendar, scenario.now);
                    calendar.book(placement);
                    calendar.release(placement);
                    assertThat(Scenario.content(calendar, scenario.now))
                            .as(where)
                            .isEqualTo(content);
                    calendar.book(placement);
                    idle.book(placement);
                    scenario.booked.add(placement);
                }
            }
        }
        assertThat(found).isGreaterThan(SCENARIOS);
        assertThat(refused).isGreaterThan(SCENARIOS);
    }

    /** Description of a step, formatted only when it is needed: there are a million steps. */
    private static Supplier<String> where(String policy, long seed, int step, Query query) {
        return () -> "policy %s, seed %d, step %d, %s".formatted(policy, seed, step, query);
    }

    /** Every idle period, kept in the plainest way. */
    private static final class Idle {
        private final List<Pool> pools;
        private final List<List<NavigableMap<Long, Long>>> servers = new ArrayList<>();

        Idle(List<Pool> pools) {
            this.pools = pools;
            for (Pool pool : pools) {
                List<NavigableMap<Long, Long>> timelines = new ArrayList<>();
                for (int i = 0; i < pool.servers(); i++) {
                    timelines.add(new TreeMap<>());
                    timelines.getLast().put(0L, Window.FOREVER);
                }
                servers.add(timelines);
            }
        }

        private NavigableMap<Long, Long> timeline(Placement placement) {
            int pool = 0;
            while (!pools.get(pool).id().equals(placement.pool())) {
                pool++;
            }
            return servers.get(pool).get(placement.servers().get(0));
        }

        void book(Placement placement) {
            NavigableMap<Long, Long> timeline = timeline(placement);
            Window window = placement.window();
            long start = timeline.floorKey(window.start());
            long end = timeline.remove(start);
            if (start < window.start()) {
                timeline.put(start, window.start());
            }
            if (window.end() < end) {
                timeline.put(window.end(), end);
            }
        }

        void release(Placement placement, long now) {
            NavigableMap<Long, Long> timeline = timeline(placement);
            long start = Math.max(now, placement.window().start());
            Long end = timeline.remove(placement.window().end());
            timeline.put(start, end == null ? placement.window().end() : end);
            Long before = timeline.lowerKey(start);
            if (before != null && timeline.get(before) == start) {
                timeline.put(before, timeline.remove(start));
            }
        }

        void forget(long now) {
            servers.forEach(pool -> pool.forEach(timeline -> timeline.values().removeIf(end -> end <= now)));
        }

        List<Free> all() {
            List<Free> all = new ArrayList<>();
            for (int p = 0; p < pools.size(); p++) {
                all.addAll(of(p));
            }
            return all;
        }

        List<Free> of(int p) {
            List<Free> all = new ArrayList<>();
            for (int s = 0; s < pools.get(p).servers(); s++) {
                int server = s;
                servers.get(p).get(s).forEach((start, end) -> all.add(new Free(p, server, start, end)));
            }
            return all;
        }

        private Rate rate(Free period) {
            return pools.get(period.pool()).rate();
        }

        boolean feasible(Free period, Query query) {
            return period.takes(query.earliest(), query.duration(rate(period)), query.deadline())
                    && query.eligible().test(pools.get(period.pool()).id());
        }

        @Nullable
        Placement expected(String policy, Query query) {
            Comparator<Free> slowest = Comparator.comparing(this::rate);
            Free chosen = switch (policy) {
                case "ff-hu" -> first(query, Free.BY_START);
                case "ff-ha" -> first(query, slowest.thenComparing(Free.BY_START));
                case "ff-ha-tight" ->
                    first(
                            query,
                            slowest.thenComparingLong(p -> Math.max(p.start(), query.earliest()))
                                    .thenComparingLong(Free::length)
                                    .thenComparing(Free.BY_START));
                default -> byPaper(policy.equals("ff-ha-plus-last"), query);
            };
            if (chosen == null) {
                return null;
            }
            long start = Math.max(chosen.start(), query.earliest());
            long duration = query.duration(rate(chosen));
            return new Placement(
                    pools.get(chosen.pool()).id(),
                    1,
                    new Window(start, start + duration),
                    ServerSet.of(chosen.server()));
        }

        private @Nullable Free first(Query query, Comparator<Free> order) {
            return all().stream()
                    .filter(period -> feasible(period, query))
                    .min(order)
                    .orElse(null);
        }

        private @Nullable Free byPaper(boolean lastMarkedFirst, Query query) {
            List<Integer> slowestFirst = new ArrayList<>();
            for (int p = 0; p < pools.size(); p++) {
                slowestFirst.add(p);
            }
            slowestFirst.sort(Comparator.comparing(p -> pools.get(p).rate()));
            for (int p : slowestFirst) {
                Pool pool = pools.get(p);
                long duration = query.duration(pool.rate());
                if (query.eligible().test(pool.id()) && query.earliest() + duration <= query.deadline()) {
                    Free found = PaperRule.choose(lastMarkedFirst, of(p), query.earliest(), duration, query.deadline());
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        }
    }
}
