package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parts of hosts and licences, worked out by hand: each trap, and what each command means for them. */
class SlicesTest {
    private static final PoolId DGX = new PoolId("dgx");
    private static final Parts PARTS =
            Parts.of(Part.sharedDevices("gpu", 8, 80_000), Part.amount("cores", 96), Part.amount("memory", 1000));

    private final Book book = new Book("earliest");

    private void hosts(int count) {
        accepted(new Command.AddPool(new Pool(DGX, count, Rate.FULL, Map.of(), PARTS)));
    }

    private Decision.Accepted accepted(Command command) {
        Decision decision = book.submit(command);
        assertThat(decision).as("%s", command).isInstanceOf(Decision.Accepted.class);
        return (Decision.Accepted) decision;
    }

    private Refusal refused(Command command) {
        Decision decision = book.submit(command);
        assertThat(decision).as("%s", command).isInstanceOf(Decision.Refused.class);
        return ((Decision.Refused) decision).refusal();
    }

    private static Job job(String id, long start, long end, Slice slice) {
        return Job.exactly(id, new Window(start, end), 1).requiring(Requirements.slice(slice));
    }

    private static Slice gpus(long number) {
        return Slice.of(Map.of("gpu", number));
    }

    private Reservation book(Job job) {
        ReservationId id = accepted(new Command.Reserve(job)).reservation().id();
        return book.reservation(id).orElseThrow();
    }

    private int host(Reservation reservation) {
        return now(reservation).placement().servers().get(0);
    }

    private Reservation now(Reservation reservation) {
        return book.reservation(reservation.id()).orElseThrow();
    }

    private List<Integer> cards(Reservation reservation) {
        return now(reservation)
                .placement()
                .taken()
                .devices()
                .numbers(0, PARTS, PARTS.all().getFirst());
    }

    @Test
    void freeCardsOnEightHosts_areNoRoomForEightCards() {
        hosts(8);
        for (int i = 0; i < 8; i++) {
            book(job("small" + i, 0, 10, gpus(7)));
        }
        Refusal refusal = refused(new Command.Reserve(job("large", 0, 10, gpus(8))));
        assertThat(refusal)
                .isEqualTo(new Refusal.NoCapacity(
                        new JobId("large"), 1, 0, 10, List.of(DGX), new Refusal.Shortage(DGX, 0, "gpu", 8, 1, 0, 10)));
        assertThat(refused(new Command.Reserve(job("impossible", 0, 10, gpus(9)))))
                .isEqualTo(new Refusal.PartTooLarge(new JobId("impossible"), "gpu", 9, DGX, 8));
    }

    @Test
    void sharesOfACard_sumToOneCard_andTheFullestIsTakenFirst() {
        hosts(1);
        Reservation a = book(job("a", 0, 10, Slice.of(Map.of(), Share.of("gpu", 600))));
        Reservation b = book(job("b", 0, 10, Slice.of(Map.of(), Share.of("gpu", 500))));
        Reservation c = book(job("c", 0, 10, Slice.of(Map.of(), Share.of("gpu", 400))));
        assertThat(cards(a)).isEqualTo(cards(c)).isNotEqualTo(cards(b));
        // 20 of 80 thousand MiB are a quarter of a card.
        Reservation d = book(job("d", 0, 10, Slice.of(Map.of(), Share.ofMemory("gpu", 20_000))));
        assertThat(cards(d)).isEqualTo(cards(b));
        book(job("rest", 0, 10, gpus(6)));
        refused(new Command.Reserve(job("e", 0, 10, Slice.of(Map.of(), Share.of("gpu", 251)))));
        book(job("f", 0, 10, Slice.of(Map.of(), Share.of("gpu", 250))));
    }

