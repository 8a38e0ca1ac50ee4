package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.engine.book.Book;
import dev.berth.journal.Journal;
import dev.berth.journal.postgres.Database;
import dev.berth.journal.postgres.Proxy;
import dev.berth.journal.store.Journals;
import dev.berth.server.SiteFacts;
import dev.berth.site.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker whose journal is in PostgreSQL dies at some step of a deal, as by kill -9: it does nothing more, and its connections
 * to the database end. Another one on the same journal goes on with the deal.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerOnPostgresTest {
    private static final Instant BASE = Instant.parse("2027-03-01T00:00:00Z");

    private final Database database = Database.create();
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

    /** Stops the broker at a step, and at all that come after. */
    private static final class Stop implements Probe {
        private final String last;
        private boolean dead;

        Stop(String last) {
            this.last = last;
        }

        @Override
        public synchronized void at(String step) {
            dead |= step.equals(last);
            if (dead) {
                throw new IllegalStateException("dead at " + step);
            }
        }

        synchronized boolean isDead() {
            return dead;
        }
    }

    @Test
    void anotherBroker_finishesTheDeal_whereverTheFirstDies() throws IOException {
        for (String step : List.of("after hold west", "after fact DECIDED", "before fact BOOKED")) {
            Case died = die(step);
            assertThat(takeOver(died).state()).as(step).isEqualTo(Deal.State.BOOKED);
            assertThat(world.everywhere(died.name())).as(step).isEqualTo("WAITING|WAITING|WAITING");
        }
    }

    /** The holds have lapsed when it takes over, and somebody else has the servers of one site. */
    @Test
    void anotherBroker_undoesWhatCannotBeHadAnyMore() throws IOException {
        Case died = die("after confirm north");
        world.clock.move(Duration.ofMinutes(20));
        world.send(
                "south",
                "POST",
                "/reservations",
                "{\"name\":\"other\",\"stay\":\"PT1H\",\"servers\":2,\"ready\":\"%s\",\"deadline\":\"%s\"}"
                        .formatted(died.start(), died.end()));
        boolean wasConfirmed = world.at("south", died.name()).equals("WAITING");
        assertThat(takeOver(died).state()).isEqualTo(wasConfirmed ? Deal.State.BOOKED : Deal.State.UNDONE);
        assertThat(world.everywhere(died.name())).isEqualTo(wasConfirmed ? "WAITING|WAITING|WAITING" : "||");
    }

    /** A deal whose broker is dead. */
    private record Case(long number, String name, String start, String end) {}

    private Case die(String step) throws IOException {
        long number = ++cases;
        Case made = new Case(
                number,
                "case" + number,
                BASE.plus(Duration.ofHours(number)).toString(),
                BASE.plus(Duration.ofHours(number + 1)).toString());
        Stop stop = new Stop(step);
        try (Proxy network = new Proxy(Database.serverPort());
                Journal journal = Journals.open(database.journal(network.port()));
                Site site = open(journal)) {
            Broker broker = new Broker(site, world.link, World.TERMS, stop);
            Asked.Together asked = (Asked.Together) World.together(made.name(), made.start(), made.end());
            List<DealPlan> plans = broker.plans(asked);
            site.write("ana", transaction -> broker.make(transaction, World.ANA, asked, plans))
                    .join();
            broker.lead();
            World.await(step, stop::isDead);
            // From here on it neither reads nor writes.
            network.set(Proxy.Mode.REFUSE);
            network.cutAll();
            broker.close();
        }
        return made;
    }

    /** Leads as soon as the lease of the dead one is over; how the deal ends. */
    private Deal takeOver(Case died) {
        try (Journal journal = Journals.open(database.journal());
                Site site = open(journal);
                Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE)) {
            broker.lead();
            World.await(died.name(), () -> !deal(site, died.number()).isOpen());
            return deal(site, died.number());
        }
    }

    private Site open(Journal journal) {
        return Site.open(journal, () -> new Book("prompt"), world.clock, SiteFacts.keepers());
    }

    private static Deal deal(Site site, long number) {
        return site.read(view -> view.facts(Deals.class).get(number).orElseThrow());
    }
}
