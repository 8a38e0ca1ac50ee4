package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.Lateness.Step;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.RandomLateness;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reservations that the provider takes back because nobody uses them, as a whole or by parts, and what is due of their price then. */
class ReclaimTest {
    private static final PoolId POOL = new PoolId("p");
    /** A server costs 1 an hour of 10 units, and to give up what is left 20% of it. */
    private static final Tariff TARIFF = Tariff.flat(Money.of("1"), 10).withFees(200_000, 0);

    private static final Lateness LATE = new Lateness(false, List.of(new Step(20, 400_000)), 1_000_000);
    private static final Parts PARTS =
            Parts.of(Part.amount("cores", 8), Part.sharedDevices("gpu", 4, 80_000), Part.devices("mig", 2));

    private static Desk desk(Tariff tariff) {
        Desk desk = Desk.of("prompt", 4);
        desk.accept(new Command.SetTariff(POOL, tariff));
        return desk;
    }

    private static Desk hosts(int count) {
        Desk desk = Desk.of("prompt", new Pool(POOL, count, Rate.FULL, Map.of(), PARTS));
        desk.accept(new Command.SetTariff(POOL, TARIFF));
        return desk;
    }

    private static Quote quote(Desk desk, Command command) {
        return ((Accepted) desk.book().decide(command)).quote();
    }

    private static Quote quote(String before, String after, String fee) {
        return new Quote(Money.of(before), Money.of(after), Money.of(fee));
    }

    private static Agreement settled(List<Event> events) {
        assertThat(events.get(1)).isInstanceOf(Event.Closed.class);
        return ((Event.Changed) events.getFirst()).reservation().agreement();
    }

    private static Money due(Agreement agreement) {
        return agreement.price().plus(agreement.fees());
    }

    private static Job slice(String id, long start, long end, int servers, Slice slice) {
        return Job.exactly(id, new Window(start, end), servers).requiring(Requirements.slice(slice));
    }

    /** Two servers for 50 units cost 10. After half of it 5 are used up, and 20% of the other 5 are due. */
    @Test
    void reclaim_refundsWhatIsNotUsedUp_lessTheFee() {
        Desk desk = desk(TARIFF);
        ReservationId id = desk.reserve(Job.exactly("a", new Window(100, 150), 2));
        assertThat(desk.refuse(new Command.Reclaim(id)).code()).isEqualTo("not-started");
        desk.advance(125);
        assertThat(quote(desk, new Command.Reclaim(id))).isEqualTo(quote("10", "5", "1"));
        List<Event> events = desk.accept(new Command.Reclaim(id));
        assertThat(due(settled(events))).isEqualTo(Money.of("6"));
        assertThat(events.get(1)).isEqualTo(new Event.Closed(id, Event.Cause.FINISHED_EARLY));
        assertThat(desk.refuse(new Command.Reclaim(id)).code()).isEqualTo("unknown-reservation");
    }

    /** The last step of lateness is 40%: 5 and 40% of 5. Its share for a no-show does not count, because somebody came. */
    @Test
    void reclaim_goesByTheLatenessThatWasAgreed() {
        Desk desk = desk(TARIFF.withLateness(LATE));
        ReservationId id = desk.reserve(Job.exactly("a", new Window(100, 150), 2));
        desk.accept(new Command.SetTariff(POOL, TARIFF.withFees(1_000_000, 0)));
        desk.advance(125);
        assertThat(quote(desk, new Command.Reclaim(id))).isEqualTo(quote("10", "5", "2"));
    }

    @Test
    void reclaim_withoutATariff_isFree() {
        Desk desk = Desk.of("prompt", 4);
        ReservationId id = desk.reserve(Job.exactly("a", new Window(0, 50), 2));
        desk.advance(5);
        assertThat(desk.accept(new Command.Reclaim(id)))
                .containsExactly(new Event.Closed(id, Event.Cause.FINISHED_EARLY));
    }

    /**
     * Three servers for 50 units cost 15. One of them is taken back after 20: of its 5, 2 are used up, and 20% of 3 are due. The others are
     * cancelled after 30: of 10, 6 are used up, and 20% of 4 are due. In all 8 for 80 units of servers, and 1.40 for what was given up.
     */
    @Test
    void release_keepsWhatIsUsedUp_alsoIfTheRestIsCancelledLater() {
        Desk desk = desk(TARIFF);
        ReservationId id = desk.reserve(Job.exactly("a", new Window(0, 50), 3));
        desk.advance(20);
        Command release = new Command.Adjust(
                id,
                new Adjustment.Release(
                        ServerSet.of(desk.get(id).placement().servers().get(1))));
        assertThat(quote(desk, release)).isEqualTo(quote("15", "10", "2.60"));
        desk.accept(release);
        assertThat(due(desk.get(id).agreement())).isEqualTo(Money.of("12.60"));
        desk.advance(30);
        assertThat(quote(desk, new Command.Cancel(id))).isEqualTo(quote("10", "6", "0.80"));
        assertThat(due(settled(desk.accept(new Command.Reclaim(id))))).isEqualTo(Money.of("9.40"));
    }

