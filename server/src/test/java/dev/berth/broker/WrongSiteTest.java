package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.FaultyLink.Fault;
import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.News;
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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A site that is silent, or is not itself, for five minutes and longer, while a deal is booked there that may be replaced: nothing is
 * booked again, nothing is cancelled, and the deal stands as it was.
 */
class WrongSiteTest {
    private static final String STANDS = "WAITING|WAITING|";
    /** How often the site in trouble is asked until the broker has certainly looked at what it says. */
    private static final int OFTEN = 12;

    private World world;
    private final MemoryJournal journal = new MemoryJournal();
    private Site site;
    private Broker broker;

    @BeforeEach
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
        open();
        book();
    }

    @AfterEach
    void stop() {
        shut();
        world.close();
    }

    private void open() {
        site = world.open(journal);
        broker = new Broker(site, world.link, World.LOOKING, Probe.NONE);
        broker.lead();
    }

    private void shut() {
        broker.close();
        site.close();
    }

    /** A part at north and one at south, which west could take. */
    private void book() {
        Asked.Together asked = new Asked.Together("a", Optional.empty(), List.of(part("north"), part("south")));
        Optional<Replacement> terms = Replacement.of(asked, List.of("south", "west"), false);
        site.write(
                        "ana",
                        transaction ->
                                broker.make(transaction, World.ANA, asked, broker.plans(asked), List.of(), terms))
                .join();
        World.await("booked", () -> deal().state() == Deal.State.BOOKED);
    }

    private static Asked.AtSite part(String name) {
        return new Asked.AtSite(
                name,
                List.of(Json.object()
                        .put("name", "a")
                        .put("ready", "2026-11-16T12:00:00Z")
                        .put("deadline", "2026-11-16T13:00:00Z")
                        .put("stay", "PT1H")));
    }

    private Deal deal() {
        return site.read(view -> view.facts(Deals.class).get(1).orElseThrow());
    }

    private void awaitLooks() {
        int before = world.link.failures();
        World.await("looks", () -> world.link.failures() >= before + OFTEN);
    }

    /** Minutes in which something is wrong with south, and the broker looks often. */
    private void suffer(Fault fault, int minutes) {
        World.await("asked for its name", () -> world.link.wasAsked("south", "/health"));
        world.link.fail("south", fault, "");
        for (int passed = 0; passed < minutes; passed += 4) {
            awaitLooks();
            world.clock.move(Duration.ofMinutes(4));
        }
        awaitLooks();
    }

    @ParameterizedTest
    @EnumSource(names = {"DEAD", "CUT_OFF", "SLOW", "UNAVAILABLE", "ANOTHER"})
    void silence_503AndAnotherSite_changeNothing(Fault fault) {
        Deal before = deal();
        suffer(fault, 20);
        assertThat(deal()).as(fault.toString()).isEqualTo(before);
        world.link.heal();
        assertThat(world.everywhere("a")).isEqualTo(STANDS);
        // It is followed again as if nothing had been.
        world.submit("south", new Command.Fail(new PoolId("fast"), ServerSet.of(0, 1), Window.FOREVER));
        World.await("lost", () -> deal().news().stream().anyMatch(news -> news.what() == News.What.LOST));
    }

    @Test
    void aSiteThatForgets_forLessThanFiveMinutes_changesNothing() {
        Deal before = deal();
        suffer(Fault.FORGETFUL, 4);
        assertThat(deal()).isEqualTo(before);
        world.link.heal();
        assertThat(world.everywhere("a")).isEqualTo(STANDS);
    }

    @Test
    void aSiteThatForgets_andRemembersInBetween_countsAnew() {
        Deal before = deal();
        for (int i = 0; i < 3; i++) {
            suffer(Fault.FORGETFUL, 4);
            int asked = world.link.asked();
            world.link.heal();
            World.await("seen again", () -> world.link.asked() > asked + OFTEN);
        }
        assertThat(deal()).isEqualTo(before);
        assertThat(world.everywhere("a")).isEqualTo(STANDS);
    }

    @Test
    void aSiteThatForgets_forLonger_hasLostThePart_alsoForABrokerThatWasRestarted() {
        suffer(Fault.FORGETFUL, 4);
        shut();
        open();
        awaitLooks();
        assertThat(deal().state()).as("counted anew").isEqualTo(Deal.State.BOOKED);
        world.clock.move(Duration.ofMinutes(6));
        World.await("lost", () -> deal().news().stream().anyMatch(news -> news.what() == News.What.REPLACED));
        assertThat(deal().news().getFirst().detail()).startsWith("The site no longer knows r");
        assertThat(world.at("north", "a")).isEqualTo("WAITING");
        assertThat(world.at("west", "a")).isEqualTo("WAITING");
    }
}
