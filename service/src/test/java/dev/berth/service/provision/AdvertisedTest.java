package dev.berth.service.provision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.service.workflow.BookView;
import dev.berth.service.workflow.RandomSite;
import dev.berth.workflow.model.Link;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slots that a site advertises are free and can be booked. */
class AdvertisedTest {
    private static final UnitCost FREE = new UnitCost(Money.ZERO, 1);

    /** Slots further ahead are cheaper, and the search uses the price that the book would ask for. */
    @Test
    void slotsAhead_haveTheDiscountThatTheBookWouldGive() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 3, "0.5")));
        Tariff tariff = Tariff.flat(Money.of("200"), 10).withDiscounts(300_000, 500_000, 100);
        book.submit(new Command.SetTariff(new PoolId("p"), tariff));
        book.submit(new Command.Reserve(Job.exactly("a", new Window(10, 20), 1)));
        book.submit(new Command.Reserve(Job.exactly("b", new Window(15, 30), 2)));

        List<Slot> slots = Advertised.read(BookView.of(book), List.of(), 5).slots(true).stream()
                .map(Offered::slot)
                .toList();

        Slot first = slots.getFirst();
        Slot last = slots.getLast();
        List<Allocation> wanted = List.of(
                Allocation.whole(first),
                new Allocation(last, 30, 2, 10),
                new Allocation(last, 80, 1, 10),
                new Allocation(last, 400, 1, 10));
        for (Allocation each : wanted) {
            Job job = Job.exactly("x", new Window(each.start(), each.end()), each.servers());
            Decision.Accepted accepted = (Decision.Accepted) book.decide(new Command.Reserve(job));
            assertThat(each.cost()).as("%s", each).isEqualTo(accepted.quote().after());
        }
        // A server-hour is 10 long: 100.00 at rate 0.5, less 40% for a lead of 80, and 50% at most.
        assertThat(wanted.get(2).cost()).isEqualTo(Money.of("60"));
        assertThat(wanted.get(3).cost()).isEqualTo(Money.of("50"));
    }

    @Test
    void freeWindows_asSlots_untilTheHorizon() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 3, "0.5")));
        book.submit(new Command.SetTariff(new PoolId("p"), Tariff.flat(Money.of("2"), 10)));
        book.submit(new Command.Reserve(Job.exactly("a", new Window(10, 20), 1)));
        book.submit(new Command.Reserve(Job.exactly("b", new Window(15, 30), 2)));
        UnitCost half = new UnitCost(Money.of("1"), 10);

        Advertised advertised = Advertised.read(BookView.of(book), List.of(), 5);

        // Free are 3 from 5, 2 from 10, none from 15, 1 from 20 and 3 from 30.
        assertThat(advertised.slots(true))
                .extracting(Offered::slot)
                .containsExactly(
                        new Slot(5, 1, 5, half, Money.ZERO, false, false),
                        new Slot(5, 2, 10, half, Money.ZERO, false, false),
                        new Slot(20, 1, Advertised.DAY - 15, half, Money.ZERO, true, true),
                        new Slot(30, 2, Advertised.DAY - 25, half, Money.ZERO, true, true));
        assertThat(advertised.slots(false))
                .extracting(offered -> offered.slot().divisible())
                .containsOnly(true);
        assertThat(advertised.slots(false))
                .extracting(offered -> offered.slot().extensible())
                .containsExactly(false, false, true, true);
    }

    @Test
    void atEveryMoment_theSlotsHaveAsManyServersAsAreFree() {
        for (int seed = 0; seed < 400; seed++) {
            RandomSite site = new RandomSite(seed);
            if (seed % 2 == 0) {
                site.drainSome();
            }
            int from = site.random.nextInt(100);
            Advertised advertised = Advertised.read(BookView.of(site.book), List.of(), from);
            List<Offered> slots = advertised.slots(true);
            for (int pool = 0; pool < advertised.pools().size(); pool++) {
                Pool at = advertised.pools().get(pool);
                for (long time = from; time < 900; time++) {
                    long moment = time;
                    int which = pool;
                    int offered = slots.stream()
                            .filter(slot -> slot.site() == which
                                    && slot.slot().start() <= moment
                                    && moment < slot.slot().latestEnd())
                            .mapToInt(slot -> slot.slot().servers())
                            .sum();
                    assertThat(offered)
                            .as("seed %d, %s at %d", seed, at.id(), time)
                            .isEqualTo(free(site.book, at, time));
                }
            }
        }
    }

    private static int free(Book book, Pool pool, long time) {
        int busy = 0;
        for (Reservation reservation : book.reservations()) {
            if (reservation.placement().pool().equals(pool.id()) && contains(reservation.window(), time)) {
                busy += reservation.placement().count();
            }
        }
        for (Outage outage : book.outages(pool.id())) {
            busy += contains(outage.window(), time) ? 1 : 0;
        }
        return pool.servers() - busy;
    }

    private static boolean contains(Window window, long time) {
        return window.start() <= time && time < window.end();
    }

    /** Slots whole and in parts, any choice of them, any scheduler: the book takes every allocation of a plan. */
    @Test
    void whatIsPlannedOnTheSlots_canBeBooked() {
        int booked = 0;
        for (int seed = 0; seed < 600; seed++) {
            RandomSite site = new RandomSite(seed);
            long from = site.random.nextInt(50);
            Advertised advertised = Advertised.read(BookView.of(site.book), List.of(), from);
            List<Offered> slots = advertised.slots(site.random.nextBoolean());
            ParallelWorkflow application = ParallelWorkflow.of(site.workflow().workflow(), 1 + site.random.nextInt(2));
            Planning planning = new Planning(
                    new Provisioning(application, advertised.toChooseFrom(slots, Link.NONE), from),
                    SlotSchedulers.ALL.get(site.random.nextInt(4)));
            BitSet chosen = new BitSet();
            IntStream.range(0, slots.size())
                    .filter(slot -> site.random.nextInt(3) > 0)
                    .forEach(chosen::set);
            Optional<ProvisionPlan> plan = planning.plan(chosen);
            if (plan.isEmpty()) {
                continue;
            }
            List<Job> jobs = plan.get().purchases().stream()
                    .map(purchase -> Job.exactly(
                                    "w",
                                    new Window(
                                            purchase.allocation().start(),
                                            purchase.allocation().end()),
                                    purchase.allocation().servers())
                            .requiring(Requirements.pool(advertised
                                    .pools()
                                    .get(slots.get(purchase.slot()).site())
                                    .id()
                                    .name())))
                    .toList();
            assertThat(site.book.submit(new Command.Replace(List.of(), jobs)))
                    .as("seed %d", seed)
                    .isInstanceOf(Decision.Accepted.class);
            booked++;
        }
        assertThat(booked).isGreaterThan(300);
    }

    /** Two reservations a minute for three days: only the first of them is looked at. */
    @Test
    void whereTheBookIsFullForLong_theNearTimeIsAdvertised() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 3, "1")));
        long step = Advertised.DAY / 3_000;
        for (long start = step; start < 3 * Advertised.DAY; start += step) {
            book.submit(new Command.Reserve(Job.exactly("x", new Window(start, start + step / 2), 1)));
        }
        List<Offered> slots = Advertised.read(BookView.of(book), List.of(), 0).slots(true);
        long last =
                slots.stream().mapToLong(offered -> offered.slot().end()).max().orElseThrow();
        assertThat(last).isEqualTo(Advertised.DAY);
        // Two servers are never taken: theirs is one slot, in parts but no further than was looked.
        assertThat(slots.getFirst().slot()).isEqualTo(new Slot(0, 1, step, FREE, Money.ZERO, false, false));
        assertThat(slots.get(1).slot()).isEqualTo(new Slot(0, 2, last, FREE, Money.ZERO, true, false));
        assertThat(slots).hasSizeLessThan(3_005);
    }

    @Test
    void aPoolWithoutATariff_isFreeOfCharge() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", 1, "1")));
        assertThat(Advertised.read(BookView.of(book), List.of("p"), 0).slots(true))
                .containsExactly(new Offered(0, new Slot(0, 1, Advertised.DAY, FREE, Money.ZERO, true, true)));
        assertThat(Advertised.read(BookView.of(book), List.of("q"), 0).slots(true))
                .isEmpty();
    }
}