    /** Four cards of four for 50 units cost 5, two of them 2.50. Of the other 2.50, 1 is used up after 20, and 20% of 1.50 are due. */
    @Test
    void releaseDevices_givesTheCardsToOthers_andKeepsCoresAndTheOtherCards() {
        Desk desk = hosts(1);
        ReservationId id = desk.reserve(slice("a", 0, 50, 1, Slice.of(Map.of("gpu", 4L, "cores", 2L))));
        Command release = new Command.Adjust(id, new Adjustment.ReleaseDevices("gpu", Devices.of(0b1010)));
        assertThat(desk.refuse(release).code()).as("it does not run").isEqualTo("terms-out-of-range");
        desk.advance(20);
        assertThat(desk.get(id).agreement().price()).isEqualTo(Money.of("5"));
        desk.refuse(new Command.Reserve(slice("no", 20, 50, 1, Slice.of(Map.of("gpu", 1L)))));
        assertThat(quote(desk, release)).isEqualTo(quote("5", "2.50", "1.30"));
        desk.accept(release);
        Reservation rest = desk.get(id);
        assertThat(rest.placement().taken().slice()).isEqualTo(Slice.of(Map.of("gpu", 2L, "cores", 2L)));
        assertThat(rest.placement().taken().devices()).isEqualTo(Devices.of(0b0101));
        assertThat(rest.window()).isEqualTo(new Window(0, 50));
        ReservationId next = desk.reserve(slice("next", 20, 50, 1, Slice.of(Map.of("gpu", 2L, "cores", 6L))));
        desk.advance(21);
        assertThat(desk.get(next).placement().taken().devices()).isEqualTo(Devices.of(0b1010));
        assertThat(Book.restore(desk.book().snapshot()).reservation(id)).contains(rest);
    }

    @Test
    void whatIsReleasedOrReclaimed_isOfferedToThoseWhoWait() {
        Desk desk = hosts(1);
        ReservationId id = desk.reserve(slice("a", 0, 50, 1, Slice.of(Map.of("gpu", 4L, "cores", 2L))));
        desk.advance(20);
        desk.accept(new Command.Await(slice("two", 20, 50, 1, Slice.of(Map.of("gpu", 2L))), 40, 0));
        desk.accept(new Command.Await(slice("whole", 25, 50, 1, Slice.WHOLE), 40, 0));
        desk.accept(new Command.Adjust(id, new Adjustment.ReleaseDevices("gpu", Devices.of(0b0011))));
        desk.accept(new Command.Serve());
        assertThat(desk.book().reservations()).hasSize(2);
        desk.accept(new Command.Serve());
        assertThat(desk.book().reservations()).hasSize(2);
        desk.advance(21);
        desk.book().reservations().stream()
                .map(Reservation::id)
                .toList()
                .forEach(each -> desk.accept(new Command.Reclaim(each)));
        desk.accept(new Command.Serve());
        assertThat(desk.book().reservations())
                .singleElement()
                .satisfies(each -> assertThat(each.job().id().name()).isEqualTo("whole"));
    }

    @Test
    void releaseDevices_ofAllCards_orOfAShare_keepsTheCores() {
        Desk desk = hosts(1);
        ReservationId all = desk.reserve(slice("all", 0, 50, 1, Slice.of(Map.of("gpu", 2L, "cores", 2L))));
        ReservationId half = desk.reserve(slice("half", 0, 50, 1, Slice.of(Map.of("cores", 2L), Share.of("gpu", 500))));
        desk.advance(5);
        for (ReservationId id : List.of(all, half)) {
            desk.accept(new Command.Adjust(
                    id,
                    new Adjustment.ReleaseDevices(
                            "gpu", desk.get(id).placement().taken().devices())));
            assertThat(desk.get(id).placement().taken().slice()).isEqualTo(Slice.of(Map.of("cores", 2L)));
            assertThat(desk.get(id).placement().taken().devices()).isEqualTo(Devices.NONE);
        }
        desk.reserve(slice("four", 5, 50, 1, Slice.of(Map.of("gpu", 4L, "cores", 4L))));
    }

