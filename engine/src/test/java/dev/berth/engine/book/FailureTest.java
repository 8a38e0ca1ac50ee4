package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers fail: what they were promised to moves, starts over, or is degraded until there is room again. */
class FailureTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    private static final ReservationId FIRST = new ReservationId(1);

    /** One server, failed at 1, and one reservation [5, 15) that has to be done by 20. */
    private static Desk degraded(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.reserve(Job.of("only", 5, 10, 15));
        desk.accept(new Command.Change(FIRST, Job.of("only", 5, 10, 20)));
        desk.advance(1);
        desk.failUnder(FIRST);
        return desk;
    }

    private static Command restore() {
        return new Command.Restore(POOL, ServerSet.of(0));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatWaits_movesToAnotherTime(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId stays = desk.reserve(Job.of("stays", 5, 10, 15));
        ReservationId moves = desk.reserve(Job.of("moves", 5, 10, 15));
        desk.accept(new Command.Change(moves, Job.of("moves", 5, 10, 25)));
        List<Event> events = desk.failUnder(moves);
        assertThat(desk.window(stays)).isEqualTo(new Window(5, 15));
        assertThat(desk.window(moves)).isEqualTo(new Window(15, 25));
        assertThat(events.getFirst()).isEqualTo(new Event.Moved(List.of(desk.get(moves))));
        assertThat(desk.book().degraded()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatWaits_movesToAnotherPool(String policy) {
        Desk desk = Desk.of(policy, new Pool("p", 1, "1"), new Pool("slow", 1, "0.5"));
        ReservationId moves = desk.reserve(Job.of("moves", 5, 10, 15));
        desk.accept(new Command.Change(moves, Job.of("moves", 5, 10, 25)));
        desk.failUnder(moves);
        assertThat(desk.window(moves)).isEqualTo(new Window(5, 25));
        assertThat(desk.get(moves).placement().pool().name()).isEqualTo("slow");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatRuns_startsOver(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId running = desk.reserve(Job.of("running", 0, 10, 10));
        ReservationId beside = desk.reserve(Job.of("beside", 0, 4, 4));
        desk.accept(new Command.Change(running, Job.of("running", 0, 10, 14)));
        desk.advance(4);
        assertThat(desk.book().reservation(beside)).isEmpty();
        desk.failUnder(running);
        assertThat(desk.get(running).state()).isEqualTo(Reservation.State.WAITING);
        assertThat(desk.window(running)).isEqualTo(new Window(4, 14));
        desk.advance(14);
        assertThat(desk.book().reservation(running)).isEmpty();
        assertThat(desk.book().degraded()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void noPlace_isDegraded_andHoldsNoCapacity(String policy) {
        Desk desk = degraded(policy);
        assertThat(desk.book().reservation(FIRST)).isEmpty();
        assertThat(desk.book().reservations()).isEmpty();
        assertThat(desk.book().handout(POOL)).isEmpty();
        Degraded lost = desk.book().degraded(FIRST).orElseThrow();
        assertThat(desk.book().degraded()).containsExactly(lost);
        assertThat(lost.since()).isEqualTo(1);
        assertThat(lost.reason()).isEqualTo(new Refusal.NoCapacity(new JobId("only"), 1, 5, 20, List.of(POOL)));
        assertThat(desk.refuse(new Command.Finish(FIRST)).code()).isEqualTo("lost-servers");
        assertThat(desk.refuse(new Command.Confirm(FIRST))).isEqualTo(new Refusal.LostServers(FIRST, 1));
        Book restored = Book.restore(desk.book().snapshot());
        assertThat(restored.degraded()).containsExactly(lost);
        assertThat(restored.snapshot()).isEqualTo(desk.book().snapshot());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void restore_bringsItBackWithinItsTerms(String policy) {
        Desk desk = degraded(policy);
        desk.advance(10);
        List<Event> events = desk.accept(restore());
        assertThat(desk.window(FIRST)).isEqualTo(new Window(10, 20));
        assertThat(events).contains(new Event.Recovered(desk.get(FIRST)));
        assertThat(desk.book().degraded()).isEmpty();
        desk.advance(20);
        assertThat(desk.book().reservations()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void newServers_orAnotherPool_bringItBack(String policy) {
        Desk desk = degraded(policy);
        desk.accept(new Command.AddServers(POOL, 1, 8));
        assertThat(desk.window(FIRST).start()).isGreaterThanOrEqualTo(8);
        desk = degraded(policy);
        desk.accept(new Command.AddPool(new Pool("q", 1, "1")));
        assertThat(desk.get(FIRST).placement().pool().name()).isEqualTo("q");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void hopeless_isClosedByTime_notBefore(String policy) {
        Desk desk = degraded(policy);
        desk.advance(10);
        assertThat(desk.book().degraded(FIRST)).isPresent();
        assertThat(desk.accept(new Command.Advance(11))).contains(new Event.Closed(FIRST, Event.Cause.DISPLACED));
        assertThat(desk.book().degraded()).isEmpty();
        assertThat(desk.refuse(new Command.Cancel(FIRST)).code()).isEqualTo("unknown-reservation");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void cancelled_orUnderNewTerms(String policy) {
        Desk desk = degraded(policy);
        assertThat(desk.accept(new Command.Cancel(FIRST)))
                .containsExactly(new Event.Closed(FIRST, Event.Cause.CANCELLED));
        assertThat(desk.book().degraded()).isEmpty();

        desk = Desk.of(policy, 2);
        ReservationId running = desk.reserve(Job.of("running", 0, 10, 10));
        desk.advance(4);
        desk.failUnder(running);
        assertThat(desk.book().degraded(running).orElseThrow().reason())
                .isEqualTo(new Refusal.DeadlineImpossible(
                        desk.book()
                                .degraded(running)
                                .orElseThrow()
                                .reservation()
                                .job()
                                .id(),
                        10,
                        14,
                        POOL));
        assertThat(Book.restore(desk.book().snapshot()).degraded())
                .containsExactlyElementsOf(desk.book().degraded());
        assertThat(desk.refuse(new Command.Change(running, Job.of("running", 0, 10, 13)))
                        .code())
                .isEqualTo("deadline-impossible");
        desk.accept(new Command.Change(running, Job.of("running", 0, 10, 14)));
        assertThat(desk.window(running)).isEqualTo(new Window(4, 14));
    }

    /** Two servers, one of which fails: "only" is degraded and what takes the other one is in its way. */
    private static Desk beside(String policy, Command other) {
        Desk desk = Desk.of(policy, 2);
        desk.reserve(Job.of("only", 5, 10, 15));
        desk.accept(other);
        desk.failUnder(FIRST);
        assertThat(desk.book().degraded(FIRST)).isPresent();
        return desk;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void roomMadeByOthers_isUsed(String policy) {
        ReservationId other = new ReservationId(2);
        Desk cancelled = beside(policy, new Command.Reserve(Job.of("other", 4, 10, 14)));
        cancelled.accept(new Command.Cancel(other));
        assertThat(cancelled.window(FIRST)).isEqualTo(new Window(5, 15));

        Desk finished = beside(policy, new Command.Reserve(Job.of("other", 4, 10, 14)));
        finished.advance(5);
        finished.accept(new Command.Finish(other));
        assertThat(finished.window(FIRST)).isEqualTo(new Window(5, 15));

        Desk expired = beside(policy, new Command.Hold(Job.of("other", 4, 10, 14), 3));
        expired.advance(3);
        assertThat(expired.window(FIRST)).isEqualTo(new Window(5, 15));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void heldOffer_isWithdrawn(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.accept(new Command.Hold(Job.of("held", 5, 10, 50), 4));
        assertThat(desk.failUnder(FIRST)).contains(new Event.Closed(FIRST, Event.Cause.DISPLACED));
        assertThat(desk.book().heldUntil(FIRST)).isEmpty();
        assertThat(desk.book().degraded()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theMostUrgent_isPlacedFirst(String policy) {
        Desk desk = Desk.of(policy, new Pool("p", 2, "1"), new Pool("q", 1, "1"));
        Requirements only = Requirements.pool("p");
        ReservationId patient = desk.reserve(Job.of("patient", 5, 10, 15).requiring(only));
        ReservationId urgent = desk.reserve(Job.of("urgent", 5, 10, 15).requiring(only));
        desk.accept(new Command.Change(patient, Job.of("patient", 5, 10, 25)));
        desk.accept(new Command.Change(urgent, Job.of("urgent", 5, 10, 15)));
        desk.accept(new Command.Fail(POOL, ServerSet.of(0, 1)));
        assertThat(desk.window(urgent)).isEqualTo(new Window(5, 15));
        assertThat(desk.window(patient)).isEqualTo(new Window(15, 25));
    }

    /** Three servers, on all of which one reservation runs until 10; one of them fails and nothing else is free. */
    private static Desk wide(long deadline) {
        Desk desk = Desk.of("level", 3);
        desk.reserve(Job.of("wide", 0, 10, deadline, 3));
        desk.advance(1);
        desk.failUnder(FIRST);
        assertThat(desk.book().degraded(FIRST)).isPresent();
        return desk;
    }

    private static List<Outage> keptFor(Desk desk, ReservationId id) {
        return desk.book().outages(POOL).stream()
                .filter(outage -> outage.isKeptFor(id))
                .toList();
    }

    @Test
    void wideReservation_onAServerThatFails_keepsTheOthersUntilItsEnd() {
        Desk desk = wide(30);
        assertThat(keptFor(desk, FIRST))
                .extracting(Outage::window)
                .containsExactly(new Window(1, 10), new Window(1, 10));
        assertThat(desk.book().decide(new Command.Reserve(Job.of("other", 0, 5, 10, 1))))
                .isInstanceOf(Decision.Refused.class);
        assertThat(Book.restore(desk.book().snapshot()).outages(POOL))
                .isEqualTo(desk.book().outages(POOL));
        desk.advance(10);
        assertThat(keptFor(desk, FIRST)).isEmpty();
        assertThat(desk.window(desk.reserve(Job.of("other", 10, 5, 15, 2)))).isEqualTo(new Window(10, 15));
    }

    @Test
    void whatKeepsServers_isNotGivenUpBeforeItsWindowEnds() {
        Desk desk = wide(10);
        desk.advance(9);
        assertThat(desk.book().degraded(FIRST)).as("too late to start over").isPresent();
        desk.advance(10);
        assertThat(desk.book().degraded(FIRST)).isEmpty();
        assertThat(desk.book().outages(POOL)).noneMatch(Outage::isBlock);
    }

    @Test
    void whatWasKept_isGivenBack_byWhoCancelsChangesOrRecovers() {
        Desk cancelled = wide(30);
        cancelled.accept(new Command.Cancel(FIRST));
        assertThat(keptFor(cancelled, FIRST)).isEmpty();
        assertThat(cancelled.window(cancelled.reserve(Job.of("other", 0, 5, 6, 2))))
                .isEqualTo(new Window(1, 6));

        Desk changed = wide(30);
        changed.accept(new Command.Change(FIRST, Job.of("wide", 0, 10, 30, 2)));
        assertThat(keptFor(changed, FIRST)).isEmpty();
        assertThat(changed.window(FIRST)).as("on what it kept").isEqualTo(new Window(1, 11));

        Desk recovered = wide(30);
        recovered.accept(new Command.Restore(POOL, ServerSet.of(0)));
        assertThat(recovered.book().degraded(FIRST)).isEmpty();
        assertThat(keptFor(recovered, FIRST)).isEmpty();
    }

    /** One that waits and is not bound has a count and no servers: there is nothing to keep. */
    @Test
    void whatIsBound_keepsTheServersItDidNotLose_andWhatOnlyWaitsKeepsNone() {
        for (boolean bound : new boolean[] {true, false}) {
            Desk desk = Desk.of("level", 2);
            ReservationId wide = desk.reserve(Job.of("wide", 5, 10, 15, 2));
            if (bound) {
                desk.accept(new Command.Bind(POOL, 5));
            }
            desk.accept(new Command.Fail(POOL, ServerSet.of(0)));
            assertThat(desk.book().degraded(wide)).isPresent();
            assertThat(keptFor(desk, wide))
                    .isEqualTo(bound ? List.of(Outage.keptFor(wide, 1, new Window(5, 15))) : List.of());
        }
    }
}