    /** At each moment two cards are free, but no card is free throughout. */
    @Test
    void wholeCardsOverAnInterval_areFreeThroughout() {
        Book small = new Book("earliest");
        small.submit(
                new Command.AddPool(new Pool(DGX, 1, Rate.FULL, Map.of(), Parts.of(Part.sharedDevices("gpu", 2, 0)))));
        small.submit(new Command.Reserve(job("a", 0, 10, Slice.of(Map.of(), Share.of("gpu", 500)))));
        small.submit(new Command.Reserve(job("b", 0, 20, Slice.of(Map.of(), Share.of("gpu", 600)))));
        // The first card is free from 10 on, the second has b until 20.
        Decision c = small.submit(new Command.Reserve(job("c", 10, 20, gpus(1))));
        assertThat(c).isInstanceOf(Decision.Accepted.class);
        assertThat(small.submit(new Command.Reserve(job("d", 5, 15, gpus(1))))).isInstanceOf(Decision.Refused.class);
    }

    @Test
    void partsAreOnOneHost() {
        hosts(2);
        book(job("cards", 0, 10, gpus(8)));
        Reservation cores = book(job("cores", 0, 10, Slice.of(Map.of("cores", 90L))));
        assertThat(host(cores)).isZero();
        Reservation both = book(job("both", 0, 10, Slice.of(Map.of("gpu", 1L, "cores", 90L))));
        assertThat(host(both)).isOne();
        refused(new Command.Reserve(job("more", 0, 10, Slice.of(Map.of("gpu", 1L, "cores", 7L)))));
    }

    @Test
    void severalServers_areOnDifferentHosts_andNothingSaidIsTheWholeServer() {
        hosts(3);
        Reservation wide = book(Job.exactly("wide", new Window(0, 10), 2).requiring(Requirements.slice(gpus(5))));
        assertThat(wide.placement().servers()).isEqualTo(ServerSet.of(0, 1));
        Reservation whole = book(Job.exactly("whole", new Window(0, 10), 1));
        assertThat(host(whole)).isEqualTo(2);
        refused(new Command.Reserve(Job.exactly("another", new Window(0, 10), 1)));
        assertThat(host(book(job("beside", 0, 10, gpus(3))))).isZero();
    }

    @Test
    void partsDoNotChangeDurations_onlyPrices() {
        accepted(new Command.AddPool(new Pool(DGX, 1, Rate.of("0.5"), Map.of(), PARTS)));
        accepted(new Command.SetTariff(DGX, Tariff.flat(Money.of("8.00"), 100)));
        Slice quarter = Slice.of(Map.of("gpu", 2L, "cores", 12L));
        Reservation r = book(Job.of("r", 0, 100, 1000).requiring(Requirements.slice(quarter)));
        assertThat(r.window()).isEqualTo(new Window(0, 200));
        // 200 units at rate 0.5 are 8.00 for the server; two cards of eight are its dominant share.
        assertThat(r.agreement().price()).isEqualTo(Money.of("2.00"));
        accepted(new Command.SetTariff(
                DGX, Tariff.flat(Money.of("8.00"), 100).withWeights(Amounts.of(Map.of("gpu", 3L, "cores", 1L)))));
        Reservation weighed = book(Job.of("w", 0, 100, 1000).requiring(Requirements.slice(quarter)));
        // (3 * 2/8 + 1 * 12/96) / 4 = 0.21875
        assertThat(weighed.agreement().price()).isEqualTo(Money.of("1.75"));
        assertThat(book(Job.of("whole", 0, 100, 1000)).agreement().price()).isEqualTo(Money.of("8.00"));
    }

    @Test
    void ifNoHostHasRoom_oneIsCleared_atTheSameTimes() {
        hosts(2);
        Reservation a = book(job("a", 10, 20, gpus(3)));
        Reservation block = book(job("block", 0, 5, gpus(8)));
        Reservation other = book(job("other", 0, 8, gpus(8)));
        Reservation b = book(job("b", 12, 22, gpus(3)));
        assertThat(host(a)).isEqualTo(host(block));
        accepted(new Command.Cancel(other.id()));
        // Whoever waits may be anywhere; a and b go together so that eight cards fit.
        accepted(new Command.Settle(b.id(), List.of(ServerSet.of(1))));
        Decision.Accepted large = accepted(new Command.Reserve(job("large", 10, 20, gpus(8))));
        assertThat(large.events().getFirst()).isInstanceOf(Event.Repacked.class);
        assertThat(host(a)).isEqualTo(host(b)).isOne();
        assertThat(now(a).window()).isEqualTo(new Window(10, 20));
        assertThat(large.events().stream().flatMap(event -> event.changes().stream()))
                .containsExactly(large.reservation().id());
    }

