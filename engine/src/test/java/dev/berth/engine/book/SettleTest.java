package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pool of two hosts: servers 0 and 1 are cards of alpha, 2 and 3 of beta. */
class SettleTest {
    private static final ServerSet ALPHA = ServerSet.of(0, 1);
    private static final ServerSet BETA = ServerSet.of(2, 3);

    private final Desk desk = Desk.of("level", 4);

    private ReservationId book(String name, long start, long end, int servers) {
        return desk.reserve(Job.exactly(name, new Window(start, end), servers));
    }

    private ServerSet settle(ReservationId id, ServerSet... among) {
        desk.accept(new Command.Settle(id, List.of(among)));
        assertThat(desk.get(id).isBound()).isTrue();
        return desk.get(id).placement().servers();
    }

    @Test
    void serversComeFromTheSet_andAreThoseThatItStartsOn() {
        ReservationId one = book("one", 10, 20, 1);
        assertThat(settle(one, BETA)).isEqualTo(ServerSet.of(2));
        assertThat(desk.accept(new Command.Advance(10))).contains(new Event.Started(one, ServerSet.of(2)));
    }

    /** One card of alpha is taken, so two together are only on beta. */
    @Test
    void severalServers_stayInOneSet() {
        settle(book("first", 10, 20, 1), ALPHA);
        assertThat(settle(book("pair", 15, 25, 2), ALPHA, BETA)).isEqualTo(BETA);
    }

    /** Both hosts have room; the one that is in use already is filled up, so that the other stays whole. */
    @Test
    void theSetThatIsLeftFullest_isTaken() {
        settle(book("first", 10, 20, 1), BETA);
        assertThat(settle(book("second", 12, 18, 1), ALPHA, BETA)).isEqualTo(ServerSet.of(3));
    }

    @Test
    void whatIsShunned_isTakenOnlyIfThereIsNothingElse() {
        desk.accept(new Command.Shun(POOL, ServerSet.of(0, 2, 3)));
        assertThat(settle(book("first", 10, 20, 1), ALPHA, BETA)).isEqualTo(ServerSet.of(1));
        assertThat(settle(book("second", 10, 20, 1), ALPHA)).isEqualTo(ServerSet.of(0));
    }

    /** The pool has room for two more, but not on one host: nothing is changed. */
    @Test
    void noRoomInAnySet_isRefused() {
        settle(book("on alpha", 10, 20, 1), ALPHA);
        settle(book("on beta", 10, 20, 1), BETA);
        ReservationId pair = book("pair", 10, 20, 2);
        assertThat(desk.refuse(new Command.Settle(pair, List.of(ALPHA, BETA)))).isInstanceOf(Refusal.NoCapacity.class);
        assertThat(desk.get(pair).isWaiting()).isTrue();
    }

    /** Reservations that had been named these servers get others, at the same time. */
    @Test
    void othersAreNamedOtherServers_ifTheyCanBe() {
        ReservationId waiting = book("waiting", 10, 20, 2);
        desk.accept(new Command.NameServers(POOL));
        ServerSet named = desk.get(waiting).placement().servers();
        ReservationId pair = book("pair", 10, 20, 2);
        assertThat(settle(pair, named)).isEqualTo(named);
        assertThat(desk.window(waiting)).isEqualTo(new Window(10, 20));
        assertThat(desk.accept(new Command.Advance(10)).stream()
                        .filter(Event.Started.class::isInstance)
                        .count())
                .isEqualTo(2);
    }

    @Test
    void onlyWhatWaits_canBeSettled() {
        ReservationId id = book("one", 10, 20, 1);
        settle(id, ALPHA);
        assertThat(desk.refuse(new Command.Settle(id, List.of(BETA)))).isInstanceOf(Refusal.AlreadyBound.class);
        desk.advance(10);
        assertThat(desk.refuse(new Command.Settle(id, List.of(BETA)))).isInstanceOf(Refusal.AlreadyStarted.class);
        assertThat(desk.refuse(new Command.Settle(new ReservationId(99), List.of(BETA))))
                .isInstanceOf(Refusal.UnknownReservation.class);
    }
}
