package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.log.RecordedLog;
import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.News.What;
import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.notice.Outbox;
import dev.berth.service.notice.Preference;
import dev.berth.service.notice.Preferences;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import dev.berth.wire.IdKind;
import dev.berth.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes to the parts of a deal at real sites after the booking, with a broker that runs, is away or dies meanwhile. */
class DealNewsTest {
    private static final PoolId FAST = new PoolId("fast");
    private static final ServerSet BOTH = ServerSet.of(0, 1);

    private World world;
    private final MemoryJournal journal = new MemoryJournal();
    private Site site;
    private Broker broker;

    @BeforeEach
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
        open(Probe.NONE);
    }

    @AfterEach
    void stop() {
        shut();
        world.close();
    }

    private void open(Probe probe) {
        site = world.open(journal);
        broker = new Broker(site, world.link, World.LOOKING, probe);
        broker.lead();
    }

    private void shut() {
        broker.close();
        site.close();
    }

    /** An hour at every site from ten on, or at most two hours later. */
    private void book(String name) {
        List<Asked.AtSite> parts = new ArrayList<>();
        for (String each : World.SITES) {
            parts.add(new Asked.AtSite(
                    each,
                    List.of(Json.object()
                            .put("name", name)
                            .put("ready", "2026-11-16T10:00:00Z")
                            .put("deadline", "2026-11-16T13:00:00Z")
                            .put("stay", "PT1H"))));
        }
        Asked.Together asked = new Asked.Together(name, Optional.empty(), parts);
        List<DealPlan> plans = broker.plans(asked);
        site.write("ana", transaction -> broker.make(transaction, World.ANA, asked, plans))
                .join();
        await(Deal.State.BOOKED);
    }

    private Deal deal() {
        return site.read(view -> view.facts(Deals.class).get(1).orElseThrow());
    }

    private void await(Deal.State state) {
        World.await(state + " but " + site.read(view -> view.facts(Deals.class).all()), () -> deal().state() == state);
    }

    /** Such as {@code north moved, south lost}. */
    private String news() {
        return deal().news().stream()
                .map(each -> each.site() + " " + each.what())
                .collect(Collectors.joining(", "));
    }

    private void awaitNews(String... all) {
        String expected = String.join(", ", all);
        World.await(expected + " in " + deal(), () -> news().equals(expected));
    }

    private ReservationId at(String name) {
        return deal().parts().stream()
                .filter(part -> part.site().equals(name))
                .map(part -> part.reservations().getFirst().id())
                .map(id -> new ReservationId(IdKind.RESERVATION.number(id).orElseThrow()))
                .findFirst()
                .orElseThrow();
    }

    private void pass(Duration time) {
        world.clock.move(time);
        World.SITES.forEach(each -> assertThat(world.at(each, "a")).isNotNull());
    }

    /** Between these, something happens while the broker is away. */
    private void goAway(boolean goes) {
        if (goes) {
            shut();
        }
    }

    private void comeBack(boolean goes) {
        if (goes) {
            open(Probe.NONE);
        }
    }

    @Test
    void lostPart_isInTheLog_andThatItIsBack() {
        try (RecordedLog log = new RecordedLog()) {
            book("a");
            world.submit("south", new Command.Fail(FAST, BOTH, Window.FOREVER));
            assertThat(RecordedLog.fields(log.one("Deal lost a part")))
                    .startsWith("warn deal=" + deal().id() + " name=a user=ana reservation=")
                    .contains(" at=south why=");
            world.submit("south", new Command.Restore(FAST, BOTH));
            assertThat(RecordedLog.fields(log.one("Deal has a lost part again")))
                    .startsWith("info deal=" + deal().id())
                    .contains(" at=south");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatSitesDo_isNewsOfTheDeal_alsoIfTheBrokerIsAway(boolean away) {
        book("a");
        ReservationId west = at("west");
        long ten = Instant.parse("2026-11-16T10:00:00Z").toEpochMilli();
        long hour = Duration.ofHours(1).toMillis();

        goAway(away);
        world.submit("north", new Command.Evacuate(FAST, BOTH, new Window(ten, ten + hour)));
        comeBack(away);
        awaitNews("north MOVED");
        News moved = deal().news().getFirst();
        assertThat(moved.before().map(Reserved::start)).contains(ten);
        assertThat(moved.now().start()).isEqualTo(ten + hour);
        assertThat(deal().state()).isEqualTo(Deal.State.BOOKED);

        goAway(away);
        world.submit("south", new Command.Fail(FAST, BOTH, Window.FOREVER));
        comeBack(away);
        awaitNews("north MOVED", "south LOST");
        assertThat(deal().state()).isEqualTo(Deal.State.BROKEN);
        assertThat(deal().news().getLast().detail()).isNotEmpty();

        goAway(away);
        world.submit("south", new Command.Restore(FAST, BOTH));
        comeBack(away);
        awaitNews("north MOVED", "south LOST", "south RECOVERED");
        assertThat(deal().state()).isEqualTo(Deal.State.BOOKED);

        goAway(away);
        pass(Duration.ofMinutes(130));
        comeBack(away);
        World.await("both run", () -> deal().news().size() == 5);
        assertThat(news()).contains("south STARTED", "west STARTED");
        assertThat(deal().state()).isEqualTo(Deal.State.RUNNING);

        goAway(away);
        world.submit("west", new Command.Finish(west));
        pass(Duration.ofHours(3));
        comeBack(away);
        await(Deal.State.DONE);
        // What was not seen to begin is seen to end.
        assertThat(news()).contains("west ENDED", "south ENDED", "north ENDED");
        assertThat(deal().parts().getLast().reservations().getFirst().stands())
                .isEqualTo(RemoteStanding.FINISHED_EARLY);
        assertThat(deal().isFollowed()).isFalse();
        Deal before = deal();
        shut();
        open(Probe.NONE);
        assertThat(deal()).isEqualTo(before);
    }

    @Test
    void whatIsCancelledAtASite_breaksTheDeal_andAllOfItIsTheEnd() {
        book("a");
        world.submit("west", new Command.Cancel(at("west")));
        awaitNews("west CANCELLED");
        assertThat(deal().state()).isEqualTo(Deal.State.BROKEN);
        world.submit("north", new Command.Cancel(at("north")));
        world.submit("south", new Command.Cancel(at("south")));
        await(Deal.State.UNDONE);
    }

    @Test
    void aBrokenDeal_canBeCancelled() {
        book("a");
        world.submit("south", new Command.Fail(FAST, BOTH, Window.FOREVER));
        await(Deal.State.BROKEN);
        site.write("ana", transaction -> broker.cancel(transaction, World.ANA, 1))
                .join();
        await(Deal.State.UNDONE);
        assertThat(world.everywhere("a")).isEqualTo("||");
    }

    @Test
    void aDeadSite_delaysNewsOfOthersNot() {
        book("a");
        world.link.fail("north", FaultyLink.Fault.DEAD, "");
        world.submit("south", new Command.Fail(FAST, BOTH, Window.FOREVER));
        awaitNews("south LOST");
        world.submit("north", new Command.Cancel(at("north")));
        world.link.heal();
        awaitNews("south LOST", "north CANCELLED");
    }

    @Test
    void aTokenThatASiteRejects_isWaitedFor_andSaid() {
        book("a");
        String good = world.tokens(text -> text.replaceAll("south: .*", "south: berth_revoked"));
        site.write("ana", transaction -> broker.cancel(transaction, World.ANA, 1))
                .join();
        World.await("waits", () -> !deal().waits().isEmpty());
        assertThat(deal().state()).isEqualTo(Deal.State.UNDOING);
        assertThat(deal().waits()).hasSize(1);
        assertThat(deal().waits().getFirst().site()).isEqualTo("south");
        assertThat(deal().waits().getFirst().code()).isEqualTo("token-rejected");
        assertThat(deal().waits().getFirst().detail()).contains("the file of tokens");
        world.tokens(text -> good);
        assertThat(broker.await(1, Duration.ofMinutes(1)).state()).isEqualTo(Deal.State.UNDONE);
        assertThat(deal().waits()).isEmpty();
        assertThat(world.everywhere("a")).isEqualTo("||");
    }

    @Test
    void theBrokerDies_atEveryStep_andEachPieceOfNewsIsThereOnce() {
        book("a");
        site.write("ana", transaction -> {
                    transaction.record(
                            Preferences.KIND, Preference.usual("ana").withMail(Optional.of("ana@example.org")));
                    return "";
                })
                .join();
        shut();
        Set<String> steps = Set.of(
                "before look south",
                "after look south",
                "before look north",
                "before fact BROKEN",
                "after fact BROKEN",
                "before fact BOOKED",
                "after fact BOOKED");
        int times = 0;
        for (String step : steps) {
            boolean recovers = step.endsWith("BOOKED");
            for (boolean fails : new boolean[] {true, false}) {
                world.submit(
                        "south",
                        fails ? new Command.Fail(FAST, BOTH, Window.FOREVER) : new Command.Restore(FAST, BOTH));
                Deal.State expected = fails ? Deal.State.BROKEN : Deal.State.BOOKED;
                times++;
                if (fails != recovers) {
                    Killer killer = new Killer(step);
                    open(killer);
                    World.await(step, killer::isDead);
                    shut();
                }
                open(Probe.NONE);
                await(expected);
                shut();
                assertThat(deal().news()).as(step).hasSize(times);
                assertThat(site.<Integer>read(view -> view.facts(Outbox.class).size()))
                        .as("a mail for each, " + step)
                        .isEqualTo(times);
                assertThat(deal().news().getLast().what()).isEqualTo(fails ? What.LOST : What.RECOVERED);
            }
        }
        open(Probe.NONE);
    }
}
