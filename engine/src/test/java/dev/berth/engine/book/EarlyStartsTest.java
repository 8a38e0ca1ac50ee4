package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that may start when servers are free do so; jobs that start as promised do not. */
class EarlyStartsTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static Job whenFree(String name, long ready, long work, long deadline) {
        return Job.of(name, ready, work, deadline).whenFree();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void serversThatFinishEarly_goToWhoMayStart(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(whenFree("second", 0, 5, 15));
        ReservationId third = desk.reserve(whenFree("third", 0, 5, 20));
        desk.advance(4);
        assertThat(desk.accept(new Command.Finish(first)))
                .containsExactly(new Event.Closed(first, Event.Cause.FINISHED_EARLY));
        Reservation before = desk.get(second);
        List<Event> events = desk.accept(new Command.Advance(4));
        Reservation early = before.withPlacement(desk.get(second)
                .placement()
                .withServers(early(events).placement().servers()));
        assertThat(events)
                .containsExactly(
                        new Event.StartsEarly(early, 10),
                        new Event.TimeAdvanced(4),
                        new Event.Started(second, ServerSet.of(0)));
        assertThat(desk.window(second)).isEqualTo(new Window(4, 9));
        assertThat(desk.window(third)).as("nothing is free for it yet").isEqualTo(new Window(15, 20));
        desk.advance(30);
        assertThat(desk.book().reservation(third))
                .as("it followed at 9 and has ended")
                .isEmpty();
    }

