package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Capacity that comes back is given to what may start now. */
class EarlyEndTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void finish_pullsForwardWhatMayStart_byStart(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(Job.of("second", 0, 5, 15));
        ReservationId third = desk.reserve(Job.of("third", 0, 5, 20));
        desk.advance(4);
        List<Event> events = desk.accept(new Command.Finish(first));
        assertThat(desk.window(second)).isEqualTo(new Window(4, 9));
        assertThat(desk.window(third)).as("nothing is free for it now").isEqualTo(new Window(15, 20));
        assertThat(events)
                .containsExactly(
                        new Event.Closed(first, Event.Cause.FINISHED_EARLY),
                        new Event.Moved(List.of(desk.get(second))));
        desk.advance(5);
        assertThat(desk.get(second).isRunning()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void windowThatReachesIntoItsOwnOldOne_isFree(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId second = desk.reserve(Job.of("second", 0, 20, 30));
        desk.advance(4);
        desk.accept(new Command.Cancel(first));
        assertThat(desk.window(second)).isEqualTo(new Window(4, 24));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatIsNotReady_orOnlyHeld_stays_andThereIsNoEvent(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        desk.reserve(Job.of("not ready", 5, 5, 15));
        desk.accept(new Command.Hold(Job.of("held", 0, 5, 20), 100));
        desk.advance(4);
        assertThat(desk.accept(new Command.Finish(first)))
                .containsExactly(new Event.Closed(first, Event.Cause.FINISHED_EARLY));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void otherPool_isTaken_ifItEndsNoLaterThere(String policy) {
        for (int work = 5; work <= 7; work++) {
            Desk desk = Desk.of(policy, new Pool("fast", 1, "1"), new Pool("slow", 1, "0.5"));
            desk.reserve(Job.of("on fast", 0, 10, 10));
            ReservationId slow = desk.reserve(Job.of("on slow", 0, 10, 20));
            ReservationId next = desk.reserve(Job.of("next", 0, work, 10 + work));
            assertThat(desk.window(next)).isEqualTo(new Window(10, 10 + work));
            desk.advance(4);
            desk.accept(new Command.Finish(slow));
            assertThat(desk.window(next)).isEqualTo(work < 7 ? new Window(4, 4 + 2 * work) : new Window(10, 10 + work));
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void cancelOfWhatWaits_restore_addedServers_andShrinking_pullForwardToo(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.accept(new Command.Drain(POOL, ServerSet.of(0), new Window(0, 50), false));
        ReservationId after = desk.reserve(Job.of("after", 0, 5, 55));
        desk.accept(new Command.Restore(POOL, ServerSet.of(0)));
        assertThat(desk.window(after)).isEqualTo(new Window(0, 5));

        ReservationId second = desk.reserve(Job.of("second", 0, 5, 10));
        desk.accept(new Command.AddServers(POOL, 1, 0));
        assertThat(desk.window(second)).isEqualTo(new Window(0, 5));

        ReservationId third = desk.reserve(Job.of("third", 0, 5, 10));
        desk.accept(new Command.Cancel(second));
        assertThat(desk.window(third)).isEqualTo(new Window(0, 5));

        desk = Desk.of(policy, 1);
        ReservationId big = desk.reserve(Job.of("big", 2, 10, 12));
        ReservationId behind = desk.reserve(Job.of("behind", 0, 5, 17));
        desk.accept(new Command.Change(big, Job.of("big", 7, 5, 12)));
        assertThat(desk.window(big)).isEqualTo(new Window(7, 12));
        assertThat(desk.window(behind)).isEqualTo(new Window(0, 5));
    }

    @Test
    void serversNamedAheadOfAnOutage_areKeptFree() {
        Desk desk = Desk.of("earliest", 2);
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId other = desk.reserve(Job.of("other", 0, 10, 10));
        ReservationId wide = desk.reserve(Job.of("waits", 0, 10, 20));
        desk.advance(4);
        int server = desk.book().handout(POOL).get(first).get(0);
        desk.accept(new Command.Drain(POOL, ServerSet.of(server), new Window(12, 30), false));
        desk.accept(new Command.Finish(first));
        assertThat(desk.window(wide))
                .as("the server that is free now goes out too soon")
                .isEqualTo(new Window(10, 20));
        desk.accept(new Command.Finish(other));
        assertThat(desk.window(wide)).isEqualTo(new Window(4, 14));
    }
}