    @Test
    void releaseDevices_isRefused_whereNothingIsLeft_orHostsWouldDiffer_orTheyAreNotItsOwn() {
        Desk desk = hosts(2);
        ReservationId one = desk.reserve(slice("one", 0, 50, 1, Slice.of(Map.of("gpu", 1L))));
        ReservationId two = desk.reserve(slice("two", 0, 50, 2, Slice.of(Map.of("gpu", 2L, "mig", 1L))));
        ReservationId whole = desk.reserve(Job.exactly("whole", new Window(60, 90), 1));
        desk.advance(5);
        Devices own = desk.get(two).placement().taken().devices();
        long gpus = 0b1111;
        long first = Long.lowestOneBit(own.bits(0) & gpus);
        long second = Long.lowestOneBit(own.bits(1) & gpus);
        for (Command each : List.of(
                release(one, "gpu", desk.get(one).placement().taken().devices().bits(0)),
                release(two, "gpu", first),
                release(two, "gpu", first, own.bits(1) & gpus),
                release(two, "gpu", gpus & ~own.bits(0), second),
                release(two, "gpu", first, second, 1),
                release(two, "mig", first, second),
                release(two, "cores", first, second),
                release(two, "tpu", first, second),
                release(whole, "gpu", 1))) {
            assertThat(desk.refuse(each).code()).as("%s", each).isEqualTo("terms-out-of-range");
        }
        desk.accept(release(two, "gpu", first, second));
        assertThat(desk.get(two).placement().taken().slice()).isEqualTo(Slice.of(Map.of("gpu", 1L, "mig", 1L)));
    }

    private static Command release(ReservationId id, String part, long... bits) {
        return new Command.Adjust(id, new Adjustment.ReleaseDevices(part, Devices.of(bits)));
    }

    /** idleIsNoCheaperThanCancelled: who leaves servers idle until they are taken back pays at least what giving them back at once costs. */
    @Test
    void toWaitUntilItIsTakenBack_isNeverCheaperThanToCancel() {
        int compared = 0;
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Tariff tariff = Tariff.flat(Money.of("1"), 1).withFees(random.nextInt(1_000_001), 0);
            Desk desk = desk(random.nextBoolean() ? tariff : tariff.withLateness(RandomLateness.next(random)));
            ReservationId id = desk.reserve(Job.exactly("a", new Window(10, 110), 4));
            desk.advance(10 + random.nextInt(90));
            Quote outright = quote(desk, new Command.Cancel(id));
            if (random.nextBoolean()) {
                desk.advance(desk.book().now() + random.nextInt(5));
                desk.accept(new Command.Adjust(id, new Adjustment.Release(ServerSet.of(0, 2))));
            }
            desk.advance(desk.book().now() + random.nextInt(5));
            Money due = due(settled(desk.accept(new Command.Reclaim(id))));
            // Cents are rounded several times.
            assertThat(outright.after().plus(outright.fee()).minus(due).isAbove(Money.of("0.03")))
                    .as("seed %d: %s at once, %s later", seed, outright, due)
                    .isFalse();
            assertThat(due.isAbove(Money.of("400"))).isFalse();
            compared++;
        }
        assertThat(compared).isEqualTo(300);
    }

    /** All properties of a book, with random commands among which the provider takes back what runs. */
    @Test
    void randomBooks_keepEveryPropertyWhileTheirReservationsAreTakenBack() {
        TreeSet<String> seen = new TreeSet<>();
        for (long seed = 1; seed <= 60; seed++) {
            RandomCommands commands = new RandomCommands(seed).withParts();
            SplittableRandom random = new SplittableRandom(seed);
            SafetyProperties safety = new SafetyProperties(
                    new Book(List.of("prompt", "terms", "level", "earliest/fgd").get((int) (seed % 4))),
                    "seed " + seed);
            for (int step = 0; step < 120; step++) {
                List<Reservation> running = safety.book().reservations().stream()
                        .filter(Reservation::isRunning)
                        .toList();
                Command next = running.isEmpty() || random.nextInt(6) > 0
                        ? commands.next(safety.book())
                        : takenBack(running.get(random.nextInt(running.size())), random);
                if (safety.step(next) instanceof Accepted) {
                    seen.add(
                            next instanceof Command.Adjust adjust
                                    ? adjust.adjustment().getClass().getSimpleName()
                                    : next.getClass().getSimpleName());
                }
                if (random.nextInt(20) == 0) {
                    safety.continueFromSnapshot();
                }
            }
            safety.end();
        }
        assertThat(seen).contains("Reclaim", "Release", "ReleaseDevices");
    }

    private static Command takenBack(Reservation reservation, SplittableRandom random) {
        Placement placement = reservation.placement();
        Devices own = placement.taken().devices();
        if (!own.isEmpty() && random.nextInt(4) > 0) {
            Share share = placement.taken().slice().share();
            String part = share == null || random.nextBoolean() ? "gpu" : share.part();
            return new Command.Adjust(
                    reservation.id(),
                    new Adjustment.ReleaseDevices(
                            part,
                            Devices.of(IntStream.range(0, own.servers())
                                    .mapToLong(place -> Long.lowestOneBit(own.bits(place)))
                                    .toArray())));
        }
        return placement.servers().size() > 1 && random.nextInt(4) > 0
                ? new Command.Adjust(
                        reservation.id(),
                        new Adjustment.Release(ServerSet.of(placement
                                .servers()
                                .get(random.nextInt(placement.servers().size())))))
                : new Command.Reclaim(reservation.id());
    }
}