    @Test
    void serversThatNobodyUses_goToWhoMayStart() {
        Desk desk = Desk.of("level", 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(whenFree("second", 0, 5, 15));
        assertThat(desk.refuse(new Command.NoShow(second)).code()).isEqualTo("not-started");
        desk.advance(4);
        assertThat(desk.accept(new Command.NoShow(first)))
                .containsExactly(new Event.Closed(first, Event.Cause.NO_SHOW));
        desk.advance(4);
        assertThat(desk.window(second)).isEqualTo(new Window(4, 9));
    }

    private static Reservation early(List<Event> events) {
        return ((Event.StartsEarly) events.getFirst()).reservation();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void asPromised_neverStartsEarlier_whateverComesBack(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(Job.of("second", 0, 5, 15));
        desk.advance(4);
        desk.accept(new Command.Finish(first));
        desk.advance(5);
        assertThat(desk.window(second)).isEqualTo(new Window(10, 15));
        desk.accept(new Command.AddServers(POOL, 3, 0));
        desk.advance(6);
        assertThat(desk.window(second)).isEqualTo(new Window(10, 15));
    }

    @Test
    void bookWithoutEarlyStarts_startsAllAsPromised() {
        Desk desk = new Desk(new Book("earliest", "direct", false));
        desk.accept(new Command.AddPool(new Pool("p", 1, "1")));
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(whenFree("second", 0, 5, 15));
        desk.accept(new Command.Cancel(first));
        desk.advance(1);
        assertThat(desk.window(second)).isEqualTo(new Window(10, 15));
        assertThat(Book.restore(desk.book().snapshot()).earlyStarts()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void windowThatReachesIntoItsOwnOldOne_isFree(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(whenFree("second", 0, 20, 30));
        desk.advance(4);
        desk.accept(new Command.Cancel(first));
        desk.advance(5);
        assertThat(desk.window(second)).isEqualTo(new Window(4, 24));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatIsNotReady_waitsUntilItIs_andWhatIsHeld_stays(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId notReady = desk.reserve(whenFree("not ready", 5, 5, 15));
        ReservationId held = ((Decision.Accepted) desk.book().submit(new Command.Hold(whenFree("held", 0, 5, 20), 100)))
                .reservation()
                .id();
        desk.advance(4);
        desk.accept(new Command.Finish(first));
        desk.advance(4);
        assertThat(desk.window(notReady)).isEqualTo(new Window(10, 15));
        desk.advance(8);
        assertThat(desk.window(notReady)).isEqualTo(new Window(5, 10));
        assertThat(desk.window(held)).isEqualTo(new Window(15, 20));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void otherPool_isTaken_ifItEndsNoLaterThere(String policy) {
        for (int work = 5; work <= 7; work++) {
            Desk desk = Desk.of(policy, new Pool("fast", 1, "1"), new Pool("slow", 1, "0.5"));
            desk.reserve(Job.of("on fast", 0, 10, 10));
            ReservationId slow = desk.reserve(Job.of("on slow", 0, 10, 20));
            ReservationId next = desk.reserve(whenFree("next", 0, work, 10 + work));
            assertThat(desk.window(next)).isEqualTo(new Window(10, 10 + work));
            desk.advance(4);
            desk.accept(new Command.Finish(slow));
            desk.advance(4);
            assertThat(desk.window(next)).isEqualTo(work < 7 ? new Window(4, 4 + 2 * work) : new Window(10, 10 + work));
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whateverComesBack_isPutToUse(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.accept(new Command.Drain(POOL, ServerSet.of(0), new Window(0, 50), false));
        ReservationId after = desk.reserve(whenFree("after", 0, 5, 55));
        desk.accept(new Command.Restore(POOL, ServerSet.of(0)));
        desk.advance(0);
        assertThat(desk.window(after)).isEqualTo(new Window(0, 5));

        ReservationId second = desk.reserve(whenFree("second", 0, 5, 10));
        desk.accept(new Command.AddServers(POOL, 1, 0));
        desk.advance(0);
        assertThat(desk.window(second)).isEqualTo(new Window(0, 5));

        ReservationId third = desk.reserve(whenFree("third", 0, 5, 10));
        desk.accept(new Command.Cancel(second));
        desk.advance(0);
        assertThat(desk.window(third)).isEqualTo(new Window(0, 5));

        desk = Desk.of(policy, 1);
        ReservationId big = desk.reserve(Job.of("big", 2, 10, 12));
        ReservationId behind = desk.reserve(whenFree("behind", 0, 5, 17));
        desk.accept(new Command.Change(big, Job.of("big", 7, 5, 12)));
        desk.advance(0);
        assertThat(desk.window(big)).isEqualTo(new Window(7, 12));
        assertThat(desk.window(behind)).isEqualTo(new Window(0, 5));
    }

    @Test
    void holdThatExpires_givesItsServersAway_atThatMoment() {
        Desk desk = Desk.of("earliest", 1);
        desk.accept(new Command.Hold(Job.of("held", 6, 10, 16), 4));
        ReservationId waits = desk.reserve(whenFree("waits", 0, 8, 24));
        assertThat(desk.window(waits)).isEqualTo(new Window(16, 24));
        desk.advance(10);
        assertThat(desk.window(waits)).isEqualTo(new Window(4, 12));
    }

    /** The latest start that meets the deadline is 12 for a, 11 for b and 13 for c. */
    @Test
    void whoHasToStartSoonest_startsFirst() {
        Desk desk = Desk.of("earliest", 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId a = desk.reserve(whenFree("a", 0, 1, 13));
        ReservationId b = desk.reserve(whenFree("b", 0, 1, 12));
        ReservationId c = desk.reserve(whenFree("c", 0, 1, 14));
        desk.advance(2);
        desk.accept(new Command.Finish(first));
        desk.advance(2);
        assertThat(desk.window(b)).isEqualTo(new Window(2, 3));
        assertThat(desk.window(a)).isEqualTo(new Window(10, 11));
        desk.advance(4);
        assertThat(desk.window(c)).isEqualTo(new Window(4, 5));
    }

    @Test
    void notice_isKept_andThePromiseMovesOnce() {
        Desk desk = Desk.of("earliest", 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(Job.of("second", 0, 5, 20).under(Terms.NONE.whenFree(3)));
        desk.advance(2);
        desk.accept(new Command.Finish(first));
        desk.advance(2);
        assertThat(desk.window(second)).isEqualTo(new Window(5, 10));
        assertThat(desk.get(second).isWaiting()).isTrue();
        desk.advance(5);
        assertThat(desk.get(second).isRunning()).isTrue();
    }

    /** Servers 0 to 2 are free from 5 on: a takes two of them and c the third; b is ready at 7 and takes none. */
    @Test
    void widths_areFilledBesideEachOther() {
        Desk desk = Desk.of("earliest", 3);
        ReservationId all = desk.reserve(Job.of("all", 0, 20, 20, 3));
        ReservationId a = desk.reserve(Job.of("a", 0, 10, 40, 2).whenFree());
        ReservationId b = desk.reserve(Job.of("b", 7, 10, 41, 2).whenFree());
        ReservationId c = desk.reserve(whenFree("c", 0, 4, 50));
        desk.advance(5);
        desk.accept(new Command.Finish(all));
        desk.advance(8);
        assertThat(desk.window(a)).isEqualTo(new Window(5, 15));
        assertThat(desk.window(c)).isEqualTo(new Window(5, 9));
        assertThat(desk.window(b).start()).isGreaterThan(8);
        desk.advance(15);
        assertThat(desk.window(b)).isEqualTo(new Window(15, 25));
    }

    @Test
    void serversNamedAheadOfAnOutage_areKeptFree() {
        Desk desk = Desk.of("earliest", 2);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId other = desk.reserve(Job.of("other", 0, 10, 10));
        ReservationId wide = desk.reserve(whenFree("waits", 0, 10, 20));
        desk.advance(4);
        int server = desk.book().handout(POOL).get(first).get(0);
        desk.accept(new Command.Drain(POOL, ServerSet.of(server), new Window(12, 30), false));
        desk.accept(new Command.Finish(first));
        desk.advance(4);
        assertThat(desk.window(wide))
                .as("the server that is free now goes out too soon")
                .isEqualTo(new Window(10, 20));
        desk.accept(new Command.Finish(other));
        desk.advance(4);
        assertThat(desk.window(wide)).isEqualTo(new Window(4, 14));
    }

    /** It never decided anything itself, and knows all the same who has become ready meanwhile. */
    @Test
    void bookMadeFromEvents_startsWhatIsReady() {
        Desk desk = Desk.of("earliest", 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(whenFree("second", 2, 5, 20));
        Book replayed = new Book("earliest");
        replayed.apply(new Event.PoolAdded(new Pool(POOL.name(), 1, "1")));
        replayed.apply(new Event.Reserved(desk.get(first)));
        replayed.apply(new Event.Reserved(desk.get(second)));
        replayed.apply(new Event.TimeAdvanced(4));
        replayed.apply(new Event.Started(first, ServerSet.of(0)));
        desk.advance(4);
        desk.accept(new Command.Finish(first));
        replayed.submit(new Command.Finish(first));
        assertThat(replayed.submit(new Command.Advance(6)))
                .isEqualTo(desk.book().submit(new Command.Advance(6)));
        assertThat(desk.window(second)).isEqualTo(new Window(4, 9));
    }
}
