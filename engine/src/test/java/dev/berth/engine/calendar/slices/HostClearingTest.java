package dev.berth.engine.calendar.slices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.calendar.Waiting;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts cleared for random jobs in random pools: the plans are those of {@link PlainClearing}, and what they move fits. */
class HostClearingTest {
    private static final int POOLS = 150;
    private static final int JOBS = 60;
    private static final int HORIZON = 40;

    private int found;
    private int none;
    private int moves;

    @ParameterizedTest
    @ValueSource(strings = {"in-turn", "first-fit", "best-fit", "fgd"})
    void plansAreThoseOfThePlainOne_andFit(String rule) {
        for (long seed = 1; seed <= POOLS; seed++) {
            run(rule, seed);
        }
        String figures = "%s: %d plans with %d moves, %d without a plan".formatted(rule, found, moves, none);
        System.out.println(figures);
        assertThat(found).as(figures).isGreaterThan(POOLS / 2);
        assertThat(moves).as(figures).isGreaterThan(POOLS / 2);
        assertThat(none).as(figures).isGreaterThan(POOLS / 2);
    }

    private void run(String rule, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomSlices slices = new RandomSlices(random);
        int hosts = 1 + random.nextInt(6);
        HostPool pool = new HostPool(
                new Pool("p", hosts, "1").withParts(slices.parts()), StartOrder.PROMPT, HostRules.get(rule));
        pool.addHosts(hosts);
        List<Reservation> waiting = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            String where = "rule %s, seed %d, job %d".formatted(rule, seed, i);
            Query query = query(random, random.nextInt(12) == 0 ? Slice.WHOLE : slices.next(), hosts);
            Placement placement = pool.find(query);
            if (placement != null) {
                pool.add(placement, 1);
                // What runs or is bound stays where it is.
                if (random.nextInt(8) > 0) {
                    waiting.add(reservation(i, placement));
                }
            } else {
                clear(pool, query, i, waiting, random, where);
            }
            waiting.sort(Comparator.comparingLong(each -> each.window().start()));
            if (!waiting.isEmpty() && random.nextInt(4) == 0) {
                around(pool, waiting, random, where);
            }
        }
    }

    private static Query query(SplittableRandom random, Slice slice, int hosts) {
        int length = 1 + random.nextInt(12);
        int earliest = random.nextInt(HORIZON);
        int servers = random.nextInt(4) == 0 ? 1 + random.nextInt(hosts) : 1;
        return new Query(
                0,
                earliest,
                random.nextInt(20) == 0 ? earliest : earliest + length + random.nextInt(8),
                new Shape.Stay(servers, length),
                servers,
                Query.ANY_POOL,
                slice,
                Amounts.NONE);
    }

    private static Reservation reservation(int number, Placement placement) {
        Window window = placement.window();
        Job job = Job.of("j" + number, window.start(), window.end(), new Shape.Stay(placement.count(), window.length()))
                .requiring(Requirements.slice(placement.taken().slice()));
        return Reservation.waiting(new ReservationId(number + 1), job, placement, 0);
    }

    private void clear(
            HostPool pool, Query query, int number, List<Reservation> waiting, SplittableRandom random, String where) {
        Predicate<Window> allowed = random.nextInt(3) == 0 ? window -> window.start() % 2 == 0 : any -> true;
        Repacking plan = new HostClearing(pool, query, of(waiting), allowed).find();
        assertThat(plan).as(where).isEqualTo(new PlainClearing(pool, query, waiting, allowed).find());
        if (plan == null) {
            none++;
            return;
        }
        found++;
        moves += plan.moved().size();
        assertThat(allowed.test(plan.placement().window())).as(where).isTrue();
        assertThat(plan.placement().window().start()).as(where).isGreaterThanOrEqualTo(query.earliest());
        assertThat(plan.placement().window().end()).as(where).isLessThanOrEqualTo(query.deadline());
        carryOut(pool, plan, waiting, where);
        waiting.add(reservation(number, plan.placement()));
    }

    private static Waiting of(List<Reservation> waiting) {
        return (from, to) -> waiting.stream()
                .filter(each -> each.window().start() >= from && each.window().start() < to)
                .iterator();
    }

    /** Room for a settled placement that grows, as when a running reservation gets more time. */
    private void around(HostPool pool, List<Reservation> waiting, SplittableRandom random, String where) {
        Placement has = waiting.get(random.nextInt(waiting.size())).placement();
        Window after = new Window(has.window().end(), has.window().end() + 1 + random.nextInt(6));
        Placement longer = has.withWindow(after);
        Repacking plan = HostClearing.around(pool, longer, of(waiting));
        assertThat(plan).as(where).isEqualTo(PlainClearing.around(pool, longer, waiting));
        if (plan != null) {
            carryOut(pool, plan, waiting, where);
            pool.add(longer, -1);
        }
    }

    /** Moves what is to move, all of it at its own time, and then books; at no moment more than there is. */
    private static void carryOut(HostPool pool, Repacking plan, List<Reservation> waiting, String where) {
        Map<ReservationId, Placement> moved = plan.moved();
        for (int i = 0; i < waiting.size(); i++) {
            Reservation reservation = waiting.get(i);
            if (moved.containsKey(reservation.id())) {
                pool.add(reservation.placement(), -1);
            }
        }
        for (int i = 0; i < waiting.size(); i++) {
            Reservation reservation = waiting.get(i);
            @Nullable Placement to = moved.get(reservation.id());
            if (to != null) {
                assertThat(to.window()).as(where).isEqualTo(reservation.window());
                assertThat(to.taken().slice())
                        .as(where)
                        .isEqualTo(reservation.placement().taken().slice());
                assertThat(pool.isFree(to))
                        .as("%s: %s goes to %s", where, reservation, to)
                        .isTrue();
                pool.add(to, 1);
                waiting.set(i, reservation.withPlacement(to));
            }
        }
        assertThat(pool.isFree(plan.placement())).as(where).isTrue();
        pool.add(plan.placement(), 1);
    }
}
