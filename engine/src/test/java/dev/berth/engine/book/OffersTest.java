package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OffersTest {
    private static final Wish ALL = new Wish(10, Wish.Ranking.PHI, 100);

    private static Window at(long start, long end) {
        return new Window(start, end);
    }

    private static Book book(String policy, int servers) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("p", servers, "1")));
        return book;
    }

    private static void wall(Book book, long start, long end, int servers) {
        Job wall = Job.exactly("wall", at(start, end), servers).requiring(Requirements.pool("p"));
        assertThat(book.submit(new Command.Reserve(wall))).isInstanceOf(Accepted.class);
    }

    private static Offer of(Family family, List<Offer> offers) {
        return find(family, offers).orElseThrow(() -> new AssertionError(family + " is not in " + offers));
    }

    private static Optional<Offer> find(Family family, List<Offer> offers) {
        return offers.stream().filter(offer -> offer.family() == family).findFirst();
    }

    @Test
    void later_isTheNearest_inEveryPolicy() {
        for (String policy : Calendars.names()) {
            Book book = book(policy, 1);
            wall(book, 5, 8, 1);
            wall(book, 18, 50, 1);
            Job asked = Job.of("j", 14, 6, 22);
            List<Offer> offers = book.offers(asked, ALL);
            Offer later = of(Family.LATER, offers);
            assertThat(later.placement().window()).isEqualTo(at(50, 56));
            assertThat(later.job()).isEqualTo(asked.within(14, 56));
            assertThat(later.phi()).as("34 later, 6 long").isEqualTo(5_666_666);
            assertThat(offers.getFirst()).isEqualTo(later);
            assertThat(find(Family.LATER, book.offers(asked, new Wish(9, Wish.Ranking.PHI, 33))))
                    .as("beyond the horizon")
                    .isEmpty();
        }
    }

    /** There is room from 8 to 18, but nobody can use it who is ready at 14. */
    @Test
    void nothingIsOffered_beforeTheJobIsReady() {
        for (String policy : Calendars.names()) {
            Book book = book(policy, 1);
            wall(book, 18, 50, 1);
            book.submit(new Command.Advance(2));
            assertThat(book.offers(Job.of("j", 14, 6, 22), ALL))
                    .as(policy)
                    .isNotEmpty()
                    .allMatch(offer -> offer.placement().window().start() >= 14
                            && offer.job().ready() == 14);
        }
    }

    @Test
    void fewerServers_keepTheTotalWork_orFollowTheLawOfTheJob() {
        Book book = book("level", 4);
        wall(book, 0, 100, 1);
        Offer rigid = of(Family.FEWER_SERVERS, book.offers(Job.of("j", 0, 10, 20, 4), ALL));
        assertThat(rigid.job().shape()).isEqualTo(new Shape.Rigid(3, new Work(14)));
        assertThat(rigid.phi()).isZero();
        Offer stay = of(Family.FEWER_SERVERS, book.offers(Job.exactly("j", at(0, 10), 4), ALL));
        assertThat(stay.job().shape()).as("a stay is time, not work").isEqualTo(new Shape.Stay(3, 10));
        assertThat(stay.job().deadline()).isEqualTo(10);
        Shape half = new Shape.Divisible(4, 4, new Work(12), 500_000);
        Offer divisible = of(Family.FEWER_SERVERS, book.offers(Job.of("j", 0, 30, half), ALL));
        assertThat(divisible.job().shape()).isEqualTo(new Shape.Divisible(3, 3, new Work(12), 500_000));
        TreeMap<Integer, Work> table = new TreeMap<>();
        table.put(4, new Work(6));
        Offer tabled = of(Family.FEWER_SERVERS, book.offers(Job.of("j", 0, 30, new Shape.Table(table)), ALL));
        assertThat(tabled.job().shape()).isEqualTo(new Shape.Rigid(3, new Work(8)));
    }

    /** A window that was asked for exactly is offered with its length, and nothing is offered twice. */
    @Test
    void exactWindows_stayExact_andNoTwoOffersAreTheSame() {
        Book book = book("level", 6);
        book.submit(new Command.AddPool(new Pool("slow", 6, "0.5")));
        wall(book, 0, 100, 1);
        wall(book, 40, 60, 5);
        for (int servers = 1; servers <= 8; servers++) {
            List<Offer> offers =
                    book.offers(Job.exactly("j", at(36, 84), servers), new Wish(20, Wish.Ranking.PHI, 500));
            assertThat(offers).as(servers + " servers").isNotEmpty();
            assertThat(offers)
                    .extracting(offer -> offer.placement().window().length())
                    .containsOnly(48L);
            assertThat(offers).extracting(Offer::placement).doesNotHaveDuplicates();
        }
    }

    @Test
    void fewerServers_ofHugeJobs_areNotTriedOneByOne() {
        Book book = book("level", 1_000);
        Job huge = Job.of("j", 0, Work.MOST, 1L << 50, 5_000_000);
        assertThat(book.offers(huge, ALL)).isEmpty();
        assertThat(of(Family.FEWER_SERVERS, book.offers(Job.of("j", 0, 10, 1000, 1_001), ALL))
                        .job()
                        .servers())
                .isEqualTo(1_000);
    }

    @Test
    void slowerPool_endsLater_andIsNamed() {
        Book book = book("level", 1);
        book.submit(new Command.AddPool(new Pool("slow", 1, "0.5")));
        wall(book, 0, 200, 1);
        List<Offer> offers = book.offers(Job.of("j", 0, 10, 15), ALL);
        Offer later = of(Family.LATER, offers);
        assertThat(later.placement().pool()).isEqualTo(new PoolId("slow"));
        assertThat(find(Family.SLOWER_POOL, offers)).as("the same thing").isEmpty();
        book.submit(new Command.Cancel(book.reservations().iterator().next().id()));
        wall(book, 0, 8, 1);
        Offer slower = of(Family.SLOWER_POOL, book.offers(Job.of("j", 0, 10, 15), ALL));
        assertThat(slower.placement().window()).isEqualTo(at(0, 20));
        assertThat(slower.job().requirements().pool()).isEqualTo(new PoolId("slow"));
        assertThat(slower.job().deadline()).isEqualTo(20);
    }

    @Test
    void asAsked_comesFirst_andOtherWindowsAreRankedByTheWish() {
        Book book = book("level", 2);
        wall(book, 10, 30, 1);
        book.submit(new Command.SetTariff(
                new PoolId("p"),
                Tariff.flat(Money.of("1"), 1).withDiscounts(500_000, 0, 1).withSurcharge(1_000_000)));
        Job asked = Job.of("j", 12, 10, 22);
        List<Offer> offers = book.offers(asked, new Wish(5, Wish.Ranking.PRICE, 50));
        assertThat(offers.getFirst().family()).isEqualTo(Family.AS_ASKED);
        assertThat(offers.getFirst().job()).isEqualTo(asked);
        Offer other = of(Family.OTHER_WINDOW, offers);
        assertThat(other.placement().window()).as("where the pool is empty").isEqualTo(at(30, 40));
        assertThat(offers.getFirst().price().isAbove(other.price())).isTrue();
        assertThat(other.phi()).isEqualTo(1_800_000);
        assertThat(book.offers(asked, new Wish(5, Wish.Ranking.START, 50))).contains(other);
    }

    @Test
    void budget_offersOnlyWhatItPaysFor_andBecomesThePrice() {
        Book book = book("level", 1);
        book.submit(new Command.SetTariff(
                new PoolId("p"), Tariff.flat(Money.of("1"), 1).withDiscounts(500_000, 0, 1)));
        Job asked = Job.of("j", 20, 10, 30).under(Terms.budget(Money.of("8")));
        List<Offer> offers = book.offers(asked, ALL);
        Offer later = of(Family.LATER, offers);
        assertThat(later.job().deadline()).as("4 of slack make it 8").isEqualTo(34);
        assertThat(later.price()).isEqualTo(Money.of("8"));
        Job poor = asked.under(Terms.budget(Money.of("4")));
        assertThat(book.offers(poor, ALL)).isEmpty();
        Job rich = asked.under(Terms.budget(Money.of("99")));
        assertThat(book.offers(rich, ALL).getFirst().job().terms().budget()).isEqualTo(Money.of("10"));
    }

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void everyOffer_isAcceptedAsOffered_andOnceHeldIsHonoured(String policy) {
        Set<Family> seen = EnumSet.noneOf(Family.class);
        int confirmed = 0;
        for (long seed = 1; seed <= 150; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            List<String> modes = List.copyOf(Admissions.names());
            Book book = new Book(policy, modes.get((int) (seed % modes.size())));
            String where = policy + ", seed " + seed;
            for (int step = 0; step < 40; step++) {
                Command command = commands.next(book);
                book.submit(command);
                if (command instanceof Command.Reserve reserve && step % 3 == 0) {
                    byte[] before = book.snapshot();
                    Wish wish = new Wish(6, step % 2 == 0 ? Wish.Ranking.PRICE : Wish.Ranking.PHI, 40);
                    List<Offer> offers = book.offers(reserve.job(), wish);
                    assertThat(book.snapshot()).as(where).isEqualTo(before);
                    check(book, reserve.job(), offers, where);
                    offers.forEach(offer -> seen.add(offer.family()));
                }
            }
            confirmed += honoured(book, commands, where);
        }
        assertThat(confirmed).as("confirmed").isGreaterThan(30);
        assertThat(seen).hasSizeGreaterThanOrEqualTo(Calendars.create(policy).namesServers() ? 4 : 5);
    }

    private static void check(Book book, Job asked, List<Offer> offers, String where) {
        Set<List<Object>> different = new HashSet<>();
        for (Offer offer : offers) {
            Accepted accepted = (Accepted) book.decide(new Command.Reserve(offer.job()));
            Reservation reservation = accepted.reservation();
            assertThat(reservation.placement()).as(where).isEqualTo(offer.placement());
            assertThat(reservation.agreement().price()).as(where).isEqualTo(offer.price());
            assertThat(book.decide(new Command.Hold(offer.job(), book.now() + 1)))
                    .as(where)
                    .isInstanceOf(Accepted.class);
            assertThat(reservation.window().start())
                    .as("%s: %s", where, offer)
                    .isGreaterThanOrEqualTo(Math.max(asked.ready(), book.now()));
            Money budget = asked.terms().budget();
            assertThat(budget == null || !offer.price().isAbove(budget))
                    .as(where)
                    .isTrue();
            assertThat(different.add(List.of(
                            offer.placement(), offer.job().ready(), offer.job().deadline())))
                    .as(where)
                    .isTrue();
            assertThat(offer.family() == Family.AS_ASKED || offer.family() == Family.FEWER_SERVERS || offer.phi() > 0)
                    .as("%s: %s", where, offer)
                    .isTrue();
        }
    }

    /** Holds an offer, lets others do as they like, and confirms it in time. */
    private static int honoured(Book book, RandomCommands commands, String where) {
        Job asked = Job.of("asked", book.now() + 10, 4, book.now() + 16);
        List<Offer> offers = book.offers(asked, ALL);
        if (offers.isEmpty()) {
            return 0;
        }
        Offer offer = offers.getLast();
        long until = book.now() + 8;
        Accepted accepted = (Accepted) book.submit(new Command.Hold(offer.job(), until));
        Event.Held held = accepted.events().stream()
                .filter(Event.Held.class::isInstance)
                .map(Event.Held.class::cast)
                .findFirst()
                .orElseThrow();
        for (int step = 0; step < 10; step++) {
            Command command = commands.next(book);
            if (!(command instanceof Command.Fail
                    || command instanceof Command.Block
                    || command instanceof Command.Confirm
                    || command instanceof Command.Cancel
                    || command instanceof Command.Replace
                    || (command instanceof Command.Advance advance
                            && (advance.to() >= held.until() || isOverdue(book, advance.to()))))) {
                book.submit(command);
            }
        }
        Reservation kept = book.reservation(held.reservation().id()).orElseThrow();
        assertThat(book.submit(new Command.Confirm(kept.id()))).as(where).isInstanceOf(Accepted.class);
        assertThat(kept.window()).as(where).isEqualTo(offer.placement().window());
        assertThat(kept.agreement().price()).as(where).isEqualTo(offer.price());
        return 1;
    }

    /** Whether a repair is overdue by then, which takes servers from whoever counted on it, as the failure did. */
    private static boolean isOverdue(Book book, long time) {
        return book.pools().stream()
                .flatMap(pool -> book.outages(pool.id()).stream())
                .anyMatch(outage -> outage.isFailure() && outage.window().end() <= time);
    }
}
