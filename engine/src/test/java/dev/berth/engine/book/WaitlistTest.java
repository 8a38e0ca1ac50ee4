package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.waitlist.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The waiting list by hand; what holds in general is in {@link WaitlistSafetyTest} and {@link WaitlistTwinTest}. */
class WaitlistTest {
    private static final PoolId POOL = new PoolId("p");
    private static final long NOON = 1_000;

    private final Book book = new Book("earliest");

    WaitlistTest() {
        accept(new Command.AddPool(new Pool("p", 2, "1")));
    }

    private Accepted accept(Command command) {
        return (Accepted) book.submit(command);
    }

    private ReservationId reserve(Job job) {
        return accept(new Command.Reserve(job)).reservation().id();
    }

    /** Both servers, all the time that the tests are about. */
    private ReservationId full() {
        return reserve(Job.exactly("full", new Window(100, NOON), 2));
    }

    private WaiterId await(Job job) {
        return await(job, 900, 0);
    }

    private WaiterId await(Job job, long until, long hold) {
        accept(new Command.Await(job, until, hold));
        return List.copyOf(book.waiters()).getLast().id();
    }

    /** Serves until nothing is left; what was made, in this order. */
    private List<Reservation> serve() {
        List<Reservation> made = new ArrayList<>();
        while (book.hasFreed()) {
            accept(new Command.Serve()).events().forEach(event -> made.addAll(event.reservations()));
        }
        return made;
    }

    private static Job job(String id, long start, long length, int servers) {
        return Job.exactly(id, new Window(start, start + length), servers);
    }

    private static List<String> names(List<Reservation> reservations) {
        return reservations.stream().map(each -> each.job().id().name()).toList();
    }

    @Test
    void cancelledTimeGoesToTheFirstWhoFits_andTheRestToThoseAfter() {
        ReservationId full = full();
        await(job("wide", 100, 2_000, 2));
        await(job("first", 200, 100, 1));
        await(job("second", 200, 100, 2));
        await(job("third", 200, 100, 1));
        reserve(Job.exactly("later", new Window(1_500, 1_600), 2));
        accept(new Command.Cancel(full));
        assertThat(names(serve())).containsExactly("first", "third");
        assertThat(book.waiters())
                .extracting(waiter -> waiter.job().id().name())
                .containsExactly("wide", "second");
        assertThat(book.hasFreed()).isFalse();
    }

    @Test
    void shrunkTimeIsOfferedAsWell() {
        ReservationId full = full();
        await(job("tail", 800, 150, 2));
        accept(new Command.Adjust(full, new Adjustment.Shrink(300, 0)));
        assertThat(names(serve())).containsExactly("tail");
    }

    @Test
    void timeThatEndedEarlyOrWasNotUsedIsOfferedAsWell() {
        ReservationId one = reserve(job("one", 100, 400, 1));
        ReservationId two = reserve(job("two", 100, 400, 1));
        await(job("a", 150, 50, 1));
        await(job("b", 150, 50, 1));
        accept(new Command.Advance(120));
        assertThat(serve()).isEmpty();
        accept(new Command.Finish(one));
        assertThat(names(serve())).containsExactly("a");
        accept(new Command.NoShow(two));
        assertThat(serve()).extracting(Reservation::window).containsExactly(new Window(150, 200));
    }

    @Test
    void anExpiredHoldARestoredServerAndMoreServersAreOfferedAsWell() {
        accept(new Command.Hold(job("held", 100, 900, 2), 50));
        await(job("after-hold", 100, 100, 2));
        accept(new Command.Advance(50));
        assertThat(names(serve())).containsExactly("after-hold");

        accept(new Command.Drain(POOL, ServerSet.of(0, 1), new Window(300, 900), false));
        await(job("after-drain", 300, 100, 2));
        accept(new Command.Restore(POOL, ServerSet.of(0)));
        assertThat(serve()).isEmpty();
        accept(new Command.Restore(POOL, ServerSet.of(1)));
        assertThat(names(serve())).containsExactly("after-drain");

        await(job("more", 300, 100, 1));
        accept(new Command.AddServers(POOL, 1, 60));
        assertThat(names(serve())).containsExactly("more");
    }

    @Test
    void whatIsOverIsNotOffered() {
        full();
        await(job("same", 100, 900, 2));
        accept(new Command.Advance(NOON));
        assertThat(book.hasFreed()).isFalse();
    }

