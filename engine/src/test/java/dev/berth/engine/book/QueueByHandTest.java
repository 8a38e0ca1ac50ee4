package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.admission.reschedule.Order;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** netto's queue on one server, computed by hand. */
class QueueByHandTest {
    private static Book book(String admission) {
        Book book = new Book("earliest", admission);
        book.submit(new Command.AddPool(new Pool("one", 1, "1")));
        return book;
    }

    private static boolean reserve(Book book, Job job) {
        return book.submit(new Command.Reserve(job)) instanceof Decision.Accepted;
    }

    private static Map<String, Window> windows(Book book) {
        Map<String, Window> windows = new TreeMap<>();
        book.reservations().forEach(r -> windows.put(r.job().id().name(), r.window()));
        return windows;
    }

    /** Submitted as a, c, b. Sizes 4, 1, 3; deadlines 20, 9, 10; flexibility 16, 8, 7. */
    @ParameterizedTest
    @CsvSource({
        "FIFO, 0, 4, 5", // a c b
        "EDF, 4, 0, 1", // c b a
        "LFF, 4, 3, 0", // b c a
        "BJF, 0, 7, 4" // a b c
    })
    void eachOrder_hasItsQueue(Order order, long a, long c, long b) {
        Book book = book("reschedule-" + order);
        assertThat(reserve(book, Job.of("a", 0, 4, 20))).isTrue();
        assertThat(reserve(book, Job.of("c", 0, 1, 9))).isTrue();
        assertThat(reserve(book, Job.of("b", 0, 3, 10))).isTrue();
        assertThat(windows(book))
                .isEqualTo(Map.of("a", new Window(a, a + 4), "c", new Window(c, c + 1), "b", new Window(b, b + 3)));
    }

    /**
     * Submitted as a, c, b, when an hour of a server costs 1, 3 and 2: a is agreed at 4.00, c at 3.00, b at 6.00. They keep
     * these prices when the tariff changes.
     */
    @ParameterizedTest
    @CsvSource({
        "HRF, 3, 7, 0", // b a c
        "HPF, 4, 0, 1" // c b a
    })
    void eachOrderByRevenue_hasItsQueue(Order order, long a, long c, long b) {
        Book book = book("reschedule-" + order);
        setBase(book, "1");
        assertThat(reserve(book, Job.of("a", 0, 4, 20))).isTrue();
        setBase(book, "3");
        assertThat(reserve(book, Job.of("c", 0, 1, 9))).isTrue();
        setBase(book, "2");
        assertThat(reserve(book, Job.of("b", 0, 3, 10))).isTrue();
        assertThat(windows(book))
                .isEqualTo(Map.of("a", new Window(a, a + 4), "c", new Window(c, c + 1), "b", new Window(b, b + 3)));
        assertThat(Book.restore(book.snapshot()).snapshot()).isEqualTo(book.snapshot());
    }

    /** A dear job that fits nowhere else makes a cheap one go later, but never pushes it out. */
    @Test
    void revenue_breaksNoPromise() {
        for (String admission : List.of("reschedule-hrf", "reschedule-hpf")) {
            Book book = book(admission);
            setBase(book, "1");
            assertThat(reserve(book, Job.of("cheap", 0, 4, 6))).isTrue();
            setBase(book, "100");
            assertThat(reserve(book, Job.of("dear", 0, 2, 3))).as(admission).isTrue();
            assertThat(windows(book)).isEqualTo(Map.of("cheap", new Window(2, 6), "dear", new Window(0, 2)));
            assertThat(reserve(book, Job.of("dearer", 0, 1, 3))).as(admission).isFalse();
        }
    }

    private static void setBase(Book book, String base) {
        book.submit(new Command.SetTariff(new PoolId("one"), Tariff.flat(Money.of(base), 1)));
    }

    @Test
    void shuffle_isTheSameForTheSameBook() {
        Book one = book("reschedule-shuffle");
        Book two = book("reschedule-shuffle");
        for (int i = 0; i < 40; i++) {
            Job job = Job.of("j" + i, 0, 1 + i % 3, 200);
            assertThat(reserve(one, job)).isEqualTo(reserve(two, job));
        }
        assertThat(one.snapshot()).isEqualTo(two.snapshot());
        Map<String, Window> windows = windows(one);
        assertThat(windows.get("j39").start()).as("the last is not last").isLessThan(77);
    }

    /**
     * Order by deadline puts the new job first, at 1; then o fits only at 5, and f, which is fixed, nowhere. So the new job goes
     * behind f, with o and f where they were, and finds the gap between them.
     */
    @Test
    void fixqueue_keepsThePromiseOfTheOlderJob() {
        Book book = book("reschedule-edf");
        assertThat(reserve(book, Job.of("o", 0, 5, 30))).isTrue();
        assertThat(reserve(book, Job.of("f", 9, 21, 30))).isTrue();
        assertThat(reserve(book, Job.of("n", 1, 4, 12))).isTrue();
        assertThat(windows(book))
                .isEqualTo(Map.of("o", new Window(0, 5), "f", new Window(9, 30), "n", new Window(5, 9)));
    }

