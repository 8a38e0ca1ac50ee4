package dev.berth.provision.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.Arrangement.Obstacle;
import dev.berth.provision.federation.Arrangement.Share;
import dev.berth.provision.federation.CoAllocationRounds.Limits;
import dev.berth.provision.federation.CoAllocationRounds.Refused;
import dev.berth.provision.federation.CoAllocationRounds.Turn;
import dev.berth.provision.federation.FreeServers.Step;
import dev.berth.provision.federation.SiteAdvert.FreePool;
import dev.berth.provision.slot.UnitCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoAllocationRoundsTest {
    private static final Limits FOUR = new Limits(4, 100, 250);

    private static FreePool pool(String name, int... steps) {
        List<Step> free = new ArrayList<>();
        for (int k = 0; k < steps.length; k += 2) {
            free.add(new Step(steps[k], steps[k + 1]));
        }
        return new FreePool(name, Rate.FULL, new UnitCost(Money.ZERO, 1), FreeServers.of(free));
    }

    private static CoAllocation twoSites(long deadline) {
        Shape two = new Shape.Stay(2, 10);
        return new CoAllocation(
                List.of(
                        new CoAllocationPart("north", Optional.empty(), two),
                        new CoAllocationPart("south", Optional.empty(), two)),
                0,
                deadline,
                Optional.of(10L),
                Optional.empty());
    }

    private static CoAllocationRounds.Step.Hold hold(CoAllocationRounds rounds, List<SiteAdvert> sites) {
        assertThat(rounds.advertised(sites)).isInstanceOf(CoAllocationRounds.Step.Hold.class);
        return (CoAllocationRounds.Step.Hold) rounds.advertised(sites);
    }

    private static Turn refused(
            CoAllocationRounds rounds, CoAllocationRounds.Step.Hold hold, String site, boolean lasts, double draw) {
        Share share = hold.plan().shares().stream()
                .filter(each -> each.site().equals(site))
                .findFirst()
                .orElseThrow();
        return rounds.refused(new Refused(share, hold.plan().window(), "no", lasts), draw);
    }

    @Test
    void waitsGrow_andAreCutByTheDraw() {
        List<SiteAdvert> sites = List.of(
                new SiteAdvert("north", List.of(pool("a", 0, 2))), new SiteAdvert("south", List.of(pool("b", 0, 2))));
        CoAllocationRounds rounds = CoAllocationRounds.of(twoSites(1_000), FOUR);
        CoAllocationRounds.Step.Hold hold = hold(rounds, sites);
        assertThat(hold.plan().window()).isEqualTo(new Window(0, 10));
        assertThat(hold.order()).extracting(Share::site).containsExactly("north", "south");

        Turn first = refused(rounds, hold, "south", false, 0.5);
        assertThat(first.step()).isEqualTo(new CoAllocationRounds.Step.Ask(50));
        hold = hold(first.rounds(), sites);
        assertThat(hold.plan().window()).as("once may be bad luck").isEqualTo(new Window(0, 10));
        assertThat(hold.order())
                .as("who refused is asked first")
                .extracting(Share::site)
                .containsExactly("south", "north");

        Turn second = refused(first.rounds(), hold, "south", false, 0.999);
        assertThat(second.step()).isEqualTo(new CoAllocationRounds.Step.Ask(199));
        hold = hold(second.rounds(), sites);
        assertThat(hold.plan().window())
                .as("twice is believed: no two servers before 10")
                .isEqualTo(new Window(10, 20));

        Turn third = refused(second.rounds(), hold, "south", false, 0.999);
        assertThat(third.step()).as("no more than the longest").isEqualTo(new CoAllocationRounds.Step.Ask(249));
        Turn fourth = refused(third.rounds(), hold(third.rounds(), sites), "south", false, 0);
        assertThat(fourth.step())
                .isEqualTo(new CoAllocationRounds.Step.GiveUp(
                        List.of(), fourth.rounds().refusals()));
        assertThat(fourth.rounds().refusals()).hasSize(4);
    }

    @Test
    void aReasonThatLasts_leavesThePoolOut() {
        List<SiteAdvert> sites = List.of(
                new SiteAdvert("north", List.of(pool("a", 0, 2))),
                new SiteAdvert("south", List.of(pool("b", 0, 2), pool("c", 0, 0, 30, 2))));
        CoAllocationRounds rounds = CoAllocationRounds.of(twoSites(1_000), FOUR);
        Turn first = refused(rounds, hold(rounds, sites), "south", true, 0);
        CoAllocationRounds.Step.Hold hold = hold(first.rounds(), sites);
        assertThat(hold.plan().window()).isEqualTo(new Window(30, 40));
        assertThat(hold.plan().shares().getLast().pool()).isEqualTo("c");

        Turn second = refused(first.rounds(), hold, "south", true, 0);
        CoAllocationPart part = rounds.wanted().parts().getLast();
        assertThat(second.rounds().advertised(sites))
                .isEqualTo(new CoAllocationRounds.Step.GiveUp(
                        List.of(new Obstacle.NoPool(part)), second.rounds().refusals()));
    }

    @Test
    void aSiteThatDoesNotAnswer_isNamed() {
        assertThat(CoAllocationRounds.of(twoSites(1_000), FOUR)
                        .advertised(List.of(new SiteAdvert("north", List.of(pool("a", 0, 2))))))
                .isEqualTo(new CoAllocationRounds.Step.GiveUp(List.of(new Obstacle.NoAnswer("south")), List.of()));
    }

    @Test
    void limitsAndDraws_areChecked() {
        assertThatThrownBy(() -> new Limits(0, 1, 1)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new Limits(1, 2, 1)).isInstanceOf(BadValue.class);
        CoAllocationRounds rounds = CoAllocationRounds.of(twoSites(9), FOUR);
        Refused refused = new Refused(new Share("north", "a", 1, Money.ZERO), new Window(0, 1), "", false);
        assertThatThrownBy(() -> rounds.refused(refused, 1)).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> rounds.refused(refused, Double.NaN)).isInstanceOf(BadValue.class);
    }

    /**
     * Fifty who want the same of three sites that have room for thirty, one after the other in time: a call takes a random
     * while, and what was free when asked may be gone when held. No site gives away more than it has; and there is progress.
     */
    @Test
    void fiftyAtOnce_getAllThereIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Crowd crowd = new Crowd(random, 50, 30);
        crowd.run();
        assertThat(crowd.most).as("seed %d: never more than there is", seed).isLessThanOrEqualTo(30);
        assertThat(crowd.booked).as("seed %d", seed).isBetween(24, 30);
        assertThat(crowd.held).as("seed %d: nothing is left behind", seed).containsOnly(crowd.booked);
    }

    /** A day that is one window: each of three sites has as many servers as may be booked. */
    private static final class Crowd {
        private static final List<String> SITES = List.of("north", "south", "west");

        private record Act(long time, Runnable what) {}

        private final Random random;
        private final int capacity;
        private final PriorityQueue<Act> ahead = new PriorityQueue<>(Comparator.comparingLong(Act::time));
        final int[] held = new int[3];
        int most;
        int booked;
        private long now;

        Crowd(Random random, int brokers, int capacity) {
            this.random = random;
            this.capacity = capacity;
            List<CoAllocationPart> parts = SITES.stream()
                    .map(site -> new CoAllocationPart(site, Optional.empty(), new Shape.Stay(1, 10)))
                    .toList();
            CoAllocation wanted = new CoAllocation(parts, 0, 10, Optional.of(10L), Optional.empty());
            for (int broker = 0; broker < brokers; broker++) {
                CoAllocationRounds rounds = CoAllocationRounds.of(wanted, new Limits(10, 200, 5_000));
                soon(() -> ask(rounds));
            }
        }

        private void soon(Runnable what) {
            ahead.add(new Act(now + 1 + random.nextInt(20), what));
        }

        void run() {
            for (Act act = ahead.poll(); act != null; act = ahead.poll()) {
                now = act.time;
                act.what.run();
            }
        }

        private void ask(CoAllocationRounds rounds) {
            List<SiteAdvert> sites = new ArrayList<>();
            for (int site = 0; site < 3; site++) {
                sites.add(new SiteAdvert(SITES.get(site), List.of(pool("p", 0, capacity - held[site]))));
            }
            switch (rounds.advertised(sites)) {
                case CoAllocationRounds.Step.Hold hold -> soon(() -> hold(rounds, hold, 0));
                case CoAllocationRounds.Step.GiveUp over -> {
                    // What is full now may be released again: an honest user would ask later.
                    if (over.refusals().isEmpty() && held[0] > booked) {
                        soon(() -> ask(rounds));
                    }
                }
                case CoAllocationRounds.Step.Ask again -> throw new IllegalStateException("asked already: " + again);
            }
        }

        private void hold(CoAllocationRounds rounds, CoAllocationRounds.Step.Hold hold, int done) {
            if (done == 3) {
                booked++;
                return;
            }
            Share share = hold.order().get(done);
            int site = SITES.indexOf(share.site());
            if (held[site] < capacity) {
                held[site]++;
                most = Math.max(most, held[site]);
                soon(() -> hold(rounds, hold, done + 1));
                return;
            }
            hold.order().subList(0, done).forEach(before -> held[SITES.indexOf(before.site())]--);
            Turn turn = rounds.refused(new Refused(share, hold.plan().window(), "full", false), random.nextDouble());
            if (turn.step() instanceof CoAllocationRounds.Step.Ask later) {
                ahead.add(new Act(now + later.delay() + 1, () -> ask(turn.rounds())));
            }
        }
    }
}