    @Test
    void bound_isNeverRepacked() {
        hosts(2);
        Reservation a = book(job("a", 10, 20, gpus(3)));
        accepted(new Command.Bind(DGX, 10));
        assertThat(now(a).isBound()).isTrue();
        Reservation b = book(job("b", 10, 20, gpus(8)));
        assertThat(host(b)).isNotEqualTo(host(a));
        refused(new Command.Reserve(job("c", 12, 14, gpus(8))));
    }

    @Test
    void drain_repacksAtTheSameTime_andRefusesIfItCannot() {
        hosts(2);
        Reservation a = book(job("a", 10, 20, gpus(5)));
        assertThat(host(a)).isZero();
        accepted(new Command.Drain(DGX, ServerSet.of(0), new Window(0, 100), false));
        assertThat(host(a)).isOne();
        assertThat(refused(new Command.Drain(DGX, ServerSet.of(1), new Window(15, 16), false)))
                .isEqualTo(new Refusal.ReservationsInTheWay(DGX, ServerSet.of(1), new Window(15, 16), List.of(a.id())));
        accepted(new Command.Restore(DGX, ServerSet.of(0)));
        accepted(new Command.Avoid(DGX, ServerSet.of(1), new Window(15, 16), "doubt"));
        assertThat(host(a)).isZero();
    }

    @Test
    void evacuate_movesInTime_whoFindsNoHostAtItsTime() {
        hosts(1);
        Job flexible = Job.of("a", 10, 10, 60).requiring(Requirements.slice(gpus(5)));
        Reservation a = book(flexible);
        Decision.Accepted evacuated = accepted(new Command.Evacuate(DGX, ServerSet.of(0), new Window(10, 30)));
        assertThat(evacuated.events()).anyMatch(Event.Moved.class::isInstance);
        assertThat(now(a).window()).isEqualTo(new Window(30, 40));
    }

    @Test
    void failure_startsTheRunningAnew_andKeepsPartsOfOtherHosts() {
        hosts(3);
        Reservation wide = book(Job.exactly("wide", new Window(0, 50), 3).requiring(Requirements.slice(gpus(5))));
        Reservation beside = book(job("beside", 0, 50, gpus(3)));
        accepted(new Command.Advance(1));
        assertThat(now(wide).isRunning()).isTrue();
        accepted(new Command.Fail(DGX, ServerSet.of(2)));
        assertThat(book.degraded(wide.id())).isPresent();
        // It keeps five cards of the hosts that it did not lose, no more: three are free on each but where others are.
        assertThat(now(beside).isRunning()).isTrue();
        book(job("three", 1, 50, gpus(3)));
        assertThat(refused(new Command.Reserve(job("four", 1, 50, gpus(4)))).code())
                .isEqualTo("no-capacity");
        accepted(new Command.Cancel(wide.id()));
        book(job("four", 1, 50, gpus(4)));
    }

    @Test
    void earlyStart_takesWhatIsIdle_onAnyHost() {
        hosts(1);
        Reservation first = book(job("first", 0, 100, gpus(6)));
        Reservation waits = book(Job.of("waits", 0, 10, 500)
                .requiring(Requirements.slice(gpus(4)))
                .whenFree());
        assertThat(waits.window().start()).isEqualTo(100);
        accepted(new Command.Advance(5));
        assertThat(now(waits).isWaiting()).isTrue();
        accepted(new Command.Finish(first.id()));
        accepted(new Command.Advance(6));
        assertThat(now(waits).isRunning()).isTrue();
        assertThat(now(waits).window()).isEqualTo(new Window(5, 15));
    }