    @Test
    void whoFitsAtOnceIsBookedAtOnce_andWhatWaitingCannotHelpIsRefused() {
        assertThat(accept(new Command.Await(job("now", 2_000, 100, 2), 900, 0))
                        .reservation()
                        .window())
                .isEqualTo(new Window(2_000, 2_100));
        assertThat(book.decide(new Command.Await(job("three", 100, 100, 3), 900, 0)))
                .isInstanceOfSatisfying(
                        Refused.class, no -> assertThat(no.refusal()).isInstanceOf(Refusal.TooManyServers.class));
        full();
        assertThat(book.decide(new Command.Await(job("past", 100, 100, 2), 0, 0)))
                .isInstanceOfSatisfying(
                        Refused.class, no -> assertThat(no.refusal()).isInstanceOf(Refusal.TimeBackwards.class));
        assertThat(book.waiters()).isEmpty();
    }

    @Test
    void nobodyWaitsLongerThanToldNorThanThereIsTimeForTheJob() {
        full();
        WaiterId told = await(job("told", 100, 100, 1), 40, 0);
        WaiterId latest = await(job("latest", 100, 100, 1), 900, 0);
        assertThat(book.waiter(latest)).map(Waiter::until).contains(101L);
        accept(new Command.Advance(39));
        assertThat(book.waiter(told)).isPresent();
        accept(new Command.Advance(40));
        assertThat(book.waiter(told)).isEmpty();
        accept(new Command.Advance(500));
        assertThat(book.waiters()).isEmpty();
    }

    @Test
    void aHighestPriceIsKept_andACheaperTariffWakes() {
        Tariff tariff = new Tariff(Money.of("10"), 100, 0, 0, 1, 0, 0, 0, Amounts.NONE);
        accept(new Command.SetTariff(POOL, tariff));
        WaiterId poor = await(job("poor", 100, 100, 2).under(Terms.budget(Money.of("19.99"))));
        ReservationId full = full();
        await(job("rich", 100, 100, 2).under(Terms.budget(Money.of("20"))));
        accept(new Command.Cancel(full));
        assertThat(serve()).singleElement().satisfies(rich -> {
            assertThat(rich.job().id().name()).isEqualTo("rich");
            assertThat(rich.agreement().price()).isEqualTo(Money.of("20"));
        });
        accept(new Command.Cancel(new ReservationId(2)));
        assertThat(serve()).isEmpty();
        accept(new Command.SetTariff(POOL, new Tariff(Money.of("9.50"), 100, 0, 0, 1, 0, 0, 0, Amounts.NONE)));
        assertThat(serve()).extracting(each -> each.agreement().price()).containsExactly(Money.of("19"));
        assertThat(book.waiter(poor)).isEmpty();
    }

    @Test
    void whoOnlyWantsToBeToldGetsAHold_thatGoesToTheNextUnlessItIsConfirmed() {
        ReservationId full = full();
        await(Job.of("ask", 0, 101, 400, 2), 900, 30);
        await(Job.of("next", 0, 300, 400, 2));
        accept(new Command.Cancel(full));
        Reservation held = serve().getFirst();
        assertThat(held.state()).isEqualTo(Reservation.State.HELD);
        assertThat(held.window()).isEqualTo(new Window(30, 131));
        assertThat(book.heldUntil(held.id())).contains(30L);
        assertThat(book.waiters()).hasSize(1);
        accept(new Command.Advance(30));
        assertThat(names(serve())).containsExactly("next");
    }

    @Test
    void whatIsDeclinedCostsNothing_andGoesToTheNext() {
        accept(new Command.SetTariff(POOL, new Tariff(Money.of("10"), 100, 0, 0, 1, 0, 500_000, 0, Amounts.NONE)));
        ReservationId full = full();
        await(job("first", 100, 100, 2));
        await(job("second", 100, 100, 2));
        accept(new Command.Cancel(full));
        ReservationId first = serve().getFirst().id();
        Accepted declined = accept(new Command.Decline(first));
        assertThat(declined.quote().after()).isEqualTo(Money.ZERO);
        assertThat(declined.quote().fee()).isEqualTo(Money.ZERO);
        assertThat(names(serve())).containsExactly("second");
        accept(new Command.Advance(150));
        assertThat(book.decide(new Command.Decline(new ReservationId(3))))
                .isInstanceOfSatisfying(
                        Refused.class, no -> assertThat(no.refusal()).isInstanceOf(Refusal.AlreadyStarted.class));
    }

    @Test
    void whoMayStartEarlyComesFirst() {
        ReservationId one = reserve(job("one", 0, 500, 2));
        accept(new Command.Advance(1));
        reserve(Job.of("early", 0, 500, 2_000, 2).whenFree());
        await(Job.of("short", 0, 100, 450, 2));
        accept(new Command.Finish(one));
        List<Reservation> made = serve();
        assertThat(names(made)).containsExactly("early");
        assertThat(made.getFirst().window()).isEqualTo(new Window(1, 501));
        assertThat(book.waiters()).hasSize(1);
    }

