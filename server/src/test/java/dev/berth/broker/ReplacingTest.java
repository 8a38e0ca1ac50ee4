package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.FaultyLink.Fault;
import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.News.What;
import dev.berth.broker.deal.Replacement;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site loses its part of a deal that may be replaced, while the broker dies before and after every fact and request, and the site
 * that could take the part is dead, cut off or slow: the part is booked there once, or not at all, and what stands is not touched.
 */
class ReplacingTest {
    private static final Instant BASE = Instant.parse("2027-03-01T00:00:00Z");
    private static final PoolId FAST = new PoolId("fast");
    private static final ServerSet BOTH = ServerSet.of(0, 1);

    private World world;
    private int cases;

    @BeforeEach
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    private static Deal deal(Site site) {
        return site.read(view -> view.facts(Deals.class).get(1).orElseThrow());
    }

    private static boolean isAtRest(Deal deal) {
        return !deal.isOpen() && !deal.news().isEmpty();
    }

    /** A deal at north and south, of which south loses its part; the steps that the broker has taken from then on. */
    private Set<String> run(Fault fault, String from, String death) {
        String name = "case" + ++cases;
        String told = name + " " + fault + " from " + from + ", death " + death;
        MemoryJournal journal = new MemoryJournal();
        book(journal, name, told);
        world.submit("south", new Command.Fail(FAST, BOTH, Window.FOREVER));
        world.link.fail("west", fault, from);
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
            Site second = world.open(journal);
            try (Broker broker = new Broker(second, world.link, World.LOOKING, Probe.NONE)) {
                broker.lead();
                World.await(told, () -> isAtRest(deal(second)));
            }
            ended = deal(second);
            second.close();
        }
        check(ended, name, told, fault == Fault.NONE || from.equals("/confirm"));
        world.submit("south", new Command.Restore(FAST, BOTH));
        return killer.steps();
    }

    private void book(MemoryJournal journal, String name, String told) {
        Site site = world.open(journal);
        try (Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE)) {
            Asked.Together asked =
                    new Asked.Together(name, Optional.empty(), List.of(part(name, "north"), part(name, "south")));
            Optional<Replacement> terms = Replacement.of(asked, List.of("south", "west"), false);
            site.write(
                            "ana",
                            transaction ->
                                    broker.make(transaction, World.ANA, asked, broker.plans(asked), List.of(), terms))
                    .join();
            broker.lead();
            World.await(told, () -> deal(site).state() == Deal.State.BOOKED);
        }
        site.close();
    }

    private Asked.AtSite part(String name, String site) {
        return new Asked.AtSite(
                site,
                List.of(Json.object()
                        .put("name", name)
                        .put("ready", BASE.plus(Duration.ofHours(cases)).toString())
                        .put("deadline", BASE.plus(Duration.ofHours(cases + 1L)).toString())
                        .put("stay", "PT1H")));
    }

    private void check(Deal deal, String name, String told, boolean mustBeReplaced) {
        if (mustBeReplaced) {
            assertThat(deal.state()).as(told + " " + deal).isEqualTo(Deal.State.BOOKED);
        }
        boolean isReplaced = deal.state() == Deal.State.BOOKED;
        world.link.arrive();
        world.clock.move(World.TERMS.hold());
        assertThat(world.everywhere(name))
                .as(told + " " + deal)
                .isEqualTo(isReplaced ? "WAITING||WAITING" : "WAITING||");
        assertThat(deal.news().stream().map(News::what))
                .as(told)
                .containsExactlyElementsOf(isReplaced ? List.of(What.LOST, What.REPLACED) : List.of(What.LOST));
        assertThat(deal.parts().stream().map(DealPart::site))
                .as(told)
                .containsExactly("north", isReplaced ? "west" : "south");
    }

    private void everyDeath(Fault fault, String from) {
        Set<String> steps = run(fault, from, "nowhere");
        assertThat(steps).hasSizeGreaterThanOrEqualTo(8);
        List<String> deaths =
                Sample.of(steps.stream().filter(step -> !step.contains("look")).toList(), fault + from);
        assertThat(deaths).isNotEmpty();
        deaths.forEach(step -> run(fault, from, step));
    }

    @Test
    void theBrokerDies_andThePartIsReplacedOnce() {
        everyDeath(Fault.NONE, "");
    }

    @Test
    void theOtherSiteIsInTrouble() {
        for (Fault fault : List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW)) {
            everyDeath(fault, "PUT");
            everyDeath(fault, "/confirm");
        }
    }
}