    @Test
    void fixqueue_refusesWhatFitsNowhereBehind() {
        Book book = book("reschedule-edf");
        assertThat(reserve(book, Job.of("o", 0, 5, 30))).isTrue();
        assertThat(reserve(book, Job.of("f", 9, 21, 30))).isTrue();
        assertThat(reserve(book, Job.of("n", 1, 5, 12))).isFalse();
        assertThat(windows(book)).isEqualTo(Map.of("o", new Window(0, 5), "f", new Window(9, 30)));
    }

    @Test
    void rescheduling_makesRoomThatDirectPlacementDoesNotFind() {
        for (String mode : List.of("direct", "reschedule-edf", "replan")) {
            Book book = book(mode);
            assertThat(reserve(book, Job.of("flexible", 0, 4, 20))).isTrue();
            assertThat(reserve(book, Job.of("strict", 2, 4, 6))).as(mode).isEqualTo(!mode.equals("direct"));
        }
    }

    @Test
    void whatRunsOrIsHeld_neverMoves() {
        for (String mode : List.of("reschedule-edf", "replan")) {
            Book book = book(mode);
            assertThat(reserve(book, Job.of("runs", 0, 4, 20))).isTrue();
            book.submit(new Command.Advance(1));
            book.submit(new Command.Hold(Job.of("held", 4, 3, 20), 3));
            assertThat(reserve(book, Job.of("strict", 2, 4, 6))).isFalse();
            assertThat(reserve(book, Job.of("also strict", 5, 1, 6))).isFalse();
            assertThat(book.reservations())
                    .extracting(Reservation::window)
                    .containsExactlyInAnyOrder(new Window(0, 4), new Window(4, 7));
        }
    }

    /** Just before w, [2, 4), and just after it, [8, 10): both three units off, 1.5 times the duration of 2. */
    @Test
    void alternatives_areBeforeAndAfterWhatIntersects() {
        Book book = book("reschedule-edf");
        assertThat(reserve(book, Job.exactly("w", new Window(4, 8), 1))).isTrue();
        Job refused = Job.of("j", 5, 2, 7);
        assertThat(reserve(book, refused)).isFalse();
        List<Alternative> found = book.alternatives(refused, 5);
        assertThat(found)
                .extracting(Alternative::phi, a -> a.placement().window())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(-1_500_000L, new Window(2, 4)),
                        org.assertj.core.groups.Tuple.tuple(1_500_000L, new Window(8, 10)));
        assertThat(book.alternatives(refused, 1)).hasSize(1);
        book.submit(new Command.Advance(3));
        assertThat(book.alternatives(refused, 5))
                .extracting(Alternative::phi)
                .as("2 has passed")
                .containsExactly(1_500_000L);
        assertThat(reserve(book, found.get(1).job())).isTrue();
    }

    /** The one after x is taken by y, so it fails its test; the one after y holds. */
    @Test
    void alternatives_areOfferedOnlyIfTheyHold() {
        Book book = book("direct");
        assertThat(reserve(book, Job.exactly("x", new Window(0, 4), 1))).isTrue();
        assertThat(reserve(book, Job.exactly("y", new Window(4, 8), 1))).isTrue();
        Job refused = Job.of("j", 3, 2, 5);
        assertThat(reserve(book, refused)).isFalse();
        assertThat(book.alternatives(refused, 5))
                .extracting(a -> a.placement().window())
                .containsExactly(new Window(8, 10));
    }

    /**
     * One server, x has [0, 4), y has [6, 10); j wants [3, 7) and is refused because of x. By deadline j stands between them,
     * so only x gives options (netto, Algorithm 2): after it, [4, 8), where y is. First come, first served, y stands before
     * j as well, and after it, [10, 14), there is room: 7 late, 1.75 times the duration.
     */
    @Test
    void alternatives_lieAroundThoseBeforeTheJobInTheQueue() {
        Job refused = Job.of("j", 3, 4, 7);
        for (String admission : List.of("reschedule-edf", "reschedule-fifo", "direct")) {
            Book book = book(admission);
            assertThat(reserve(book, Job.exactly("x", new Window(0, 4), 1))).isTrue();
            assertThat(reserve(book, Job.exactly("y", new Window(6, 10), 1))).isTrue();
            assertThat(reserve(book, refused)).isFalse();
            List<Alternative> found = book.alternatives(refused, 5);
            if (admission.equals("reschedule-edf")) {
                assertThat(found).as(admission).isEmpty();
            } else {
                assertThat(found)
                        .as(admission)
                        .extracting(Alternative::phi, a -> a.placement().window())
                        .containsExactly(org.assertj.core.groups.Tuple.tuple(1_750_000L, new Window(10, 14)));
            }
        }
    }

    /** Once x runs it is in nobody's queue, and gives options whatever the order: here after it, [4, 8), which is free. */
    @Test
    void alternatives_lieAroundWhatRuns_too() {
        Book book = book("reschedule-edf");
        assertThat(reserve(book, Job.exactly("x", new Window(0, 4), 1))).isTrue();
        book.submit(new Command.Advance(1));
        assertThat(reserve(book, Job.exactly("y", new Window(8, 12), 1))).isTrue();
        Job refused = Job.of("j", 3, 4, 7);
        assertThat(reserve(book, refused)).isFalse();
        assertThat(book.alternatives(refused, 5))
                .extracting(a -> a.placement().window())
                .containsExactly(new Window(4, 8));
    }
}