    @Test
    void partsOfHostsAndLicencesAreOfferedAsWell() {
        Book hosts = new Book("prompt");
        hosts.submit(new Command.AddPool(
                new Pool("hosts", 1, "1").withParts(Parts.of(Part.devices("gpu", 4), Part.amount("cores", 8)))));
        hosts.submit(new Command.SetLicences(Amounts.of(Map.of("matlab", 1L))));
        Requirements gpus = Requirements.slice(Slice.of(Map.of("gpu", 3L)));
        hosts.submit(new Command.Reserve(job("cards", 100, 100, 1).requiring(gpus)));
        hosts.submit(new Command.Reserve(job("licence", 100, 100, 1)
                .requiring(Requirements.slice(Slice.of(Map.of("cores", 1L)))
                        .withLicences(Amounts.of(Map.of("matlab", 1L))))));
        hosts.submit(new Command.Await(
                job("two", 100, 100, 1).requiring(Requirements.slice(Slice.of(Map.of("gpu", 2L)))), 90, 0));
        hosts.submit(new Command.Await(
                job("matlab", 100, 100, 1)
                        .requiring(Requirements.slice(Slice.of(Map.of("cores", 1L)))
                                .withLicences(Amounts.of(Map.of("matlab", 1L)))),
                90,
                0));
        assertThat(hosts.waiters()).hasSize(2);
        hosts.submit(new Command.Cancel(new ReservationId(2)));
        hosts.submit(new Command.Serve());
        assertThat(hosts.waiters()).extracting(each -> each.job().id().name()).containsExactly("two");
        hosts.submit(new Command.Cancel(new ReservationId(1)));
        while (hosts.hasFreed()) {
            hosts.submit(new Command.Serve());
        }
        assertThat(hosts.waiters()).isEmpty();
    }

    @Test
    void partsThatAreGivenBackAreOffered_whileTheRestStays() {
        Book hosts = new Book("prompt");
        hosts.submit(new Command.AddPool(new Pool("hosts", 1, "1").withParts(Parts.of(Part.devices("gpu", 4)))));
        Job big = job("big", 100, 100, 1).requiring(Requirements.slice(Slice.of(Map.of("gpu", 4L))));
        Requirements two = Requirements.slice(Slice.of(Map.of("gpu", 2L)));
        hosts.submit(new Command.Reserve(big));
        hosts.submit(new Command.Await(job("two", 100, 100, 1).requiring(two), 90, 0));
        hosts.submit(new Command.Change(new ReservationId(1), big.requiring(two)));
        hosts.submit(new Command.Serve());
        assertThat(hosts.waiters()).isEmpty();
        assertThat(hosts.reservations()).hasSize(2);
    }

    /** One of two servers is blocked, and the reservation of both goes to another time. */
    @Test
    void timeFromWhichAReservationWasMovedIsOfferedAsWell() {
        reserve(Job.of("both", 100, 100, 900, 2));
        await(Job.exactly("one", new Window(100, 200), 1), 150, 0);
        accept(new Command.Block(POOL, ServerSet.of(1), new Window(100, 300), "job 7"));
        assertThat(names(serve())).containsExactly("one");
    }

    /** Both may run on one server or on two, so that their price is known only once there is a place. */
    @Test
    void whoCannotPayRulesOutNobodyWhoNeedsAsMuch() {
        accept(new Command.SetTariff(POOL, Tariff.flat(Money.of("1"), 1)));
        ReservationId full = full();
        Job either = Job.of("poor", 100, 900, new Shape.Divisible(1, 2, new Work(100), 0));
        await(either.under(Terms.budget(Money.of("0.01"))));
        await(Job.of("rich", 100, 900, either.shape()).under(Terms.budget(Money.of("1000"))));
        accept(new Command.Cancel(full));
        assertThat(names(serve())).containsExactly("rich");
    }

    @Test
    void whoIsPassedOverIsTriedAgainWithWhatComesFreeNext() {
        ReservationId full = full();
        WaiterId first = await(job("first", 100, 100, 2));
        await(job("second", 100, 100, 2));
        accept(new Command.Cancel(full));
        accept(new Command.PassOver(first));
        ReservationId second = serve().getFirst().id();
        accept(new Command.Cancel(second));
        assertThat(names(serve())).containsExactly("first");
    }