    @Test
    void noShow_givesItsPartsBack() {
        hosts(1);
        Reservation first = book(job("first", 0, 100, gpus(6)));
        accepted(new Command.Advance(1));
        refused(new Command.Reserve(job("second", 1, 100, gpus(4))));
        accepted(new Command.NoShow(first.id()));
        book(job("second", 1, 100, gpus(4)));
    }

    @Test
    void extendingWhatRuns_repacksWhoWaitsOnItsCards() {
        hosts(2);
        Reservation runs = book(job("runs", 0, 10, gpus(8)));
        Reservation waits = book(job("waits", 10, 20, gpus(8)));
        assertThat(host(waits)).isEqualTo(host(runs));
        accepted(new Command.Advance(1));
        accepted(new Command.Adjust(runs.id(), new Adjustment.Extend(5, 0)));
        assertThat(now(runs).window()).isEqualTo(new Window(0, 15));
        assertThat(host(waits)).isNotEqualTo(host(runs));
        accepted(new Command.Overrun(runs.id(), 5, OverrunPolicy.EXTEND_IF_FREE));
        assertThat(now(runs).window()).isEqualTo(new Window(0, 20));
    }

    @Test
    void change_ofTheSlice_staysAtItsTimeIfItCan() {
        hosts(1);
        book(job("beside", 10, 20, gpus(3)));
        Reservation r = book(Job.of("r", 10, 10, 40).requiring(Requirements.slice(gpus(2))));
        accepted(new Command.Change(r.id(), r.job().requiring(Requirements.slice(gpus(5)))));
        assertThat(now(r).window()).isEqualTo(new Window(10, 20));
        assertThat(cards(r)).hasSize(5);
        accepted(new Command.Change(r.id(), r.job().requiring(Requirements.slice(gpus(6)))));
        assertThat(now(r).window()).isEqualTo(new Window(20, 30));
    }

    @Test
    void hosts_canBeAdded_andAreTakenAtOnce() {
        hosts(1);
        book(job("a", 0, 10, gpus(8)));
        refused(new Command.Reserve(job("b", 0, 10, gpus(1))));
        accepted(new Command.AddServers(DGX, 1, 0));
        assertThat(host(book(job("b", 0, 10, gpus(1))))).isOne();
    }

    @Test
    void offers_areFewerPartsNow_orAllOfThemLater() {
        hosts(1);
        book(job("a", 0, 10, gpus(5)));
        Job wanted = Job.of("b", 0, 10, 10).requiring(Requirements.slice(Slice.of(Map.of("gpu", 4L, "cores", 40L))));
        List<Offer> offers = book.offers(wanted, new Wish(100, Wish.Ranking.START, 100));
        assertThat(offers)
                .filteredOn(offer -> offer.family() == Family.FEWER_PARTS)
                .singleElement()
                .satisfies(offer -> {
                    assertThat(offer.job().requirements().slice()).isEqualTo(Slice.of(Map.of("gpu", 3L, "cores", 36L)));
                    assertThat(offer.placement().window()).isEqualTo(new Window(0, 10));
                });
        assertThat(offers)
                .filteredOn(offer -> offer.family() == Family.LATER)
                .singleElement()
                .satisfies(offer -> assertThat(offer.placement().window()).isEqualTo(new Window(10, 20)));
    }

