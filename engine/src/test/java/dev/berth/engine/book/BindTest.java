package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bound reservations keep their servers, and all others are placed around them. */
class BindTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Job exactly(String name, long start, long end) {
        return Job.of(name, start, end - start, end);
    }

    private static ServerSet servers(Desk desk, ReservationId id) {
        return desk.get(id).placement().servers();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatStartsByThen_isBound_andStartsOnItsServers(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId soon = desk.reserve(exactly("soon", 10, 20));
        ReservationId onTime = desk.reserve(exactly("on time", 15, 25));
        ReservationId later = desk.reserve(exactly("later", 25, 30));

        List<Event> events = desk.accept(new Command.Bind(POOL, 15));

        assertThat(events)
                .containsExactly(
                        new Event.Bound(soon, servers(desk, soon)), new Event.Bound(onTime, servers(desk, onTime)));
        assertThat(desk.get(soon).isBound()).isTrue();
        assertThat(desk.get(later).isWaiting()).isTrue();
        assertThat(desk.accept(new Command.Bind(POOL, 15))).as("bound already").isEmpty();
        assertThat(desk.accept(new Command.Advance(15)))
                .contains(
                        new Event.Started(soon, servers(desk, soon)), new Event.Started(onTime, servers(desk, onTime)));
    }

    @Test
    void whatIsOnlyHeld_isNotBound_butNamedBesideWhatIs() {
        Desk desk = Desk.of("level", 2);
        desk.accept(new Command.Hold(exactly("held", 5, 12), 4));
        ReservationId booked = desk.reserve(exactly("booked", 10, 20));
        desk.accept(new Command.Bind(POOL, 10));
        Reservation held = desk.get(new ReservationId(1));
        assertThat(held.state()).isEqualTo(Reservation.State.HELD);
        assertThat(held.placement().servers().stream())
                .doesNotContain(servers(desk, booked).get(0));
    }

    /**
     * Two servers. One is bound from 10 on; the count allows a job of [2, 12) beside another of [2, 9), but only on the server
     * that is not bound: so the longer one gets that, although the shorter one came first.
     */
    @Test
    void othersGoAroundIt_whereCountingIsNotEnough() {
        Desk desk = Desk.of("level", 2);
        ReservationId bound = desk.reserve(exactly("bound", 10, 20));
        desk.accept(new Command.Bind(POOL, 10));
        int taken = servers(desk, bound).get(0);
        ReservationId shorter = desk.reserve(exactly("short", 2, 9));
        ReservationId longer = desk.reserve(exactly("long", 2, 12));
        assertThat(servers(desk, longer)).isEqualTo(ServerSet.of(1 - taken));
        assertThat(servers(desk, shorter)).isEqualTo(ServerSet.of(taken));
        assertThat(desk.refuse(new Command.Reserve(exactly("no room", 9, 11))).code())
                .as("one server is free until 10, and none is free longer")
                .isEqualTo("no-capacity");
        assertThat(desk.accept(new Command.Advance(10))).contains(new Event.Started(bound, ServerSet.of(taken)));
    }

    @Test
    void doesNotStartEarlyByItself_norMoveForOthers() {
        Desk desk = Desk.of("level", 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId bound = desk.reserve(Job.of("bound", 0, 5, 40).whenFree());
        desk.accept(new Command.Bind(POOL, 10));
        desk.advance(4);
        desk.accept(new Command.Finish(first));
        desk.advance(6);
        assertThat(desk.window(bound)).isEqualTo(new Window(10, 15));
        ReservationId running = desk.reserve(Job.of("running", 6, 3, 9));
        desk.advance(7);
        assertThat(desk.refuse(new Command.Overrun(running, 4, OverrunPolicy.PUSH)))
                .isEqualTo(new Refusal.CannotPush(running, POOL, new Window(9, 13), List.of(bound)));
    }

    @Test
    void rescheduling_leavesItWhereItIs() {
        for (String admission : List.of("replan", "reschedule-edf", "reschedule-lff")) {
            Desk desk = new Desk(new Book("level", admission));
            desk.accept(new Command.AddPool(new dev.berth.engine.model.Pool("p", 1, "1")));
            ReservationId flexible = desk.reserve(Job.of("flexible", 10, 5, 40));
            Command urgent = new Command.Reserve(exactly("urgent", 10, 15));
            assertThat(desk.book().decide(urgent)).as(admission).isInstanceOf(Decision.Accepted.class);
            desk.accept(new Command.Bind(POOL, 10));
            assertThat(desk.refuse(urgent).code()).as(admission).isEqualTo("no-capacity");
            assertThat(desk.window(flexible)).isEqualTo(new Window(10, 15));
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void failureOfItsServer_movesIt_andItIsNoLongerBound(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId bound = desk.reserve(exactly("bound", 10, 20));
        desk.accept(new Command.Bind(POOL, 10));
        int lost = servers(desk, bound).get(0);
        int other = 1 - lost;

        desk.accept(new Command.Fail(POOL, ServerSet.of(other)));
        assertThat(desk.get(bound).isBound()).as("another server failed").isTrue();
        desk.accept(new Command.Restore(POOL, ServerSet.of(other)));

        List<Event> events = desk.accept(new Command.Fail(POOL, ServerSet.of(lost)));
        assertThat(events).anyMatch(Event.Moved.class::isInstance);
        assertThat(desk.get(bound).isWaiting()).isTrue();
        assertThat(desk.accept(new Command.Bind(POOL, 10)))
                .containsExactly(new Event.Bound(bound, ServerSet.of(other)));
    }

    @Test
    void drainsAndEvacuations_doNotMoveIt() {
        Desk desk = Desk.of("level", 2);
        ReservationId bound = desk.reserve(Job.of("bound", 10, 10, 60));
        desk.accept(new Command.Bind(POOL, 10));
        ServerSet servers = servers(desk, bound);
        Window window = new Window(15, 30);
        Refusal inTheWay = new Refusal.ReservationsInTheWay(POOL, servers, window, List.of(bound));
        assertThat(desk.refuse(new Command.Drain(POOL, servers, window, false))).isEqualTo(inTheWay);
        assertThat(desk.refuse(new Command.Evacuate(POOL, servers, window))).isEqualTo(inTheWay);
        assertThat(desk.book()
                        .consequences(
                                new Command.Evacuate(POOL, servers, window),
                                dev.berth.engine.calendar.Effort.unlimited()))
                .containsExactly(
                        new Consequence.CannotMove(desk.get(bound), new Refusal.AlreadyBound(bound, 10, servers)));
        desk.accept(new Command.Drain(POOL, ServerSet.of(1 - servers.get(0)), window, false));
    }

    @Test
    void itsOwnerMayChangeIt_andItStaysBoundOnlyWhereItIs() {
        Desk desk = Desk.of("level", 3);
        ReservationId bound = desk.reserve(Job.of("bound", 10, 10, 60, 2));
        desk.accept(new Command.Bind(POOL, 10));
        ServerSet before = servers(desk, bound);
        desk.accept(new Command.Adjust(bound, new Adjustment.Relax(10, 80)));
        assertThat(desk.get(bound).isBound()).isTrue();
        assertThat(servers(desk, bound)).isEqualTo(before);
        desk.accept(new Command.Adjust(bound, new Adjustment.Shrink(4, 1)));
        assertThat(desk.get(bound).isBound()).isTrue();
        assertThat(servers(desk, bound)).isEqualTo(before.lowest(1));
        assertThat(desk.window(bound)).isEqualTo(new Window(10, 16));
        desk.accept(new Command.Adjust(bound, new Adjustment.Move(5)));
        assertThat(desk.get(bound).isWaiting()).isTrue();
        assertThat(desk.window(bound)).isEqualTo(new Window(15, 21));
    }

    @Test
    void costsNothing_andTheAgreedFixComesAtItsTime() {
        Desk desk = Desk.of("level", 1);
        desk.accept(new Command.SetTariff(POOL, Tariff.flat(Money.of("3"), 1).withDiscounts(500_000, 0, 1)));
        ReservationId id = desk.reserve(Job.of("fixes itself", 10, 10, 60)
                .under(Job.of("any", 0, 1, 1).terms().withFixAfter(50)));
        Reservation before = desk.get(id);
        desk.accept(new Command.Bind(POOL, 10));
        Reservation bound = desk.get(id);
        assertThat(bound).isEqualTo(before.bound(bound.placement().servers()));
        Book unbound = Book.restore(desk.book().snapshot());
        desk.advance(6);
        assertThat(desk.get(id).isFixed()).isTrue();
        assertThat(desk.get(id).isBound()).isTrue();
        assertThat(desk.get(id).agreement().price().isAbove(before.agreement().price()))
                .as("the fix costs, not the binding")
                .isTrue();
        unbound.submit(new Command.Advance(6));
        assertThat(unbound.snapshot()).isEqualTo(desk.book().snapshot());
    }

    @Test
    void unknownPool_isRefused_andATimeInThePastBindsNothing() {
        Desk desk = Desk.of("level", 1);
        desk.advance(5);
        desk.reserve(exactly("next", 6, 7));
        assertThat(desk.refuse(new Command.Bind(new PoolId("q"), 9)).code()).isEqualTo("unknown-pool");
        assertThat(desk.accept(new Command.Bind(POOL, 3))).isEmpty();
        assertThat(desk.accept(new Command.Bind(POOL, Long.MAX_VALUE))).hasSize(1);
    }
}