    /** Work that does not fit into one effort is done with the next, and a restart in between loses nothing. */
    @Test
    void whatIsTooMuchForOneEffortGoesOn() {
        ReservationId full = full();
        for (int i = 0; i < 300; i++) {
            // None needs as much as another, and none fits: each has to be tried.
            await(job("wide" + i, 100 + i, 2_000 - 2 * i, 2));
        }
        await(job("last", 900, 50, 1));
        reserve(Job.exactly("later", new Window(NOON, 3_000), 1));
        accept(new Command.Cancel(full));
        Book going = book;
        int served = 0;
        while (going.hasFreed()) {
            going = Book.restore(going.snapshot());
            Accepted some = (Accepted) going.decide(new Command.Serve(), Effort.of(200));
            assertThat(some.events()).isNotEmpty();
            some.events().forEach(going::apply);
            served++;
        }
        assertThat(served).isGreaterThan(2);
        assertThat(going.reservations())
                .extracting(each -> each.job().id().name())
                .contains("last");
    }

    /** However little of an effort is left for it: who fits is served, and not passed over because its search was given up. */
    @Test
    void whoseSearchIsGivenUp_isTriedAgainWithAWholeEffort() {
        // Some 60 steps are enough for the search of each; the effort of the service is 50,000.
        for (int most = 70; most < 400; most += 7) {
            for (boolean isShared : List.of(false, true)) {
                Book wide = new Book("earliest");
                wide.submit(new Command.AddPool(new Pool("p", 60, "1")));
                wide.submit(new Command.SetLicences(Amounts.of(Map.of("solver", 100L))));
                ReservationId full = ((Accepted)
                                wide.submit(new Command.Reserve(Job.exactly("full", new Window(100, NOON), 49))))
                        .reservation()
                        .id();
                wide.submit(new Command.Reserve(Job.exactly("stays", new Window(100, NOON), 11)));
                for (String id : List.of("too-wide", "fits", "wider", "fits-too")) {
                    int servers = id.startsWith("fits") ? 24 : 50;
                    wide.submit(new Command.Await(choosing(id, servers), 900, 0));
                }
                assertThat(wide.waiters()).hasSize(4);
                wide.submit(new Command.Cancel(full));
                for (int turns = 0; wide.hasFreed(); turns++) {
                    assertThat(turns).as("it ends").isLessThan(100);
                    serve(wide, Effort.of(most), isShared);
                }
                assertThat(wide.waiters())
                        .as("effort of %d, shared: %s", most, isShared)
                        .extracting(waiter -> waiter.job().id().name())
                        .containsExactly("too-wide", "wider");
            }
        }
    }

    /** One look at the list, or as many as an effort is enough for. */
    private static void serve(Book some, Effort effort, boolean isShared) {
        do {
            ((Accepted) some.decide(new Command.Serve(), effort)).events().forEach(some::apply);
        } while (isShared && some.hasFreed() && !effort.isSpent());
    }

    /** A job that can be done on up to this many servers, and in time on that many alone. */
    private static Job choosing(String id, int servers) {
        NavigableMap<Integer, Work> table = new TreeMap<>();
        for (int i = 1; i <= servers; i++) {
            table.put(i, new Work(i == servers ? 800 : 801));
        }
        // With a licence each number is tried: room for servers alone does not say that it fits.
        return Job.of(id, 100, 900, new Shape.Table(table))
                .requiring(Requirements.NONE.withLicences(Amounts.of(Map.of("solver", 1L))));
    }

    private static Job cards(String id, long start, long length, long number) {
        return job(id, start, length, 1).requiring(Requirements.slice(Slice.of(Map.of("gpu", number))));
    }

    /** Two hosts with half of their cards taken; "whole" fits once those of one go to the other, "long" does not fit at all. */
    private static Book twoHosts() {
        Book hosts = new Book("prompt");
        hosts.submit(new Command.AddPool(new Pool("hosts", 2, "1").withParts(Parts.of(Part.devices("gpu", 4)))));
        for (int i = 0; i < 4; i++) {
            hosts.submit(new Command.Reserve(cards("half" + i, 100, 100, 2)));
        }
        hosts.submit(new Command.Reserve(cards("later0", 200, 1, 3)));
        hosts.submit(new Command.Reserve(cards("later1", 200, 1, 3)));
        hosts.submit(new Command.Await(cards("long", 100, 101, 4), 90, 0));
        hosts.submit(new Command.Await(cards("whole", 100, 100, 4), 90, 0));
        List<ReservationId> onHost = hosts.reservations().stream()
                .filter(each -> each.job().id().name().startsWith("half"))
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .map(Reservation::id)
                .toList();
        // Each host loses one of its halves.
        hosts.submit(new Command.Cancel(onHost.get(0)));
        ServerSet first =
                hosts.reservation(onHost.get(1)).orElseThrow().placement().servers();
        hosts.submit(new Command.Cancel(onHost.stream()
                .skip(2)
                .filter(id -> !hosts.reservation(id)
                        .orElseThrow()
                        .placement()
                        .servers()
                        .equals(first))
                .findFirst()
                .orElseThrow()));
        return hosts;
    }