    /** Nobody else moves to another pool by itself; but whoever named one may be content with others. */
    @Test
    void offers_areTheSamePartsOnOtherHosts() {
        hosts(1);
        PoolId old = new PoolId("old");
        PoolId older = new PoolId("older");
        accepted(new Command.AddPool(new Pool(old, 1, Rate.of("0.5"), Map.of(), PARTS)));
        accepted(new Command.AddPool(new Pool(older, 1, Rate.of("0.25"), Map.of(), PARTS)));
        accepted(new Command.AddPool(new Pool("nodes", 4, "1")));
        book(job("a", 0, 40, Slice.of(Map.of("gpu", 8L)), "dgx"));
        Job wanted =
                Job.of("b", 0, 10, 40).requiring(Requirements.slice(gpus(4)).withPool(DGX));
        assertThat(refused(new Command.Reserve(wanted)).code()).isEqualTo("no-capacity");
        assertThat(otherHosts(wanted)).satisfies(offer -> {
            assertThat(offer.placement().pool()).isEqualTo(old);
            assertThat(offer.placement().window()).isEqualTo(new Window(0, 20));
            assertThat(offer.job().requirements().slice()).isEqualTo(gpus(4));
        });
        book(job("c", 0, 40, gpus(8), "old"));
        assertThat(otherHosts(wanted)).satisfies(offer -> {
            assertThat(offer.placement().pool()).isEqualTo(older);
            assertThat(offer.placement().window()).isEqualTo(new Window(0, 40));
        });
        // Whoever accepts any pool has been offered all of them.
        assertThat(book.offers(wanted.requiring(Requirements.slice(gpus(4))), new Wish(100, Wish.Ranking.START, 100)))
                .noneMatch(offer -> offer.family() == Family.OTHER_HOSTS);
    }

    private Offer otherHosts(Job wanted) {
        return book.offers(wanted, new Wish(100, Wish.Ranking.START, 100)).stream()
                .filter(offer -> offer.family() == Family.OTHER_HOSTS)
                .findFirst()
                .orElseThrow();
    }

    private static Job job(String id, long start, long end, Slice slice, String pool) {
        long length = end - start;
        return Job.of(id, start, end, new Shape.Stay(1, length))
                .requiring(Requirements.slice(slice).withPool(new PoolId(pool)));
    }

    /** "4 gpus on one host: dgx1 has 3 from 14 to 20": the host that comes nearest, its scarcest part, and for how long. */
    @Test
    void refusal_saysWhichPartIsShort_whereAndUntilWhen() {
        hosts(2);
        book(job("a", 0, 30, Slice.of(Map.of("gpu", 6L))));
        accepted(new Command.Settle(new ReservationId(1), List.of(ServerSet.of(0))));
        book(job("b", 14, 20, gpus(5)));
        assertThat(host(now(book.reservation(new ReservationId(2)).orElseThrow())))
                .isOne();
        assertThat(shortage(job("c", 10, 25, gpus(4)))).isEqualTo(new Refusal.Shortage(DGX, 1, "gpu", 4, 3, 14, 20));
        book(job("d", 0, 25, Slice.of(Map.of("cores", 90L))));
        book(job("e", 0, 25, Slice.of(Map.of("cores", 90L))));
        assertThat(shortage(job("f", 21, 25, Slice.of(Map.of("gpu", 1L, "cores", 60L)))))
                .isEqualTo(new Refusal.Shortage(DGX, 0, "cores", 60, 6, 21, 25));
        book(job("g", 30, 40, gpus(8)));
        book(job("h", 30, 40, gpus(7)));
        book(job("i", 30, 35, Slice.of(Map.of(), Share.of("gpu", 700))));
        assertThat(shortage(job("j", 30, 40, Slice.of(Map.of(), Share.of("gpu", 500)))))
                .isEqualTo(new Refusal.Shortage(DGX, 1, "gpu", 500, 300, 30, 35));
    }

    private Refusal.Shortage shortage(Job job) {
        return ((Refusal.NoCapacity) refused(new Command.Reserve(job))).shortage();
    }

    @Test
    void holdsAndReplacements_takeParts() {
        hosts(1);
        Reservation held =
                ((Decision.Accepted) book.submit(new Command.Hold(job("h", 10, 20, gpus(8)), 5))).reservation();
        refused(new Command.Reserve(job("b", 10, 20, gpus(1))));
        accepted(new Command.Advance(5));
        assertThat(book.reservation(held.id())).isEmpty();
        Reservation b = book(job("b", 10, 20, gpus(1)));
        accepted(new Command.Replace(List.of(b.id()), List.of(job("c", 10, 20, gpus(4)), job("d", 10, 20, gpus(4)))));
        assertThat(book.reservations()).hasSize(2);
    }

