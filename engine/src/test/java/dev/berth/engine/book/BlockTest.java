package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that others have for a while, and how that goes together with failures, drains and other blocks. */
class BlockTest {
    private static final ServerSet ONE = ServerSet.of(0);

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Command block(long start, long end, String cause) {
        return new Command.Block(POOL, ONE, new Window(start, end), cause);
    }

    private static Command unblock(String cause) {
        return new Command.Unblock(POOL, ONE, cause);
    }

    /** Whether the one server of the pool can be booked for this window. */
    private static boolean isFree(Desk desk, long start, long end) {
        return desk.book().decide(new Command.Reserve(Job.of("probe", start, end - start, end)))
                instanceof Decision.Accepted;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void displaces_likeAFailure_butForAWindow(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId runs = desk.reserve(Job.of("runs", 0, 10, 60));
        ReservationId stuck = desk.reserve(Job.of("stuck", 10, 2, 12));
        desk.advance(2);

        List<Event> events = desk.accept(block(2, 12, "job 7"));

        assertThat(events).contains(new Event.OutagePlanned(POOL, Outage.block(0, new Window(2, 12), "job 7")));
        assertThat(desk.window(runs)).as("from its beginning, after the block").isEqualTo(new Window(12, 22));
        assertThat(desk.book().degraded(stuck)).isPresent();
        assertThat(desk.accept(unblock("job 7")))
                .as("there is room for it again")
                .anyMatch(event -> event instanceof Event.Recovered recovered
                        && recovered.reservation().id().equals(stuck));
        assertThat(desk.book().outages(POOL)).isEmpty();
    }

    @Test
    void endsByTheClock_unlikeAFailure() {
        Desk desk = Desk.of("level", 1);
        desk.accept(block(2, 12, "job 7"));
        desk.advance(12);
        assertThat(desk.book().outages(POOL)).isEmpty();
        assertThat(isFree(desk, 12, 20)).isTrue();
    }

    @Test
    void sameCauseAgain_isANewWindow() {
        Desk desk = Desk.of("level", 1);
        desk.accept(block(2, 12, "job 7"));
        desk.accept(block(6, 9, "job 7"));
        assertThat(desk.book().outages(POOL)).containsExactly(Outage.block(0, new Window(6, 9), "job 7"));
        assertThat(isFree(desk, 2, 6)).isTrue();
        assertThat(isFree(desk, 9, 12)).isTrue();
        assertThat(isFree(desk, 5, 7)).isFalse();
    }

    @Test
    void twoCausesThatOverlap_eachTakeAndGiveBackTheirOwn() {
        Desk desk = Desk.of("level", 1);
        desk.accept(block(0, 10, "job 7"));
        desk.accept(block(5, 20, "maintenance"));
        assertThat(isFree(desk, 20, 25)).isTrue();
        desk.accept(unblock("job 7"));
        assertThat(isFree(desk, 0, 5)).isTrue();
        assertThat(isFree(desk, 4, 6)).as("maintenance stands").isFalse();
        desk.accept(unblock("maintenance"));
        assertThat(isFree(desk, 0, 25)).isTrue();
        assertThat(desk.refuse(unblock("maintenance"))).isEqualTo(new Refusal.NotBlocked(POOL, 0, "maintenance"));
    }

    /**
     * Two servers; the first is blocked until 10 by one cause and from 5 to 20 by another, so it seems out all the while and nothing
     * needs a name. When the first cause goes, it is free until 5 and out from then on: a reservation of [2, 12) fits on the other
     * server only, and one of [2, 5) must leave that to it.
     */
    @Test
    void whenAServerGoesOutLaterThanItDid_whatWaitsIsNamed() {
        Desk desk = Desk.of("level", 2);
        desk.accept(block(0, 10, "job 7"));
        desk.accept(block(5, 20, "maintenance"));
        ReservationId longer = desk.reserve(Job.of("long", 2, 10, 12));
        assertThat(desk.get(longer).placement().servers()).isEqualTo(ServerSet.EMPTY);
        assertThat(desk.accept(unblock("job 7"))).contains(new Event.Renamed(longer, ServerSet.of(1)));
        ReservationId shorter = desk.reserve(Job.of("short", 2, 3, 5));
        assertThat(desk.get(shorter).placement().servers()).isEqualTo(ONE);
        assertThat(desk.accept(new Command.Advance(2)))
                .contains(new Event.Started(longer, ServerSet.of(1)), new Event.Started(shorter, ONE));
    }

    @Test
    void failureOfABlockedServer_outlastsTheBlock_andTheOtherWayRound() {
        Desk desk = Desk.of("level", 1);
        desk.accept(block(0, 10, "job 7"));
        desk.accept(new Command.Fail(POOL, ONE, 6));
        desk.accept(unblock("job 7"));
        assertThat(isFree(desk, 0, 5)).as("it is broken").isFalse();
        assertThat(isFree(desk, 6, 10)).isTrue();
        desk.accept(block(4, 10, "job 8"));
        desk.accept(new Command.Fail(POOL, ONE, 3));
        assertThat(desk.book().outages(POOL))
                .as("a better estimate gives nothing back that is blocked")
                .containsExactly(Outage.failure(0, new Window(0, 3), 3), Outage.block(0, new Window(4, 10), "job 8"));
        assertThat(isFree(desk, 3, 4)).isTrue();
        assertThat(isFree(desk, 3, 5)).isFalse();
        desk.accept(new Command.Restore(POOL, ONE));
        assertThat(desk.book().outages(POOL)).as("restored is restored").isEmpty();
        assertThat(isFree(desk, 0, 10)).isTrue();
    }

    @Test
    void overdueRepair_extendsTheFailureAlone() {
        Desk desk = Desk.of("level", 1);
        desk.accept(new Command.Fail(POOL, ONE, 8));
        desk.accept(block(4, 9, "job 7"));
        desk.advance(8);
        assertThat(desk.book().outages(POOL))
                .containsExactly(Outage.failure(0, new Window(0, 10), 8), Outage.block(0, new Window(4, 9), "job 7"));
        desk.advance(9);
        assertThat(desk.book().outages(POOL)).containsExactly(Outage.failure(0, new Window(0, 10), 8));
    }

    @Test
    void drainedServer_canBeBlocked_butABlockedOneIsNotDrained() {
        Desk desk = Desk.of("level", 1);
        desk.accept(new Command.Drain(POOL, ONE, new Window(5, 15), false));
        desk.accept(block(0, 10, "job 7"));
        assertThat(isFree(desk, 14, 16)).isFalse();
        desk.accept(unblock("job 7"));
        assertThat(isFree(desk, 0, 5)).isTrue();
        assertThat(isFree(desk, 4, 6)).as("the drain stands").isFalse();
        desk.accept(block(15, 20, "job 7"));
        assertThat(desk.refuse(new Command.Drain(POOL, ONE, new Window(16, 30), false)))
                .isEqualTo(new Refusal.OutOfService(POOL, 0, new Window(15, 20)));
    }

    @Test
    void boundReservation_isMovedByABlock() {
        Desk desk = Desk.of("level", 2);
        ReservationId bound = desk.reserve(Job.of("bound", 10, 5, 15));
        desk.accept(new Command.Bind(POOL, 10));
        ServerSet was = desk.get(bound).placement().servers();
        desk.accept(new Command.Block(POOL, was, new Window(0, 12), "job 7"));
        assertThat(desk.get(bound).isWaiting()).isTrue();
        desk.accept(new Command.Bind(POOL, 10));
        assertThat(desk.get(bound).placement().servers()).isEqualTo(ServerSet.of(1 - was.get(0)));
    }

    @Test
    void windowIsAhead_serversAreKnown_andACauseIsNamed() {
        Desk desk = Desk.of("level", 1);
        desk.advance(10);
        assertThat(desk.refuse(block(2, 10, "job 7")).code()).isEqualTo("time-backwards");
        assertThat(desk.refuse(new Command.Block(POOL, ServerSet.of(1), new Window(10, 11), "job 7"))
                        .code())
                .isEqualTo("unknown-server");
        assertThatThrownBy(() -> block(10, 11, " ")).isInstanceOf(BadValue.class);
        desk.accept(block(2, 15, "job 7"));
        assertThat(desk.book().outages(POOL)).containsExactly(Outage.block(0, new Window(10, 15), "job 7"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void avoid_takesAServerThatNobodyNeeds_andIsRefusedOtherwise(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId runs = desk.reserve(Job.of("runs", 0, 10, 60));
        desk.advance(2);

        assertThat(desk.book().decide(new Command.Avoid(POOL, ONE, new Window(2, 30), "node does not answer")))
                .isEqualTo(new Decision.Refused(
                        new Refusal.ReservationsInTheWay(POOL, ONE, new Window(2, 30), List.of(runs))));

        desk.accept(new Command.Avoid(POOL, ONE, new Window(10, 30), "node does not answer"));
        assertThat(desk.window(runs)).isEqualTo(new Window(0, 10));
        assertThat(isFree(desk, 10, 12)).isFalse();
        assertThat(isFree(desk, 30, 32)).isTrue();
        desk.accept(unblock("node does not answer"));
        assertThat(isFree(desk, 10, 12)).isTrue();
    }
}
