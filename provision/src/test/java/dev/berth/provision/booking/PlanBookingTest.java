package dev.berth.provision.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.ProvisionPlan;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.site.BookSlots;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PlanBookingTest {
    private static final PoolId POOL = new PoolId("p");
    private static final long DAY = 100;

    private static Book site(int servers, String rate) {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("p", servers, rate)));
        book.submit(new Command.SetTariff(POOL, Tariff.flat(Money.of("2"), 10)));
        return book;
    }

    private static SlotAvailability availability(List<Book> books) {
        List<SlotSite> sites = new ArrayList<>();
        List<Offered> slots = new ArrayList<>();
        Route[][] routes = new Route[books.size()][books.size()];
        for (int site = 0; site < books.size(); site++) {
            Pool pool = books.get(site).pools().getFirst();
            sites.add(new SlotSite("site" + site, pool.rate()));
            for (Slot slot : BookSlots.of(books.get(site), pool, DAY, Money.ZERO)) {
                slots.add(new Offered(site, slot));
            }
            for (int to = 0; to < books.size(); to++) {
                routes[site][to] = new Route(1, new Link(1, 1));
            }
        }
        return new SlotAvailability(sites, routes, slots);
    }

    private static List<EngineBook> open(List<Book> books) {
        List<EngineBook> open = new ArrayList<>();
        books.forEach(book -> open.add(new EngineBook("site" + open.size(), book, 50)));
        return open;
    }

    private static List<Place> places(SlotAvailability availability) {
        List<Place> places = new ArrayList<>();
        availability.sites().forEach(site -> places.add(new Place(places.size(), "p")));
        return places;
    }

    private static PlanBooking.Result book(
            ProvisionPlan plan, SlotAvailability availability, List<? extends SiteBook> books) {
        return new PlanBooking("b", books).book("w", plan, availability, places(availability));
    }

    @Test
    void slotsOfABook_areWhatItsReservationsAndOutagesLeave() {
        Book book = site(3, "0.5");
        book.submit(new Command.Reserve(Job.exactly("x", new Window(10, 20), 2)));
        book.submit(new Command.Drain(POOL, ServerSet.of(2), new Window(30, Window.FOREVER), false));
        // The reservation is shown on servers 1 and 2: 2 is idle from 20 to 30 only.
        UnitCost one = new UnitCost(Money.of("1"), 10);
        assertThat(BookSlots.of(book, book.pools().getFirst(), DAY, Money.ZERO))
                .containsExactly(
                        new Slot(0, 2, 10, one, Money.ZERO, false, false),
                        new Slot(0, 1, 100, one, Money.ZERO, true, true),
                        new Slot(20, 1, 10, one, Money.ZERO, false, false),
                        new Slot(20, 1, 80, one, Money.ZERO, true, true));
    }

    /** Random sites with random reservations: whatever is planned on what they advertise, they accept. */
    @Test
    void whatIsAdvertised_canBeBooked_atAllSitesAtOnce() {
        int booked = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            List<Book> books = List.of(site(4, "1"), site(3, "0.5"));
            for (Book book : books) {
                for (int k = 0; k < 8; k++) {
                    long start = random.nextInt(60);
                    book.submit(new Command.Reserve(Job.exactly(
                            "other" + k, new Window(start, start + 1 + random.nextInt(20)), 1 + random.nextInt(3))));
                }
            }
            SlotAvailability availability = availability(books);
            Workflow.Builder workflow = Workflow.builder("w");
            int[] servers = new int[10];
            for (int task = 0; task < servers.length; task++) {
                workflow.task("t" + task, "", 1 + random.nextInt(10));
                servers[task] = 1 + random.nextInt(4);
                if (task > 2) {
                    workflow.edge("t" + random.nextInt(task), "t" + task, random.nextInt(4));
                }
            }
            BitSet all = new BitSet();
            all.set(0, availability.size());
            ProvisionPlan plan = new Planning(
                            new Provisioning(new ParallelWorkflow(workflow.build(), servers), availability, 0),
                            SlotSchedulers.HEFT)
                    .plan(all)
                    .orElseThrow();

            PlanBooking.Result result = book(plan, availability, open(books));

            assertThat(result).as("seed %d", seed).isInstanceOf(PlanBooking.Result.Booked.class);
            booked += plan.purchases().size();
            assertThat(books.stream()
                            .flatMap(book -> book.reservations().stream())
                            .filter(reservation ->
                                    reservation.job().id().toString().startsWith("w-"))
                            .filter(reservation -> reservation.state() != Reservation.State.HELD))
                    .hasSize(plan.purchases().size());
        }
        assertThat(booked).isGreaterThan(200);
    }

    /** A site behind a line that fails at some requests. */
    private static class Line implements SiteBook {
        private final SiteBook real;

        Line(SiteBook real) {
            this.real = real;
        }

        @Override
        public String name() {
            return real.name();
        }

        @Override
        public Standing hold(String group, List<Wanted> wanted) {
            return real.hold(group, wanted);
        }

        @Override
        public Standing standing(String group) {
            return real.standing(group);
        }

        @Override
        public Standing confirm(String group) {
            return real.confirm(group);
        }

        @Override
        public void release(String group) {
            real.release(group);
        }
    }

    /** Holds, but does not confirm. */
    private static final class Late extends Line {
        private final boolean unreachable;

        Late(SiteBook real, boolean unreachable) {
            super(real);
            this.unreachable = unreachable;
        }

        @Override
        public Standing confirm(String group) {
            return new Standing.Gone("too late");
        }

        @Override
        public void release(String group) {
            if (unreachable) {
                throw new IllegalStateException("the line is dead");
            }
            super.release(group);
        }
    }

    private record Tale(List<Book> books, SlotAvailability availability, ProvisionPlan plan) {}

    /** Two tasks of three servers, and neither site has four: one at each. */
    private static Tale twoSites() {
        List<Book> books = List.of(site(3, "1"), site(3, "1"));
        SlotAvailability availability = availability(books);
        ParallelWorkflow pair = ParallelWorkflow.of(
                Workflow.builder("pair").task("a", "", 10).task("b", "", 10).build(), 3);
        BitSet all = new BitSet();
        all.set(0, 2);
        ProvisionPlan plan = new Planning(new Provisioning(pair, availability, 0), SlotSchedulers.HEFT)
                .plan(all)
                .orElseThrow();
        assertThat(plan.purchases()).hasSize(2);
        return new Tale(books, availability, plan);
    }

    @Test
    void oneSiteRefuses_nothingIsBooked() {
        Tale tale = twoSites();
        // Somebody was faster at the second site.
        tale.books.get(1).submit(new Command.Reserve(Job.exactly("faster", new Window(5, 6), 1)));
        byte[] before = tale.books.get(1).snapshot();

        PlanBooking.Result result = book(tale.plan, tale.availability, open(tale.books));

        assertThat(result).isInstanceOfSatisfying(PlanBooking.Result.NotBooked.class, refused -> {
            assertThat(refused.site()).isEqualTo("site1");
            assertThat(refused.reason()).contains("w-2");
        });
        assertThat(tale.books.get(0).reservations()).isEmpty();
        assertThat(tale.books.get(1).snapshot()).isEqualTo(before);
    }

    @Test
    void holdLapsedBeforeTheLastConfirm_evenWhatWasConfirmedIsReleased() {
        Tale tale = twoSites();
        List<SiteBook> books =
                List.of(open(tale.books).get(0), new Late(open(tale.books).get(1), false));
        assertThat(book(tale.plan, tale.availability, books))
                .isEqualTo(new PlanBooking.Result.NotBooked("site1", "too late"));
        assertThat(tale.books.get(0).reservations()).isEmpty();
        assertThat(tale.books.get(1).reservations()).isEmpty();
    }

    @Test
    void siteThatCannotBeReached_keepsNoOtherFromBeingReleased() {
        Tale tale = twoSites();
        List<SiteBook> books =
                List.of(open(tale.books).get(0), new Late(open(tale.books).get(1), true));
        assertThatThrownBy(() -> book(tale.plan, tale.availability, books)).hasMessage("the line is dead");
        assertThat(tale.books.get(0).reservations())
                .as("confirmed, and released after the other")
                .isEmpty();
    }

    @Test
    void siteFails_whatWasHeldIsReleased() {
        Tale tale = twoSites();
        SiteBook failing = new Line(open(tale.books).get(1)) {
            @Override
            public Standing hold(String group, List<Wanted> wanted) {
                throw new IllegalStateException("the line is dead");
            }
        };
        List<SiteBook> books = List.of(open(tale.books).get(0), failing);
        assertThatThrownBy(() -> book(tale.plan, tale.availability, books)).hasMessage("the line is dead");
        assertThat(tale.books.get(0).reservations()).isEmpty();
        assertThatThrownBy(() -> new PlanBooking("b", books).book("w", tale.plan, tale.availability, List.of()))
                .isInstanceOf(BadValue.class);
    }

    /** The process, or its line to everybody. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Lets some requests through, of all sites together; then the process dies, before or after the site has done its part. */
    private static final class Mortal extends Line {
        private final int[] left;
        private final boolean afterwards;

        Mortal(SiteBook real, int[] left, boolean afterwards) {
            super(real);
            this.left = left;
            this.afterwards = afterwards;
        }

        private <T> T unlessKilled(Supplier<T> request) {
            boolean dies = left[0]-- <= 0;
            if (dies && (!afterwards || left[0] < -1)) {
                throw new Killed();
            }
            T answer = request.get();
            if (dies) {
                throw new Killed();
            }
            return answer;
        }

        @Override
        public Standing hold(String group, List<Wanted> wanted) {
            return unlessKilled(() -> super.hold(group, wanted));
        }

        @Override
        public Standing confirm(String group) {
            return unlessKilled(() -> super.confirm(group));
        }

        @Override
        public void release(String group) {
            unlessKilled(() -> {
                super.release(group);
                return group;
            });
        }
    }

    /** Killed before and after every request: whoever repeats the command has everything, once. */
    @Test
    void killedAnywhere_theSameNameBooksOnce() {
        int finished = 0;
        for (int requests = 0; requests < 8; requests++) {
            for (boolean afterwards : new boolean[] {false, true}) {
                Tale tale = twoSites();
                List<EngineBook> real = open(tale.books);
                int[] left = {requests};
                boolean isDown = requests >= 4;
                List<SiteBook> mortal = new ArrayList<>();
                real.forEach(book -> mortal.add(new Mortal(book, left, afterwards)));
                if (isDown) {
                    // It comes to confirming, but the second site says no: killed while undoing.
                    mortal.set(1, new Late(mortal.get(1), false));
                }
                try {
                    book(tale.plan, tale.availability, mortal);
                    finished++;
                } catch (Killed e) {
                    assertThat(e).isNotNull();
                }

                PlanBooking again = new PlanBooking("b", real);
                if (again.settle().isEmpty()) {
                    assertThat(tale.books.get(0).reservations())
                            .as("%d requests", requests)
                            .isEmpty();
                    assertThat(tale.books.get(1).reservations()).isEmpty();
                    assertThat(again.book("w", tale.plan, tale.availability, places(tale.availability)))
                            .isInstanceOf(PlanBooking.Result.Booked.class);
                }
                for (Book book : tale.books) {
                    assertThat(book.reservations())
                            .as("%d requests, afterwards %s", requests, afterwards)
                            .hasSize(1)
                            .allMatch(reservation -> reservation.state() == Reservation.State.WAITING);
                }
                assertThat(new PlanBooking("b", real).settle())
                        .hasValueSatisfying(shares -> assertThat(shares)
                                .extracting(PlanBooking.Share::site)
                                .containsExactly("site0", "site1"));
            }
        }
        assertThat(finished).isPositive();
    }

    /** A hold that lapsed before somebody repeated the command: what the other site has confirmed is undone, and booked anew. */
    @Test
    void lapsedBeforeItWasRepeated_nothingIsLeftByHalves() {
        Tale tale = twoSites();
        List<EngineBook> real = open(tale.books);
        int[] left = {3};
        assertThatThrownBy(() -> book(
                        tale.plan,
                        tale.availability,
                        real.stream().map(book -> new Mortal(book, left, false)).toList()))
                .isInstanceOf(Killed.class);
        tale.books.get(1).reservations().forEach(held -> tale.books.get(1).submit(new Command.Cancel(held.id())));
        assertThat(tale.books.get(0).reservations())
                .as("confirmed at the first site alone")
                .allMatch(reservation -> reservation.state() == Reservation.State.WAITING)
                .hasSize(1);

        assertThat(new PlanBooking("b", real).settle()).isEmpty();
        assertThat(tale.books.get(0).reservations()).isEmpty();
    }
}
