package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.opportunistic.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hand-computed timelines of opportunistic jobs; what holds in general is in {@link OpportunistSafetyTest}. */
class OpportunistTest {
    private static final PoolId POOL = new PoolId("p");

    private final List<String> told = new ArrayList<>();

    private static Book book(String policy, int servers, String rate) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("p", servers, rate)));
        return book;
    }

    private static Command queue(int servers, long work, Requirements requirements) {
        return new Command.QueueOpportunist(new JobId("o"), "ann", servers, new Work(work), requirements);
    }

    private static void queue(Book book, int servers, long work) {
        assertThat(book.submit(queue(servers, work, Requirements.NONE))).isInstanceOf(Accepted.class);
    }

    private static void reserve(Book book, long start, long work, long end) {
        assertThat(book.submit(new Command.Reserve(Job.of("r", start, work, end))))
                .isInstanceOf(Accepted.class);
    }

    /** Submits and remembers what befell the opportunistic jobs, in short. */
    private List<String> submit(Book book, Command command) {
        told.clear();
        for (Event event : ((Accepted) book.submit(command)).events()) {
            if (event instanceof Event.Opportunistic e) {
                told.add(
                        switch (e.turn()) {
                            case Turn.Queued t -> t.opportunist().id() + " queued";
                            case Turn.Began t ->
                                "%d %s on %s %s".formatted(t.at(), t.opportunist(), t.pool(), t.servers());
                            case Turn.Preempted t ->
                                "%d %s preempted, %d left"
                                        .formatted(
                                                t.at(),
                                                t.opportunist(),
                                                t.left().amount());
                            case Turn.Ended t -> t.at() + " " + t.opportunist() + " ended";
                            case Turn.Cancelled t -> t.opportunist() + " cancelled";
                        });
            }
        }
        return told;
    }

    private List<String> advance(Book book, long to) {
        return submit(book, new Command.Advance(to));
    }

    private static String code(Book book, Command command) {
        return ((Refused) book.submit(command)).refusal().code();
    }

    /** The reservation is named server 0 by the paper's policy; o1, there first, makes way and goes on after o2. */
    @Test
    void preempted_goesOnElsewhere() {
        Book book = book("ff-hu", 2, "1");
        queue(book, 1, 10);
        queue(book, 1, 4);
        assertThat(advance(book, 0)).containsExactly("0 o1 on p 0", "0 o2 on p 1");
        reserve(book, 2, 3, 5);
        assertThat(advance(book, 3)).containsExactly("2 o1 preempted, 8 left");
        assertThat(book.queuedOpportunists()).extracting(Opportunist::left).containsExactly(new Work(8));
        assertThat(book.runningOpportunists()).extracting(Stint::end).containsExactly(4L);
        assertThat(advance(book, 20)).containsExactly("4 o2 ended", "4 o1 on p 1", "12 o1 ended");
    }

    /** 5 units at rate 0.3 are 1.5 units of work, of which 1 is kept; the rest of 9 takes 30. */
    @Test
    void slowServer_keepsWholeUnitsOnly() {
        Book book = book("level", 1, "0.3");
        queue(book, 1, 10);
        reserve(book, 5, 3, 15);
        assertThat(advance(book, 100))
                .containsExactly("0 o1 on p 0", "5 o1 preempted, 9 left", "15 o1 on p 0", "45 o1 ended");
    }

    @Test
    void endAtTheStartOfAReservation_isAnEnd() {
        Book book = book("level", 1, "0.5");
        queue(book, 1, 5);
        reserve(book, 10, 5, 20);
        assertThat(advance(book, 10)).containsExactly("0 o1 on p 0", "10 o1 ended");
        assertThat(book.reservation(new ReservationId(1)).orElseThrow().isRunning())
                .isTrue();
    }

    @Test
    void largerOne_isPassedOver_andKeepsItsPlace() {
        Book book = book("level", 3, "1");
        queue(book, 2, 5);
        queue(book, 2, 5);
        queue(book, 1, 20);
        queue(book, 1, 20);
        assertThat(advance(book, 0)).containsExactly("0 o1 on p 0+1", "0 o3 on p 2");
        assertThat(advance(book, 6)).containsExactly("5 o1 ended", "5 o2 on p 0+1");
    }

    @Test
    void preempted_comesBeforeThoseQueuedLater() {
        Book book = book("level", 1, "1");
        queue(book, 1, 10);
        advance(book, 1);
        queue(book, 1, 1);
        reserve(book, 2, 2, 4);
        assertThat(advance(book, 13))
                .containsExactly("2 o1 preempted, 8 left", "4 o1 on p 0", "12 o1 ended", "12 o2 on p 0", "13 o2 ended");
    }

    /** Nothing runs beside a reservation that needs one of its servers; its other servers are idle for the next. */
    @Test
    void wideOnePreempted_leavesItsOtherServersToSmallerOnes() {
        Book book = book("ff-hu", 2, "1");
        queue(book, 2, 10);
        queue(book, 1, 2);
        reserve(book, 4, 6, 10);
        assertThat(advance(book, 30))
                .containsExactly(
                        "0 o1 on p 0+1",
                        "4 o1 preempted, 6 left",
                        "4 o2 on p 1",
                        "6 o2 ended",
                        "10 o1 on p 0+1",
                        "16 o1 ended");
    }

    @Test
    void fastestMatchingPool_isTaken() {
        Book book = new Book("level");
        book.submit(new Command.AddPool(new Pool("slow", 2, "0.5")));
        book.submit(new Command.AddPool(new Pool(new PoolId("fast"), 1, Rate.FULL, Map.of("gpu", "h100"))));
        book.submit(queue(1, 3, Requirements.pool("slow")));
        book.submit(queue(2, 3, Requirements.NONE));
        book.submit(queue(1, 3, Requirements.NONE));
        book.submit(queue(1, 3, Requirements.attribute("gpu", "h100")));
        assertThat(advance(book, 6))
                .containsExactly(
                        "0 o1 on slow 0",
                        "0 o3 on fast 0",
                        "3 o3 ended",
                        "3 o4 on fast 0",
                        "6 o1 ended",
                        "6 o4 ended",
                        "6 o2 on slow 0+1");
    }

    @Test
    void failure_preemptsAtOnce() {
        Book book = book("level", 3, "1");
        queue(book, 2, 10);
        advance(book, 4);
        assertThat(submit(book, new Command.Fail(POOL, ServerSet.of(1)))).containsExactly("4 o1 preempted, 6 left");
        assertThat(advance(book, 4)).containsExactly("4 o1 on p 0+2");
    }

    @Test
    void plannedDrain_preemptsWhenItBegins_andAtOnceIfThatIsNow() {
        Book book = book("level", 1, "1");
        queue(book, 1, 10);
        advance(book, 1);
        Window later = new Window(5, 8);
        assertThat(submit(book, new Command.Drain(POOL, ServerSet.of(0), later, false)))
                .isEmpty();
        assertThat(advance(book, 9)).containsExactly("5 o1 preempted, 5 left", "8 o1 on p 0");
        Window now = new Window(9, 11);
        assertThat(submit(book, new Command.Drain(POOL, ServerSet.of(0), now, false)))
                .containsExactly("9 o1 preempted, 4 left");
        submit(book, new Command.Restore(POOL, ServerSet.of(0)));
        assertThat(advance(book, 50)).containsExactly("9 o1 on p 0", "13 o1 ended");
    }

    @Test
    void whatBecomesIdle_isTakenAtTheNextAdvance() {
        Book book = book("level", 1, "1");
        reserve(book, 0, 50, 50);
        queue(book, 1, 3);
        queue(book, 1, 3);
        assertThat(advance(book, 2)).isEmpty();
        book.submit(new Command.AddServers(POOL, 1, 4));
        book.submit(new Command.Finish(new ReservationId(1)));
        assertThat(advance(book, 4)).containsExactly("2 o1 on p 0", "4 o2 on p 1");
    }

    @Test
    void cancel_takesOutWhatIsQueuedOrRuns() {
        Book book = book("level", 1, "1");
        queue(book, 1, 3);
        queue(book, 1, 3);
        advance(book, 1);
        assertThat(submit(book, new Command.CancelOpportunist(new OpportunistId(2))))
                .containsExactly("o2 cancelled");
        assertThat(submit(book, new Command.CancelOpportunist(new OpportunistId(1))))
                .containsExactly("o1 cancelled");
        assertThat(book.queuedOpportunists()).isEmpty();
        assertThat(book.runningOpportunists()).isEmpty();
        Command again = new Command.CancelOpportunist(new OpportunistId(1));
        assertThat(code(book, again)).isEqualTo("unknown-opportunist");
        assertThat(((Refused) book.decide(again)).refusal())
                .isEqualTo(new Refusal.UnknownOpportunist(new OpportunistId(1)));
    }

    /** A command may end before its work was thought to be done; its servers are idle for the next at once. */
    @Test
    void finish_endsWhatRuns_andTakesOutWhatIsQueued() {
        Book book = book("level", 1, "1");
        queue(book, 1, 30);
        queue(book, 1, 30);
        queue(book, 1, 5);
        advance(book, 1);
        assertThat(submit(book, new Command.FinishOpportunist(new OpportunistId(2))))
                .containsExactly("o2 cancelled");
        assertThat(submit(book, new Command.FinishOpportunist(new OpportunistId(1))))
                .containsExactly("1 o1 ended");
        assertThat(advance(book, 10)).containsExactly("1 o3 on p 0", "6 o3 ended");
        assertThat(code(book, new Command.FinishOpportunist(new OpportunistId(1))))
                .isEqualTo("unknown-opportunist");
    }

    private static Command queue(int servers, ServerSet among) {
        return new Command.QueueOpportunist(
                new JobId("o"), "ann", servers, new Work(5), Requirements.pool("p"), Optional.of(among));
    }

    /** Jobs that may run on server 2 alone wait for it, while others run. */
    @Test
    void jobOfOneHost_runsOnItsServersOnly() {
        Book book = book("level", 3, "1");
        book.submit(queue(1, ServerSet.of(2)));
        book.submit(queue(1, ServerSet.of(2)));
        book.submit(queue(2, ServerSet.of(0, 1, 2)));
        assertThat(advance(book, 0)).containsExactly("0 o1 on p 2", "0 o3 on p 0+1");
        assertThat(Book.restore(book.snapshot()).queuedOpportunists())
                .containsExactlyElementsOf(book.queuedOpportunists());
        assertThat(advance(book, 10)).containsExactly("5 o1 ended", "5 o3 ended", "5 o2 on p 2", "10 o2 ended");
        assertThat(((Refused) book.decide(queue(2, ServerSet.of(1, 7)))).refusal())
                .isEqualTo(new Refusal.TooManyServers(new JobId("o"), 2, POOL, 1));
        assertThatThrownBy(() -> new Opportunist(
                        new OpportunistId(1),
                        new JobId("o"),
                        "ann",
                        1,
                        new Work(1),
                        Requirements.NONE,
                        Optional.of(ServerSet.of(1))))
                .isInstanceOf(BadValue.class);
    }

    @Test
    void whatNoPoolCouldTake_isRefused() {
        Book book = book("level", 2, "1");
        assertThat(code(book, queue(3, 1, Requirements.NONE))).isEqualTo("too-many-servers");
        assertThat(code(book, queue(1, 1, Requirements.pool("q")))).isEqualTo("unknown-pool");
        assertThat(code(book, queue(1, 1, Requirements.attribute("gpu", "h100"))))
                .isEqualTo("no-matching-pool");
        assertThatThrownBy(() -> book.submit(queue(0, 1, Requirements.NONE))).isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> new OpportunistId(0)).isInstanceOf(BadValue.class);
    }

    @Test
    void turnOfSomebodyUnknown_isNotApplied() {
        Book book = book("level", 2, "1");
        OpportunistId nobody = new OpportunistId(7);
        assertThatThrownBy(() -> book.apply(new Event.Opportunistic(new Turn.Ended(nobody, 1))))
                .hasMessageContaining("o7");
        assertThatThrownBy(() -> book.apply(
                        new Event.Opportunistic(new Turn.Began(nobody, POOL, Rate.FULL, ServerSet.of(0), 1))))
                .hasMessageContaining("o7");
    }

    @Test
    void restoredBook_knowsThemAll() {
        Book book = book("level", 2, "0.5");
        book.submit(queue(2, 5, Requirements.pool("p")));
        book.submit(queue(1, 5, Requirements.NONE));
        queue(book, 1, 9);
        book.submit(new Command.CancelOpportunist(new OpportunistId(3)));
        advance(book, 3);
        Book restored = Book.restore(book.snapshot());
        assertThat(restored.queuedOpportunists()).containsExactlyElementsOf(book.queuedOpportunists());
        assertThat(restored.runningOpportunists()).containsExactlyElementsOf(book.runningOpportunists());
        assertThat(submit(restored, queue(1, 1, Requirements.NONE)))
                .as("numbers are not used twice")
                .containsExactly("o4 queued");
    }
}
