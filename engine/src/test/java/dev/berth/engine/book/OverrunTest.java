package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that takes longer than was reserved, under each policy of overrun and each calendar. */
class OverrunTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Command kill(ReservationId id, long more) {
        return new Command.Overrun(id, more, OverrunPolicy.KILL);
    }

    private static Command extend(ReservationId id, long more) {
        return new Command.Overrun(id, more, OverrunPolicy.EXTEND_IF_FREE);
    }

    private static Command push(ReservationId id, long more) {
        return new Command.Overrun(id, more, OverrunPolicy.PUSH);
    }

    private static Command migrate(ReservationId id, long more) {
        return new Command.Overrun(id, more, OverrunPolicy.MIGRATE);
    }

    /** Server 0 runs "long" for [0, 10), seen at 5. */
    private static Desk running(String policy, Job... followers) {
        Desk desk = Desk.of(policy, 1);
        desk.reserve(Job.of("long", 0, 10, 10));
        for (Job follower : followers) {
            desk.reserve(follower);
        }
        desk.advance(5);
        return desk;
    }

    private static final ReservationId LONG = new ReservationId(1);
    private static final ReservationId NEXT = new ReservationId(2);

    @ParameterizedTest
    @MethodSource("policies")
    void kill_changesNothing(String policy) {
        Desk desk = running(policy);
        assertThat(desk.accept(kill(LONG, 3))).isEmpty();
        assertThat(desk.window(LONG)).isEqualTo(new Window(0, 10));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void extend_takesWhatIsFree_andNoMore(String policy) {
        Desk desk = running(policy, Job.of("next", 12, 5, 40));
        desk.accept(extend(LONG, 2));
        Reservation longer = desk.get(LONG);
        assertThat(longer.window()).isEqualTo(new Window(0, 12));
        assertThat(longer.job()).isEqualTo(Job.of("long", 0, 12, 12));
        Refusal refusal = desk.refuse(extend(LONG, 1));
        assertThat(refusal.code()).isEqualTo("no-room-to-extend");
        assertThat(refusal).isEqualTo(new Refusal.NoRoomToExtend(LONG, POOL, new Window(12, 13), List.of(NEXT)));
        desk.advance(12);
        assertThat(desk.book().reservation(LONG)).isEmpty();
        assertThat(desk.get(NEXT).isRunning()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void extend_doesNotRunIntoAnOutageOfItsServers(String policy) {
        Desk desk = running(policy);
        desk.accept(new Command.AddServers(POOL, 1, 0));
        desk.accept(new Command.Drain(POOL, ServerSet.of(0), new Window(12, 20), false));
        assertThat(desk.refuse(extend(LONG, 3)))
                .isEqualTo(new Refusal.NoRoomToExtend(LONG, POOL, new Window(10, 13), List.of()));
        desk.accept(extend(LONG, 2));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void push_movesTheNextOneWithinItsTerms(String policy) {
        Desk desk = running(policy, Job.of("next", 0, 5, 15));
        desk.accept(new Command.Change(NEXT, Job.of("next", 0, 5, 18)));
        desk.accept(push(LONG, 3));
        assertThat(desk.window(LONG)).isEqualTo(new Window(0, 13));
        assertThat(desk.window(NEXT)).isEqualTo(new Window(13, 18));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void push_movesToAnotherPool(String policy) {
        Desk desk = Desk.of(policy, new Pool("p", 1, "1"), new Pool("q", 1, "1"));
        ReservationId running = desk.reserve(Job.of("long", 0, 10, 10).requiring(Requirements.pool("p")));
        ReservationId taken = desk.reserve(Job.of("on q", 0, 12, 12).requiring(Requirements.pool("q")));
        ReservationId next = desk.reserve(Job.of("next", 0, 5, 15));
        desk.accept(new Command.Change(next, Job.of("next", 0, 5, 17)));
        desk.advance(5);
        desk.accept(push(running, 3));
        assertThat(desk.get(next).placement().pool().name()).isEqualTo("q");
        assertThat(desk.window(next)).isEqualTo(new Window(12, 17));
        assertThat(desk.window(taken)).isEqualTo(new Window(0, 12));
    }

    @Test
    void push_movesOnlyAsManyAsNeeded_andTheOneWithTheMostRoom() {
        for (String policy : new String[] {"earliest", "level"}) {
            Desk desk = Desk.of(policy, 2);
            ReservationId running = desk.reserve(Job.of("long", 0, 10, 10));
            ReservationId some = desk.reserve(Job.of("some room", 10, 5, 15));
            ReservationId most = desk.reserve(Job.of("most room", 10, 5, 15));
            desk.accept(new Command.Change(some, Job.of("some room", 10, 5, 30)));
            desk.accept(new Command.Change(most, Job.of("most room", 10, 5, 40)));
            desk.advance(5);
            desk.accept(push(running, 3));
            assertThat(desk.window(some)).isEqualTo(new Window(10, 15));
            assertThat(desk.window(most).start()).isGreaterThanOrEqualTo(13);
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void push_ofWhatIsFixedOrHeldOrTooTight_isRefused(String policy) {
        Job fixed = Job.exactly("fixed", new Window(10, 15), 1);
        Job tight = Job.of("tight", 0, 5, 15);
        Refusal refusal = running(policy, fixed).refuse(push(LONG, 3));
        assertThat(refusal).isEqualTo(new Refusal.CannotPush(LONG, POOL, new Window(10, 13), List.of(NEXT)));
        assertThat(refusal.code()).isEqualTo("cannot-push");
        assertThat(running(policy, tight).refuse(push(LONG, 3))).isEqualTo(refusal);
        Desk held = running(policy);
        held.accept(new Command.Hold(Job.of("held", 10, 5, 15), 9));
        assertThat(held.refuse(push(LONG, 3)).code()).isEqualTo("cannot-push");
        held.advance(9);
        held.accept(push(LONG, 3));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void push_throughAChain_movesAllOfIt(String policy) {
        Desk desk = running(policy, Job.of("b", 0, 5, 15), Job.of("c", 0, 5, 20));
        desk.accept(new Command.Change(NEXT, Job.of("b", 0, 5, 40)));
        desk.accept(new Command.Change(new ReservationId(3), Job.of("c", 0, 5, 40)));
        desk.accept(push(LONG, 8));
        assertThat(desk.window(LONG)).isEqualTo(new Window(0, 18));
        assertThat(desk.window(NEXT).start()).isGreaterThanOrEqualTo(18);
        assertThat(desk.window(new ReservationId(3)).start()).isGreaterThanOrEqualTo(18);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void migrate_putsTheRestWhereItEndsFirst(String policy) {
        for (boolean fastIsBusy : new boolean[] {false, true}) {
            Desk desk = Desk.of(policy, new Pool("slow", 1, "0.5"), new Pool("fast", 1, "1"));
            ReservationId running = desk.reserve(Job.of("long", 0, 5, 10).requiring(Requirements.pool("slow")));
            desk.accept(new Command.Change(running, Job.of("long", 0, 5, 10)));
            if (fastIsBusy) {
                desk.reserve(Job.exactly("busy", new Window(12, 30), 1).requiring(Requirements.pool("fast")));
            }
            desk.advance(5);
            Reservation before = desk.get(running);
            Command migrate = migrate(running, 4);
            Reservation rest = ((Decision.Accepted) desk.book().submit(migrate)).reservation();
            assertThat(desk.get(running)).isEqualTo(before);
            Window window = fastIsBusy ? new Window(10, 18) : new Window(10, 14);
            assertThat(rest.window()).isEqualTo(window);
            assertThat(rest.placement().pool().name()).isEqualTo(fastIsBusy ? "slow" : "fast");
            assertThat(rest.job()).isEqualTo(Job.of("long", 10, 4, window.end()));
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void migrate_withNoServersLeftForGood_isRefused(String policy) {
        Desk desk = running(policy);
        desk.accept(new Command.Drain(POOL, ServerSet.of(0), new Window(10, Window.FOREVER), false));
        assertThat(desk.refuse(migrate(LONG, 3)).code()).isEqualTo("no-capacity");
    }

    @Test
    void migrate_aheadOfAnOutage_endsWhereServersCanBeNamed() {
        Desk desk = running("level");
        desk.accept(new Command.Drain(POOL, ServerSet.of(0), new Window(12, 20), false));
        desk.accept(migrate(LONG, 3));
        assertThat(desk.window(NEXT)).isEqualTo(new Window(20, 23));
    }

    @Test
    void stays_takeMoreTime_andMoldableJobsStayOnTheServersTheyHave() {
        Desk desk = Desk.of("level", new Pool("p", 4, "0.5"));
        ReservationId stay = desk.reserve(Job.exactly("stay", new Window(0, 10), 1));
        ReservationId moldable = desk.reserve(Job.of("moldable", 0, 10, new Shape.Divisible(1, 2, new Work(8), 0)));
        desk.advance(5);
        assertThat(desk.window(moldable)).isEqualTo(new Window(0, 8));
        desk.accept(extend(stay, 3));
        desk.accept(extend(moldable, 3));
        assertThat(desk.get(stay).job()).isEqualTo(Job.exactly("stay", new Window(0, 13), 1));
        assertThat(desk.window(moldable)).isEqualTo(new Window(0, 14));
        assertThat(desk.get(moldable).job().shape()).isEqualTo(new Shape.Rigid(2, new Work(7)));
    }

    @Test
    void badOverruns_sayWhy() {
        Desk desk = running("level", Job.of("next", 20, 5, 40));
        assertThat(desk.refuse(push(NEXT, 3)).code()).isEqualTo("not-running");
        assertThat(desk.refuse(push(new ReservationId(9), 3)).code()).isEqualTo("unknown-reservation");
        assertThat(desk.refuse(extend(LONG, Work.MOST)).code()).isEqualTo("overrun-too-long");
        assertThatThrownBy(() -> push(LONG, 0)).isInstanceOf(BadValue.class);
        Desk slow = Desk.of("level", new Pool("p", 1, "0.000001"));
        slow.reserve(Job.of("long", 0, 1, 1_000_000));
        slow.advance(5);
        assertThat(slow.refuse(extend(LONG, Work.MOST - 1)).code()).isEqualTo("overrun-too-long");
    }
}