    @Test
    void licences_areOfTheSite_overAllPools() {
        hosts(1);
        accepted(new Command.AddPool(new Pool("nodes", 4, "1")));
        assertThat(refused(new Command.Reserve(licensed("a", 0, 10, 1, "nodes")))
                        .code())
                .isEqualTo("too-many-licences");
        accepted(new Command.SetLicences(Amounts.of(Map.of("matlab", 3L))));
        book(licensed("a", 0, 10, 2, "nodes"));
        Placement later = book(licensed("b", 0, 30, 2, "dgx")).placement();
        assertThat(later.window()).isEqualTo(new Window(10, 20));
        assertThat(book.freeLicences("matlab", new Window(0, 20))).isOne();
        assertThat(refused(new Command.SetLicences(Amounts.of(Map.of("matlab", 1L)))))
                .isEqualTo(new Refusal.LicencesPromised("matlab", 2, 1));
        assertThat(refused(new Command.Reserve(licensed("c", 0, 12, 2, "nodes"))))
                .isInstanceOfSatisfying(
                        Refusal.NoCapacity.class,
                        full -> assertThat(full.shortage())
                                .isEqualTo(new Refusal.Shortage(null, 0, "matlab", 2, 1, 0, 20)));
    }

    @Test
    void heldLicences_areFreeForNobodyElse_andTakeNothingThatIsPromised() {
        accepted(new Command.AddPool(new Pool("nodes", 4, "1")));
        Amounts three = Amounts.of(Map.of("matlab", 3L));
        accepted(new Command.SetLicences(three));
        Reservation promised = book(licensed("a", 0, 10, 2, "nodes"));
        HeldLicences held = new HeldLicences(List.of(
                new LicenceHold("matlab", 2, new Window(0, 15)), new LicenceHold("matlab", 1, new Window(40, 50))));
        accepted(new Command.SetLicences(three, held));
        assertThat(book.reservation(promised.id())).contains(promised);
        assertThat(book.freeLicences("matlab", new Window(0, 10))).isEqualTo(-1);
        assertThat(book.freeLicences("matlab", new Window(10, 15))).isOne();
        assertThat(book.freeLicences("matlab", new Window(40, 41))).isEqualTo(2);
        assertThat(book(licensed("b", 0, 30, 2, "nodes")).placement().window()).isEqualTo(new Window(15, 25));
        assertThat(refused(new Command.SetLicences(Amounts.of(Map.of("matlab", 1L)), held)))
                .isEqualTo(new Refusal.LicencesPromised("matlab", 2, 1));
        assertThat(Book.restore(book.snapshot()).freeLicences("matlab", new Window(0, 10)))
                .isEqualTo(-1);
        accepted(new Command.Advance(5));
        accepted(new Command.SetLicences(three));
        assertThat(book.heldLicences()).isEqualTo(HeldLicences.NONE);
        assertThat(book.freeLicences("matlab", new Window(5, 10))).isOne();
        assertThat(book.freeLicences("matlab", new Window(30, Window.FOREVER))).isEqualTo(3);
    }

    private static Job licensed(String id, long ready, long deadline, long number, String pool) {
        return Job.of(id, ready, deadline, new Shape.Stay(1, 10))
                .requiring(Requirements.pool(pool).withLicences(Amounts.of(Map.of("matlab", number))));
    }

    @Test
    void jobsOfParts_goOnlyWhereThereAreSuchParts() {
        accepted(new Command.AddPool(new Pool("nodes", 4, "1")));
        assertThat(refused(new Command.Reserve(job("a", 0, 10, gpus(1)))).code())
                .isEqualTo("no-matching-pool");
        hosts(1);
        assertThat(book(job("a", 0, 10, gpus(1))).placement().pool()).isEqualTo(DGX);
        assertThat(refused(new Command.Reserve(job("b", 0, 10, Slice.of(Map.of("fpga", 1L)))))
                        .code())
                .isEqualTo("no-matching-pool");
    }
}
