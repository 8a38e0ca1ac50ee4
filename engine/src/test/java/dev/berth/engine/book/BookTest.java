package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Hand-computed cases; what holds in general is in {@link SafetyTest}. */
class BookTest {
    private static final PoolId POOL = new PoolId("p");

    private static Book book(String policy, int servers) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(new Pool("p", servers, "1")));
        return book;
    }

    private static Reservation reserve(Book book, Job job) {
        return ((Accepted) book.submit(new Command.Reserve(job))).reservation();
    }

    private static Refusal refusal(Book book, Command command) {
        return ((Refused) book.submit(command)).refusal();
    }

    private static String code(Book book, Command command) {
        Refusal refusal = refusal(book, command);
        return refusal.code();
    }

    private static Window at(long start, long end) {
        return new Window(start, end);
    }

    private static Command drain(int server, long from, long until) {
        return new Command.Drain(POOL, ServerSet.of(server), at(from, until), false);
    }

    /** Servers 0 and 1, running until 2 and until 5 on them, one of them drained from 10. */
    private static Book trap(String policy) {
        Book book = book(policy, 2);
        Reservation shorter = reserve(book, Job.of("a", 0, 2, 2));
        reserve(book, Job.of("b", 0, 5, 5));
        book.submit(new Command.Advance(1));
        int x = book.handout(POOL).get(shorter.id()).get(0);
        assertThat(book.submit(drain(x, 10, Window.FOREVER))).isInstanceOf(Accepted.class);
        return book;
    }

    @Test
    void plannedDrain_jobThatFitsTheCountButNoServer_isRefused() {
        for (String policy : new String[] {"earliest", "level"}) {
            Book book = trap(policy);
            assertThat(code(book, new Command.Reserve(Job.of("c", 2, 10, 12)))).isEqualTo("no-capacity");
        }
    }

    @Test
    void plannedDrain_sameJobWithRoomToMove_goesToTheOtherServer() {
        Book book = trap("earliest");
        Reservation moved = reserve(book, Job.of("c", 2, 10, 20));
        assertThat(moved.window()).isEqualTo(at(5, 15));
        assertThat(moved.placement().servers())
                .hasSameHashCodeAs(book.handout(POOL).get(new ReservationId(2)));
        Accepted later = (Accepted) book.submit(new Command.Advance(30));
        assertThat(later.events())
                .contains(new Event.Started(moved.id(), moved.placement().servers()));
    }

    @Test
    void jobsAfterAllPlannedDrainsBegan_needNoServersInAdvance() {
        Book book = trap("level");
        assertThat(reserve(book, Job.of("late", 10, 5, 15)).placement().servers())
                .isEqualTo(ServerSet.EMPTY);
        assertThat(code(book, new Command.Reserve(Job.of("none", 10, 5, 15)))).isEqualTo("no-capacity");
    }

    @Test
    void drain_ofServersInUse_isRefusedWithTheReservationsInTheWay() {
        Book book = book("level", 2);
        Reservation wide = reserve(book, Job.of("wide", 5, 10, 15, 2));
        Refusal refusal = refusal(book, drain(0, 10, 12));
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.ReservationsInTheWay.class,
                        in -> assertThat(in.inTheWay()).containsExactly(wide.id()));
        assertThat(book.submit(new Command.Drain(POOL, ServerSet.of(0), at(10, 12), true)))
                .isEqualTo(new Decision.Report(List.of(wide.id())));
        assertThat(book.submit(new Command.Drain(POOL, ServerSet.of(0), at(15, 20), true)))
                .isEqualTo(new Decision.Report(List.of()));
        assertThat(book.outages(POOL)).as("a report plans nothing").isEmpty();
    }

    @Test
    void drain_movesTentativeServersOutOfTheWay() {
        Book book = book("level", 2);
        Reservation waiting = reserve(book, Job.of("w", 5, 10, 15));
        int tentative = book.handout(POOL).get(waiting.id()).get(0);
        assertThat(book.submit(drain(tentative, 8, 9))).isInstanceOf(Accepted.class);
        assertThat(book.handout(POOL).get(waiting.id())).isEqualTo(ServerSet.of(1 - tentative));
        assertThat(code(book, drain(1 - tentative, 8, 9))).isEqualTo("reservations-in-the-way");
    }

    @Test
    void pinnedPolicy_drainOfABookedServer_isRefused_andOfAnotherAccepted() {
        Book book = book("ff-hu", 2);
        Reservation first = reserve(book, Job.of("a", 0, 5, 5));
        assertThat(first.placement().servers()).isEqualTo(ServerSet.of(0));
        assertThat(code(book, drain(0, 4, 6))).isEqualTo("reservations-in-the-way");
        assertThat(book.submit(drain(1, 4, 6))).isInstanceOf(Accepted.class);
        assertThat(reserve(book, Job.of("b", 0, 4, 50)).window()).isEqualTo(at(0, 4));
        assertThat(reserve(book, Job.of("c", 4, 4, 50)).window()).isEqualTo(at(5, 9));
        assertThat(code(book, drain(1, 5, 7))).isEqualTo("out-of-service");
        assertThat(code(book, drain(2, 5, 7))).isEqualTo("unknown-server");
    }

    @Test
    void restore_endsOutagesNowAndPlanned() {
        Book book = book("level", 1);
        book.submit(drain(0, 5, Window.FOREVER));
        assertThat(code(book, new Command.Reserve(Job.of("j", 4, 3, 10)))).isEqualTo("no-capacity");
        assertThat(book.submit(new Command.Restore(POOL, ServerSet.of(0)))).isInstanceOf(Accepted.class);
        assertThat(reserve(book, Job.of("j", 4, 3, 10)).window()).isEqualTo(at(4, 7));
        assertThat(code(book, new Command.Restore(POOL, ServerSet.of(0)))).isEqualTo("in-service");
    }

    @Test
    void failure_degradesWhatRunsThere_andWhatCannotBeServedElsewhere() {
        Book book = book("level", 2);
        Reservation one = reserve(book, Job.of("one", 0, 10, 10));
        Reservation wide = reserve(book, Job.of("wide", 12, 5, 17, 2));
        Reservation later = reserve(book, Job.of("later", 20, 5, 25));
        book.submit(new Command.Advance(1));
        int server = book.handout(POOL).get(one.id()).get(0);
        assertThat(book.submit(new Command.Fail(POOL, ServerSet.of(server)))).isInstanceOf(Accepted.class);
        assertThat(book.degraded())
                .extracting(degraded -> degraded.reservation().id())
                .containsExactly(one.id(), wide.id());
        assertThat(book.reservations()).extracting(Reservation::id).containsExactly(later.id());
        assertThat(code(book, new Command.Fail(POOL, ServerSet.of(server)))).isEqualTo("out-of-service");
    }

    @Test
    void addedServers_serveFromTheirTimeOn() {
        Book book = book("earliest", 1);
        reserve(book, Job.of("all", 0, 50, 50));
        book.submit(new Command.AddServers(POOL, 1, 20));
        assertThat(reserve(book, Job.of("j", 0, 5, 40)).window()).isEqualTo(at(20, 25));
        assertThat(book.pools().getFirst().servers()).isEqualTo(2);
        assertThat(code(book, new Command.AddServers(POOL, 0, 20))).isEqualTo("pool-full");
    }

    @Test
    void change_keepsAPlacementThatStillMeetsTheTerms_elseMovesIt_elseChangesNothing() {
        Book book = book("earliest", 1);
        Reservation first = reserve(book, Job.of("a", 0, 5, 20));
        reserve(book, Job.of("b", 0, 5, 20));
        assertThat(((Accepted) book.submit(new Command.Change(first.id(), Job.of("a", 0, 5, 6)))).events())
                .as("still [0, 5)")
                .containsExactly(new Event.Changed(first.withJob(Job.of("a", 0, 5, 6))));
        book.submit(new Command.Change(first.id(), Job.of("a", 0, 6, 20)));
        assertThat(book.reservation(first.id()).orElseThrow().window()).isEqualTo(at(10, 16));
        byte[] before = book.snapshot();
        assertThat(code(book, new Command.Change(first.id(), Job.of("a", 0, 15, 20))))
                .isEqualTo("no-capacity");
        assertThat(book.snapshot()).isEqualTo(before);
    }

    @Test
    void change_ofWhatRuns_isRefused_andFinishOfWhatWaits() {
        Book book = book("level", 1);
        Reservation running = reserve(book, Job.of("a", 0, 5, 5));
        Reservation waiting = reserve(book, Job.of("b", 6, 5, 11));
        book.submit(new Command.Advance(2));
        assertThat(code(book, new Command.Change(running.id(), Job.of("a", 0, 1, 5))))
                .isEqualTo("already-started");
        assertThat(code(book, new Command.Finish(waiting.id()))).isEqualTo("not-started");
        assertThat(book.submit(new Command.Finish(running.id()))).isInstanceOf(Accepted.class);
        assertThat(reserve(book, Job.of("c", 0, 3, 5)).window())
                .as("the rest is free again")
                .isEqualTo(at(2, 5));
    }

    @Test
    void pastIsNotBookable_andTimeDoesNotGoBack() {
        Book book = book("level", 1);
        book.submit(new Command.Advance(10));
        assertThat(reserve(book, Job.of("a", 0, 5, 20)).window()).isEqualTo(at(10, 15));
        assertThat(code(book, new Command.Advance(9))).isEqualTo("time-backwards");
        assertThat(code(book, drain(0, 3, 7))).isEqualTo("time-backwards");
    }

    @Test
    void refusals_sayWhy() {
        Book book = new Book("ff-hu");
        book.submit(new Command.AddPool(new Pool(new PoolId("p"), 2, Rate.of("0.5"), Map.of("gpu", "h100"))));
        assertThat(code(book, new Command.Reserve(Job.of("j", 0, 10, 15)))).isEqualTo("deadline-impossible");
        assertThat(refusal(book, new Command.Reserve(Job.of("j", 0, 10, 15))))
                .isEqualTo(new Refusal.DeadlineImpossible(new JobId("j"), 15, 20, new PoolId("p")));
        assertThat(code(book, new Command.Reserve(Job.of("j", 0, 1, 15, 3)))).isEqualTo("too-many-servers");
        assertThat(code(book, new Command.Reserve(Job.of("j", 0, 1, 15, 2)))).isEqualTo("single-server-only");
        Job named = Job.of("j", 0, 1, 15).requiring(Requirements.pool("q"));
        assertThat(code(book, new Command.Reserve(named))).isEqualTo("unknown-pool");
        Job wanting = Job.of("j", 0, 1, 15).requiring(Requirements.attribute("gpu", "a100"));
        assertThat(code(book, new Command.Reserve(wanting))).isEqualTo("no-matching-pool");
        assertThat(code(book, new Command.Cancel(new ReservationId(7)))).isEqualTo("unknown-reservation");
        assertThat(code(book, new Command.AddPool(new Pool("p", 1, "1")))).isEqualTo("duplicate-pool");
        assertThat(code(book, new Command.AddServers(new PoolId("q"), 1, 0))).isEqualTo("unknown-pool");
    }

    @Test
    void onlyMatchingPools_areTried() {
        for (String policy : Calendars.names()) {
            Book book = new Book(policy);
            book.submit(new Command.AddPool(new Pool("cpu", 1, "0.5")));
            book.submit(new Command.AddPool(new Pool(new PoolId("gpu"), 1, Rate.FULL, Map.of("gpu", "h100"))));
            Job gpu = Job.of("g", 0, 5, 50).requiring(Requirements.attribute("gpu", "h100"));
            assertThat(reserve(book, gpu).placement().pool().name()).isEqualTo("gpu");
            assertThat(reserve(book, Job.of("any", 0, 5, 50)).placement().pool().name())
                    .isEqualTo("cpu");
            assertThat(reserve(book, gpu.requiring(Requirements.pool("cpu"))).window())
                    .isEqualTo(at(10, 20));
        }
    }
}
