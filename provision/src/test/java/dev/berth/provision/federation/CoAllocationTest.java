package dev.berth.provision.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.provision.federation.Arrangement.Arranged;
import dev.berth.provision.federation.Arrangement.Impossible;
import dev.berth.provision.federation.Arrangement.Obstacle;
import dev.berth.provision.federation.Arrangement.Share;
import dev.berth.provision.federation.FreeServers.Step;
import dev.berth.provision.federation.SiteAdvert.FreePool;
import dev.berth.provision.slot.UnitCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CoAllocationTest {
    private static FreePool pool(String name, String rate, String cost, int... steps) {
        List<Step> free = new ArrayList<>();
        for (int k = 0; k < steps.length; k += 2) {
            free.add(new Step(steps[k], steps[k + 1]));
        }
        return new FreePool(name, Rate.of(rate), new UnitCost(Money.of(cost), 1), FreeServers.of(free));
    }

    private static CoAllocationPart stay(String site, int servers, long length) {
        return new CoAllocationPart(site, Optional.empty(), new Shape.Stay(servers, length));
    }

    private static CoAllocation wanted(long deadline, Long duration, String budget, CoAllocationPart... parts) {
        return new CoAllocation(
                List.of(parts),
                0,
                deadline,
                Optional.ofNullable(duration),
                Optional.ofNullable(budget).map(Money::of));
    }

    /** 2 of north are free in [5, 20), 1 of south in [0, 8) and from 12 on: 6 together for the first time at 12. */
    @Test
    void earliestWindowThatFitsBoth() {
        List<SiteAdvert> sites = List.of(
                new SiteAdvert("north", List.of(pool("a", "1", "1", 0, 1, 5, 2, 20, 0))),
                new SiteAdvert("south", List.of(pool("b", "0.5", "2", 0, 1, 8, 0, 12, 1))));
        CoAllocationPart two = stay("north", 2, 6);
        CoAllocationPart one = stay("south", 1, 6);
        assertThat(wanted(100, 6L, null, two, one).plan(sites))
                .isEqualTo(new Arranged(
                        new Window(12, 18),
                        List.of(new Share("north", "a", 2, Money.of("12")), new Share("south", "b", 1, Money.of("12"))),
                        Money.of("24")));
        assertThat(wanted(100, 3L, null, stay("north", 2, 3), stay("south", 1, 3))
                        .plan(sites))
                .as("shorter, it fits before: [5, 8)")
                .isInstanceOfSatisfying(
                        Arranged.class, plan -> assertThat(plan.window()).isEqualTo(new Window(5, 8)));
        assertThat(wanted(17, 6L, null, two, one).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.NoCommonWindow())));
        assertThat(wanted(100, 9L, null, two, one).plan(sites))
                .as("from 12 to 20 there are eight")
                .isEqualTo(new Impossible(List.of(new Obstacle.NoCommonWindow())));
        assertThat(wanted(100, 6L, "23.99", two, one).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.OverBudget(Money.of("24"), Money.of("23.99")))));
    }

    /** One server in [0, 25) and from 30 on, windows of ten: each begins where the one before ends, or when there is room again. */
    @Test
    void laterWindows_areWhatToTryNext() {
        List<SiteAdvert> sites = List.of(new SiteAdvert("north", List.of(pool("a", "1", "0", 0, 1, 25, 0, 30, 1))));
        CoAllocation one = wanted(45, 10L, null, stay("north", 1, 10));
        assertThat(one.plans(sites, 9))
                .extracting(Arranged::window)
                .containsExactly(new Window(0, 10), new Window(10, 20), new Window(30, 40));
        assertThat(one.plans(sites, 2)).hasSize(2);
        assertThat(wanted(45, 10L, null, stay("north", 2, 10)).plans(sites, 2)).isEmpty();
    }

    /** The fast pool is free at once and dear, the slow one at 10 and cheap: who has little money waits. */
    @Test
    void aBudget_isWorthWaitingFor() {
        List<SiteAdvert> sites = List.of(
                new SiteAdvert("north", List.of(pool("fast", "1", "5", 0, 4), pool("slow", "1", "1", 0, 0, 10, 4))),
                new SiteAdvert("south", List.of(pool("b", "1", "1", 0, 9))));
        CoAllocationPart[] parts = {stay("north", 4, 2), stay("south", 1, 2)};
        assertThat(wanted(100, 2L, "42", parts).plan(sites)).isInstanceOfSatisfying(Arranged.class, plan -> {
            assertThat(plan.window()).isEqualTo(new Window(0, 2));
            assertThat(plan.cost()).isEqualTo(Money.of("42"));
        });
        assertThat(wanted(100, 2L, "41.99", parts).plan(sites)).isInstanceOfSatisfying(Arranged.class, plan -> {
            assertThat(plan.window()).isEqualTo(new Window(10, 12));
            assertThat(plan.shares().getFirst().pool()).isEqualTo("slow");
            assertThat(plan.cost()).isEqualTo(Money.of("10"));
        });
    }

    /** 12 of work: on 2 servers of rate 0.5 in 12, on 4 in 6, on 6 in 4. Four are free until 7, six from 9 on. */
    @Test
    void moldableParts_takeTheFewestServersThatAreInTime() {
        List<SiteAdvert> sites = List.of(
                new SiteAdvert("north", List.of(pool("a", "0.5", "1", 0, 4, 7, 3, 9, 6))),
                new SiteAdvert("south", List.of(pool("b", "1", "1", 0, 1))));
        CoAllocationPart moldable =
                new CoAllocationPart("north", Optional.of("a"), new Shape.Divisible(2, 6, new Work(12), 0));
        assertThat(wanted(100, 12L, null, moldable, stay("south", 1, 12)).plan(sites))
                .isInstanceOfSatisfying(Arranged.class, plan -> {
                    assertThat(plan.window()).isEqualTo(new Window(0, 12));
                    assertThat(plan.shares().getFirst().servers()).isEqualTo(2);
                });
        CoAllocationPart quick = new CoAllocationPart("south", Optional.empty(), new Shape.Rigid(1, new Work(3)));
        assertThat(wanted(100, null, null, moldable, quick).plan(sites))
                .as("as long as it takes: [0, 6) on four ends first")
                .isInstanceOfSatisfying(Arranged.class, plan -> {
                    assertThat(plan.window()).isEqualTo(new Window(0, 6));
                    assertThat(plan.shares().getFirst().servers()).isEqualTo(4);
                    assertThat(plan.cost()).isEqualTo(Money.of("30"));
                });
        assertThat(wanted(100, 3L, null, moldable, quick).plan(sites))
                .as("on six it takes 4")
                .isEqualTo(new Impossible(List.of(new Obstacle.TooLong(moldable))));
    }

    @Test
    void whatIsInTheWay_isNamed() {
        List<SiteAdvert> sites = List.of(new SiteAdvert("north", List.of(pool("a", "1", "0", 0, 3))));
        CoAllocationPart four = stay("north", 4, 2);
        CoAllocationPart elsewhere = new CoAllocationPart("north", Optional.of("gpu"), new Shape.Stay(1, 2));
        assertThat(wanted(9, 2L, null, four).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.NoRoom(four, 3))));
        assertThat(wanted(9, 2L, null, stay("north", 3, 2), stay("east", 1, 2)).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.NoAnswer("east"))));
        assertThat(wanted(9, 2L, null, elsewhere).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.NoPool(elsewhere))));
        assertThat(wanted(9, 10L, null, stay("north", 3, 10)).plan(sites))
                .isEqualTo(new Impossible(List.of(new Obstacle.TooLong(stay("north", 3, 10)))));
    }

    @Test
    void partsOfOneSite_nameTheirPools() {
        CoAllocationPart some = stay("north", 1, 1);
        CoAllocationPart a = new CoAllocationPart("north", Optional.of("a"), new Shape.Stay(1, 1));
        CoAllocationPart b = new CoAllocationPart("north", Optional.of("b"), new Shape.Stay(1, 1));
        assertThat(wanted(9, 1L, null, a, b, stay("south", 1, 1)).parts()).hasSize(3);
        for (CoAllocationPart[] parts : new CoAllocationPart[][] {{some, some}, {a, a}, {a, some}, {some, a}}) {
            assertThatThrownBy(() -> wanted(9, 1L, null, parts))
                    .isInstanceOf(BadValue.class)
                    .hasMessageContaining("site: \"north\" has several parts");
        }
        assertThatThrownBy(() -> wanted(9, 1L, null)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> wanted(9, 0L, null, some)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() ->
                        new CoAllocationPart("n", Optional.empty(), new Shape.Divisible(1, 1_001, new Work(1), 0)))
                .isInstanceOf(BadValue.class);
    }

    /** Every start, every length, every pool and every number of servers, one after the other. */
    @Test
    void random_agreesWithTryingEverything() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int found = 0;
        for (int trial = 0; trial < 3_000; trial++) {
            RandomCase one = new RandomCase(random);
            Arrangement plan = one.wanted.plan(one.sites);
            String name = "seed %d, trial %d: %s".formatted(seed, trial, one.wanted);
            long[] expected = one.tryEverything();
            if (expected == null) {
                assertThat(plan).as(name).isInstanceOf(Impossible.class);
            } else {
                found++;
                assertThat(plan).as(name).isInstanceOfSatisfying(Arranged.class, arranged -> {
                    assertThat(arranged.window()).as(name).isEqualTo(new Window(expected[0], expected[1]));
                    assertThat(arranged.cost()).as(name).isEqualTo(new Money(expected[2]));
                    one.checkBookable(arranged, name);
                });
            }
        }
        assertThat(found).as("seed %d", seed).isBetween(500, 2_900);
    }

    private static final class RandomCase {
        private static final int END = 24;

        final List<SiteAdvert> sites = new ArrayList<>();
        final List<List<int[]>> free = new ArrayList<>();
        final CoAllocation wanted;

        RandomCase(Random random) {
            List<CoAllocationPart> parts = new ArrayList<>();
            Long duration = random.nextBoolean() ? 1L + random.nextInt(6) : null;
            for (int site = 0; site < 1 + random.nextInt(3); site++) {
                List<FreePool> pools = new ArrayList<>();
                List<int[]> plain = new ArrayList<>();
                for (int p = 0; p < 1 + random.nextInt(3); p++) {
                    int[] counts = new int[END];
                    List<Step> steps = new ArrayList<>();
                    for (int time = 0; time < END; time += 1 + random.nextInt(5)) {
                        int count = random.nextInt(5);
                        steps.add(new Step(time, count));
                        for (int later = time; later < END; later++) {
                            counts[later] = count;
                        }
                    }
                    plain.add(counts);
                    pools.add(new FreePool(
                            "p" + p,
                            Rate.of(List.of("1", "0.5", "0.3").get(random.nextInt(3))),
                            new UnitCost(new Money(random.nextInt(4)), 1),
                            FreeServers.of(steps)));
                }
                sites.add(new SiteAdvert("s" + site, pools));
                free.add(plain);
                parts.add(new CoAllocationPart(
                        "s" + site,
                        random.nextBoolean() ? Optional.of("p0") : Optional.empty(),
                        shape(random, duration)));
            }
            long ready = random.nextInt(6);
            wanted = new CoAllocation(
                    parts,
                    ready,
                    ready + 1 + random.nextInt(END - (int) ready - 1),
                    Optional.ofNullable(duration),
                    random.nextBoolean() ? Optional.of(new Money(random.nextInt(40))) : Optional.empty());
        }

        private static Shape shape(Random random, Long duration) {
            int servers = 1 + random.nextInt(3);
            return switch (random.nextInt(4)) {
                case 0 -> new Shape.Stay(servers, duration == null ? 1 + random.nextInt(5) : duration);
                case 1 -> new Shape.Rigid(servers, new Work(1 + random.nextInt(5)));
                case 2 ->
                    new Shape.Divisible(
                            servers,
                            servers + random.nextInt(3),
                            new Work(1 + random.nextInt(10)),
                            random.nextInt(2) * 250_000);
                default ->
                    new Shape.Table(new TreeMap<>(java.util.Map.of(
                            servers, new Work(1 + random.nextInt(6)), servers + 2, new Work(1 + random.nextInt(6)))));
            };
        }

        /** Start, end and least cost of the window that ends first, and of those the shortest; null if there is none. */
        long[] tryEverything() {
            for (long end = wanted.ready() + 1; end <= wanted.deadline(); end++) {
                for (long start = end - 1; start >= wanted.ready(); start--) {
                    if (wanted.duration().isPresent() && wanted.duration().get() != end - start) {
                        continue;
                    }
                    long cost = 0;
                    boolean exact = wanted.duration().isPresent();
                    for (int k = 0; k < wanted.parts().size() && cost >= 0; k++) {
                        long least = least(k, start, end);
                        cost = least < 0 ? -1 : cost + least;
                        exact |= takesExactly(k, end - start);
                    }
                    boolean affordable = wanted.budget().isEmpty()
                            || cost <= wanted.budget().get().millionths();
                    if (cost >= 0 && exact && affordable) {
                        return new long[] {start, end, cost};
                    }
                }
            }
            return null;
        }

        /** Whether some choice of the part takes just so long: no window is longer than what it is for. */
        private boolean takesExactly(int k, long length) {
            CoAllocationPart part = wanted.parts().get(k);
            return sites.get(k).pools().stream()
                    .filter(pool -> part.pool().isEmpty() || part.pool().get().equals(pool.name()))
                    .anyMatch(pool -> part.shape()
                            .counts()
                            .anyMatch(count -> part.shape().duration(count, pool.rate()) == length));
        }

        private long least(int k, long start, long end) {
            CoAllocationPart part = wanted.parts().get(k);
            long least = -1;
            for (int p = 0; p < free.get(k).size(); p++) {
                FreePool pool = sites.get(k).pools().get(p);
                if (part.pool().isPresent() && !part.pool().get().equals(pool.name())) {
                    continue;
                }
                for (int count : part.shape().counts().toArray()) {
                    boolean fits = part.shape().duration(count, pool.rate()) <= end - start;
                    for (long time = start; time < end; time++) {
                        fits &= free.get(k).get(p)[(int) time] >= count;
                    }
                    long cost = count * (end - start) * pool.unitCost().amount().millionths();
                    if (fits && (least < 0 || cost < least)) {
                        least = cost;
                    }
                }
            }
            return least;
        }

        void checkBookable(Arranged plan, String name) {
            assertThat(plan.shares()).as(name).hasSameSizeAs(wanted.parts());
            for (int k = 0; k < plan.shares().size(); k++) {
                Share share = plan.shares().get(k);
                int[] counts = free.get(k).get(Integer.parseInt(share.pool().substring(1)));
                for (long time = plan.window().start(); time < plan.window().end(); time++) {
                    assertThat(counts[(int) time]).as(name).isGreaterThanOrEqualTo(share.servers());
                }
            }
        }
    }
}