    private static boolean isServed(byte[] start, long effort, boolean alone) {
        Book hosts = Book.restore(start);
        if (alone) {
            hosts.submit(new Command.Leave(new WaiterId(1)));
        }
        for (int efforts = 0; hosts.hasFreed(); efforts++) {
            assertThat(efforts).as("it comes to an end").isLessThan(100);
            ((Accepted) hosts.decide(new Command.Serve(), Effort.of(effort)))
                    .events()
                    .forEach(hosts::apply);
        }
        return hosts.waiter(new WaiterId(2)).isEmpty();
    }

    /** How much was looked at before somebody in the same effort is no reason to leave that one out. */
    @Test
    void whoIsNotLookedAtInFullIsLookedAtAgain() {
        byte[] start = twoHosts().snapshot();
        int served = 0;
        for (long effort = 1; effort <= 200; effort++) {
            boolean alone = isServed(start, effort, true);
            assertThat(isServed(start, effort, false)).as("effort " + effort).isEqualTo(alone);
            served += alone ? 1 : 0;
        }
        assertThat(served).as("efforts that are enough for one").isBetween(50, 199);
    }

    /** An effort that others have used up serves nobody, and leaves nobody out. */
    @Test
    void aSpentEffortLeavesNobodyOut() {
        Book hosts = twoHosts();
        Effort spent = Effort.of(100);
        spent.spend(99);
        Accepted none = (Accepted) hosts.decide(new Command.Serve(), spent);
        assertThat(none.events()).isEmpty();
        while (hosts.hasFreed()) {
            hosts.submit(new Command.Serve());
        }
        assertThat(hosts.waiters()).extracting(each -> each.job().id().name()).containsExactly("long");
    }

    @Test
    void whoCannotBeAskedInTimeDoesNotWait() {
        full();
        assertThat(book.decide(new Command.Await(Job.of("soon", 0, 200, 220, 1), 900, 30)))
                .isInstanceOfSatisfying(
                        Refused.class, no -> assertThat(no.refusal()).isInstanceOf(Refusal.NoCapacity.class));
        assertThat(book.waiter(await(Job.of("later", 0, 200, 240, 1), 900, 30)))
                .as("30 to ask, then 200 by 240")
                .map(Waiter::until)
                .contains(11L);
    }

    /** A pool that has become a host of another is never offered again; who wanted it waits until the end. */
    @Test
    void aPoolThatWasJoinedIsOfferedAsThePoolThatItIsIn() {
        Book cards = new Book("prompt");
        cards.submit(new Command.AddPool(new Pool("h0", 2, "1")));
        cards.submit(new Command.AddPool(new Pool("h1", 2, "1")));
        cards.submit(new Command.Reserve(job("a", 100, 100, 2).requiring(Requirements.pool("h0"))));
        cards.submit(new Command.Reserve(job("b", 100, 100, 2).requiring(Requirements.pool("h1"))));
        cards.submit(new Command.Await(job("old", 100, 100, 1).requiring(Requirements.pool("h0")), 90, 0));
        cards.submit(new Command.Await(job("any", 100, 100, 1), 90, 0));
        Pool into = new Pool("hosts", 2, "1").withParts(Parts.of(Part.devices("gpu", 2)));
        assertThat(cards.submit(new Command.JoinPools(into, "gpu", List.of(new PoolId("h0"), new PoolId("h1")))))
                .isInstanceOf(Accepted.class);
        cards.submit(new Command.Cancel(new ReservationId(1)));
        while (cards.hasFreed()) {
            cards.submit(new Command.Serve());
        }
        assertThat(cards.waiters()).extracting(each -> each.job().id().name()).containsExactly("old");
        cards.submit(new Command.Advance(90));
        assertThat(cards.waiters()).isEmpty();
    }

    @Test
    void aBookInWhichNobodyWaitsNotesNothing() {
        accept(new Command.Cancel(full()));
        assertThat(book.hasFreed()).isFalse();
        assertThat(accept(new Command.Serve()).events()).isEmpty();
    }
}
