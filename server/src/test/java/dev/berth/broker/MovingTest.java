package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.FaultyLink.Fault;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.News.What;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.remote.Reserved;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.provision.federation.CoAllocation;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import dev.berth.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * South loses its part of a deal with north, and no other site has room in that window: all of it is booked in another window, or
 * nothing changes, whenever the broker dies, and whichever site is dead, cut off or slow meanwhile.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovingTest {
    private static final Instant BASE = Instant.parse("2027-03-01T00:00:00Z");
    private static final PoolId FAST = new PoolId("fast");
    private static final ServerSet BOTH = ServerSet.of(0, 1);

    private World world;
    private int cases;
    private String name = "";

    @BeforeAll
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private Instant hour(int number) {
        return BASE.plus(Duration.ofHours(10L * cases + number));
    }

    private static Deal deal(Site site) {
        return BrokerDeathTest.deal(site);
    }

    private static boolean isAtRest(Deal deal) {
        return !deal.isOpen() && !deal.news().isEmpty();
    }

    /** Both servers at north and both at south, for one hour within the next {@code hours}. */
    private Asked.AtOnce asked(int hours) {
        ObjectNode job = Json.object()
                .put("name", name)
                .put("ready", hour(0).toString())
                .put("deadline", hour(hours).toString())
                .put("stay", "PT1H")
                .put("servers", 2);
        Shape stay = new Shape.Stay(2, Duration.ofHours(1).toMillis());
        return new Asked.AtOnce(
                name,
                Optional.empty(),
                List.of(new Asked.AtSite("north", List.of(job)), new Asked.AtSite("south", List.of(job))),
                new CoAllocation(
                        List.of(
                                new dev.berth.provision.federation.CoAllocationPart("north", Optional.empty(), stay),
                                new dev.berth.provision.federation.CoAllocationPart("south", Optional.empty(), stay)),
                        hour(0).toEpochMilli(),
                        hour(hours).toEpochMilli(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private void book(MemoryJournal journal, int hours, boolean moves, String told) {
        Site site = world.open(journal);
        try (Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE)) {
            Asked.AtOnce asked = asked(hours);
            List<DealPlan> plans = broker.plans(World.CLIENT, asked).plans();
            Optional<Replacement> terms = Replacement.of(asked, World.SITES, moves);
            site.write("ana", transaction -> broker.make(transaction, World.ANA, asked, plans, List.of(), terms))
                    .join();
            broker.lead();
            World.await(told, () -> deal(site).state() == Deal.State.BOOKED);
            assertThat(starts(deal(site))).as(told).containsOnly(hour(0).toEpochMilli());
        }
        site.close();
    }

    private static List<Long> starts(Deal deal) {
        return deal.parts().stream()
                .flatMap(part -> part.reservations().stream())
                .map(Reserved::start)
                .toList();
    }

    private void lose() {
        lose(1);
    }

    /** West is taken in the first hours, and south has no servers in the first. */
    private void lose(int taken) {
        world.send(
                "west",
                "POST",
                "/reservations",
                "{\"name\":\"other\",\"stay\":\"PT%dH\",\"servers\":2,\"ready\":\"%s\",\"deadline\":\"%s\"}"
                        .formatted(taken, hour(0), hour(taken)));
        world.submit("south", new Command.Fail(FAST, BOTH, hour(1).toEpochMilli()));
    }

    /** One deal from its booking to its end; the steps that the broker has taken after the loss. */
    private Set<String> run(String victim, Fault fault, String from, String death) {
        cases++;
        name = "case" + cases;
        String told = name + " " + fault + " of " + victim + " from " + from + ", death " + death;
        MemoryJournal journal = new MemoryJournal();
        book(journal, 4, true, told);
        lose();
        world.link.fail(victim, fault, from);
        Killer killer = new Killer(death);
        Site first = world.open(journal);
        try (Broker broker = new Broker(first, world.link, World.LOOKING, killer)) {
            broker.lead();
            World.await(told, () -> killer.isDead() || isAtRest(deal(first)) || world.link.failures() >= 3);
            world.link.heal();
            world.link.arrive();
            World.await(told, () -> killer.isDead() || isAtRest(deal(first)));
        }
        Deal ended = deal(first);
        first.close();
        if (killer.isDead()) {
            ended = rest(journal, told);
        }
        check(ended, told, fault == Fault.NONE || from.equals("/confirm"));
        world.submit("south", new Command.Restore(FAST, BOTH));
        return killer.steps();
    }

    /** Where a deal comes to that another broker goes on with. */
    private Deal rest(MemoryJournal journal, String told) {
        Site site = world.open(journal);
        try (Broker broker = new Broker(site, world.link, World.LOOKING, Probe.NONE)) {
            broker.lead();
            World.await(told, () -> isAtRest(deal(site)));
        }
        Deal ended = deal(site);
        site.close();
        return ended;
    }

    private void check(Deal deal, String told, boolean mustBeMoved) {
        boolean isMoved = deal.state() == Deal.State.BOOKED;
        assertThat(isMoved || !mustBeMoved).as(told + " " + deal).isTrue();
        world.link.arrive();
        world.clock.move(World.TERMS.hold());
        // What has lost its servers stays with its site until it is cancelled, or finds others.
        String everywhere = world.everywhere(name).replace("DEGRADED", "");
        if (isMoved) {
            assertThat(starts(deal))
                    .as(told)
                    .hasSize(2)
                    .containsOnly(
                            deal.parts().getFirst().reservations().getFirst().start());
            assertThat(starts(deal).getFirst()).as(told).isBetween(hour(1).toEpochMilli(), hour(3).toEpochMilli());
            assertThat(everywhere)
                    .as(told + " " + deal)
                    .isEqualTo(deal.parts().get(1).site().equals("south") ? "WAITING|WAITING|" : "WAITING||WAITING");
            assertThat(deal.news().stream().map(News::what))
                    .as(told)
                    .containsExactly(What.LOST, What.REPLACED, What.REPLACED);
        } else {
            assertThat(deal.state()).as(told).isEqualTo(Deal.State.BROKEN);
            assertThat(everywhere).as(told + " " + deal).isEqualTo("WAITING||");
            assertThat(starts(deal)).as(told).containsOnly(hour(0).toEpochMilli());
        }
    }

    private void everyDeath(String victim, Fault fault, String from) {
        Set<String> steps = run(victim, fault, from, "nowhere");
        assertThat(steps).hasSizeGreaterThanOrEqualTo(12);
        List<String> deaths =
                Sample.of(steps.stream().filter(step -> !step.contains("look")).toList(), victim + fault + from);
        assertThat(deaths).isNotEmpty();
        deaths.forEach(step -> run(victim, fault, from, step));
    }

    @Test
    void theBrokerDies_andAllIsMovedOnce() {
        everyDeath("", Fault.NONE, "");
    }

    @Test
    void aSiteIsInTrouble_whileItIsHeld() {
        everyDeath("south", Fault.DEAD, "PUT");
        everyDeath("north", Fault.CUT_OFF, "PUT");
    }

    @Test
    void aSiteIsInTrouble_whileItIsConfirmed() {
        everyDeath("south", Fault.DEAD, "/confirm");
        everyDeath("north", Fault.SLOW, "/confirm");
    }

    /** A hold that lapses after the decision: the new window is given up, and what stands is not touched. */
    @Test
    void aSite_thatLetsItsHoldLapse_movesNothing() {
        cases++;
        name = "case" + cases;
        MemoryJournal journal = new MemoryJournal();
        book(journal, 2, true, name);
        lose(2);
        world.link.fail("south", Fault.DEAD, "/confirm");
        Site first = world.open(journal);
        try (Broker broker = new Broker(first, world.link, World.LOOKING, Probe.NONE)) {
            broker.lead();
            World.await(name, () -> world.link.failures() >= 3);
        }
        first.close();
        world.clock.move(World.TERMS.hold().plusMinutes(5));
        world.link.heal();
        Deal ended = rest(journal, name);
        check(ended, name, false);
        assertThat(ended.state()).isEqualTo(Deal.State.BROKEN);
        world.submit("south", new Command.Restore(FAST, BOTH));
    }

    /** Without that term, or without room before the deadline, it stays where it is. */
    @Test
    void itStays_ifNothingElseIsAllowed() {
        for (boolean moves : List.of(true, false)) {
            cases++;
            name = "case" + cases;
            MemoryJournal journal = new MemoryJournal();
            book(journal, moves ? 1 : 4, moves, name);
            lose();
            Deal ended = rest(journal, name);
            check(ended, name, false);
            assertThat(ended.state()).as(name).isEqualTo(Deal.State.BROKEN);
            world.submit("south", new Command.Restore(FAST, BOTH));
        }
    }

    @Test
    void cancelledMeanwhile_nothingIsLeftOfEither() {
        cases++;
        name = "case" + cases;
        MemoryJournal journal = new MemoryJournal();
        book(journal, 4, true, name);
        lose();
        world.link.fail("south", Fault.CUT_OFF, "/confirm");
        Site site = world.open(journal);
        try (Broker broker = new Broker(site, world.link, World.LOOKING, Probe.NONE)) {
            broker.lead();
            World.await(name, () -> world.link.failures() >= 1);
            site.write("ana", transaction -> broker.cancel(transaction, World.ANA, 1))
                    .join();
            world.link.heal();
            World.await(name, () -> !deal(site).isOpen());
            assertThat(deal(site).state()).isEqualTo(Deal.State.UNDONE);
        }
        site.close();
        assertThat(world.everywhere(name)).isEqualTo("||");
        world.submit("south", new Command.Restore(FAST, BOTH));
    }
}
