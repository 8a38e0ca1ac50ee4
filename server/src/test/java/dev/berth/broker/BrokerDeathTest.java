package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.FaultyLink.Fault;
import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker dies before and after every fact and every request, while one of three sites is dead, cut off or slow: whatever
 * happens, all parts of a deal are booked in the end, or none. All cases are tried; {@code ./check} draws some deaths of each.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerDeathTest {
    private static final Instant BASE = Instant.parse("2027-03-01T00:00:00Z");
    private static final String ALL = "WAITING|WAITING|WAITING";
    private static final String NOTHING = "||";

    private World world;
    private int cases;

    @BeforeAll
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    /** When the site in trouble is well again, and whether somebody else has taken its servers by then. */
    private enum Back {
        IN_TIME,
        TOO_LATE,
        TOO_LATE_AND_TAKEN
    }

    /** Fault of a site, the kind of request from which on it occurs, and when it is over. */
    private record Trouble(String site, Fault fault, String from, Back back) {}

    @Test
    void nothingWrong_butTheBrokerDies() {
        everyDeath(new Trouble("", Fault.NONE, "", Back.IN_TIME));
    }

    @Test
    void aSiteInTrouble_beforeTheDecision() {
        for (String site : World.SITES) {
            for (Fault fault : List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW)) {
                everyDeath(new Trouble(site, fault, "PUT", Back.IN_TIME));
            }
        }
    }

    @Test
    void aSiteInTrouble_afterTheDecision() {
        for (String site : World.SITES) {
            for (Fault fault : List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW)) {
                everyDeath(new Trouble(site, fault, "/confirm", Back.IN_TIME));
            }
        }
    }

    @Test
    void aSite_thatIsBackWhenItsHoldHasLapsed() {
        List<Fault> faults = List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW);
        for (int i = 0; i < faults.size(); i++) {
            // Every fault with every kind of return, each at another site.
            everyDeath(new Trouble(World.SITES.get(i), faults.get(i), "PUT", Back.TOO_LATE));
            everyDeath(new Trouble(World.SITES.get((i + 1) % 3), faults.get(i), "/confirm", Back.TOO_LATE));
            for (String site : World.SITES) {
                everyDeath(new Trouble(site, faults.get(i), "/confirm", Back.TOO_LATE_AND_TAKEN));
            }
        }
    }

    private void everyDeath(Trouble trouble) {
        Set<String> steps = run(trouble, "nowhere");
        assertThat(steps).hasSizeGreaterThanOrEqualTo(12);
        List<String> deaths = Sample.of(steps, trouble.toString());
        assertThat(deaths).isNotEmpty();
        deaths.forEach(step -> run(trouble, step));
    }

    /** One deal, from its beginning to its end; the steps that the first broker has taken. */
    private Set<String> run(Trouble trouble, String death) {
        String name = "case" + ++cases;
        String start = BASE.plus(Duration.ofHours(cases)).toString();
        String end = BASE.plus(Duration.ofHours(cases + 1L)).toString();
        String told = name + " " + trouble + ", death " + death;
        MemoryJournal journal = new MemoryJournal();
        Killer killer = new Killer(death);
        world.link.fail(trouble.site(), trouble.fault(), trouble.from());
        Site first = world.open(journal);
        try (Broker broker = new Broker(first, world.link, World.TERMS, killer)) {
            Asked asked = World.together(name, start, end);
            List<DealPlan> plans = broker.plans((Asked.Together) asked);
            first.write("ana", transaction -> broker.make(transaction, World.ANA, asked, plans))
                    .join();
            broker.lead();
            World.await(told, () -> killer.isDead() || !deal(first).isOpen() || world.link.failures() >= 3);
            boolean diedEarly = killer.isDead();
            goOn(trouble, name, start, end);
            if (!diedEarly) {
                World.await(told, () -> killer.isDead() || !deal(first).isOpen());
            }
        }
        Deal ended = deal(first);
        first.close();
        if (killer.isDead()) {
            Site second = world.open(journal);
            try (Broker broker = new Broker(second, world.link, World.TERMS, Probe.NONE)) {
                broker.lead();
                World.await(told, () -> !deal(second).isOpen());
            }
            ended = deal(second);
            second.close();
        }
        check(trouble, ended, name, told);
        return killer.steps();
    }

    static Deal deal(Site site) {
        return site.read(view -> view.facts(Deals.class).get(1).orElseThrow());
    }

    /** Time passes, and the site is well again. */
    private void goOn(Trouble trouble, String name, String start, String end) {
        if (trouble.back() != Back.IN_TIME) {
            world.clock.move(Duration.ofMinutes(20));
        }
        world.link.heal();
        if (trouble.back() == Back.TOO_LATE_AND_TAKEN
                && !world.at(trouble.site(), name).equals("WAITING")) {
            world.send(
                    trouble.site(),
                    "POST",
                    "/reservations",
                    "{\"name\":\"other\",\"stay\":\"PT1H\",\"servers\":2,\"ready\":\"%s\",\"deadline\":\"%s\"}"
                            .formatted(start, end));
        }
        if (cases % 2 == 0) {
            world.link.arrive();
        }
    }

    private void check(Trouble trouble, Deal deal, String name, String told) {
        String expected = deal.state() == Deal.State.BOOKED ? ALL : NOTHING;
        boolean mustBeBooked =
                trouble.fault() == Fault.NONE || (trouble.from().equals("/confirm") && trouble.back() == Back.IN_TIME);
        if (mustBeBooked) {
            assertThat(deal.state()).as(told).isEqualTo(Deal.State.BOOKED);
        }
        // What arrives after the end changes nothing.
        world.link.arrive();
        assertThat(world.everywhere(name).replaceAll("HELD", ""))
                .as(told + " " + deal)
                .isEqualTo(expected);
        // What is still held lapses: nothing outlives its time.
        world.clock.move(TERMS_OVER);
        assertThat(world.everywhere(name)).as(told + " " + deal).isEqualTo(expected);
    }

    private static final Duration TERMS_OVER = World.TERMS.hold();
}
