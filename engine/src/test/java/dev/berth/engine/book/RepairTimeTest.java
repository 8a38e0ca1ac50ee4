package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers fail and are expected back: what is planned for later counts on them, and nothing starts there unrepaired. */
class RepairTimeTest {
    private static final ServerSet ONLY = ServerSet.of(0);

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    /** One server, failed at 0 and expected back at 40. */
    private static Desk failed(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.accept(new Command.Fail(POOL, ONLY, 40));
        return desk;
    }

    private static Outage outage(long start, long end, long repair) {
        return Outage.failure(0, new Window(start, end), repair);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void afterTheExpectedRepair_servesAgain(String policy) {
        Desk desk = failed(policy);
        assertThat(desk.book().outages(POOL)).containsExactly(outage(0, 40, 40));
        assertThat(desk.refuse(new Command.Reserve(Job.of("early", 0, 10, 49))).code())
                .isEqualTo("no-capacity");
        ReservationId late = desk.reserve(Job.of("late", 0, 10, 50));
        assertThat(desk.window(late)).isEqualTo(new Window(40, 50));
        desk.advance(30);
        desk.accept(new Command.Restore(POOL, ONLY));
        desk.advance(41);
        assertThat(desk.get(late).isRunning()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void displacesOnlyUntilTheExpectedRepair(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId before = desk.reserve(Job.of("before", 5, 10, 15));
        ReservationId after = desk.reserve(Job.of("after", 40, 10, 50));
        desk.accept(new Command.Change(before, Job.of("before", 5, 10, 40)));
        desk.accept(new Command.Fail(POOL, ONLY, 20));
        assertThat(desk.window(before)).isEqualTo(new Window(20, 30));
        assertThat(desk.window(after)).isEqualTo(new Window(40, 50));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void overdue_isExtended_andMovesWhoCountedOnIt(String policy) {
        Desk desk = failed(policy);
        ReservationId late = desk.reserve(Job.of("late", 40, 10, 50));
        desk.accept(new Command.Change(late, Job.of("late", 40, 10, 65)));
        assertThat(desk.accept(new Command.Advance(40)))
                .contains(new Event.OutageEnded(POOL, outage(0, 40, 40)))
                .contains(new Event.OutagePlanned(POOL, outage(0, 50, 40)))
                .noneMatch(Event.Started.class::isInstance);
        assertThat(desk.window(late)).isEqualTo(new Window(50, 60));
        desk.advance(50);
        assertThat(desk.book().outages(POOL)).containsExactly(outage(0, 62, 40));
        assertThat(desk.book().degraded(late)).isPresent();
        assertThat(Book.restore(desk.book().snapshot()).snapshot())
                .isEqualTo(desk.book().snapshot());
        desk.accept(new Command.Restore(POOL, ONLY));
        assertThat(desk.window(late)).isEqualTo(new Window(50, 60));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatRunsElsewhere_isNotTouched_whenARepairIsOverdue(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId running = desk.reserve(Job.of("running", 0, 90, 90));
        desk.advance(1);
        int other = 1 - desk.get(running).placement().servers().get(0);
        desk.accept(new Command.Fail(POOL, ServerSet.of(other), 40));
        desk.advance(80);
        assertThat(desk.window(running)).isEqualTo(new Window(0, 90));
        assertThat(desk.get(running).isRunning()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void failedAgain_isANewEstimate(String policy) {
        Desk desk = failed(policy);
        desk.advance(1);
        desk.accept(new Command.Fail(POOL, ONLY, 20));
        assertThat(desk.book().outages(POOL)).containsExactly(outage(1, 20, 20));
        desk.accept(new Command.Fail(POOL, ONLY));
        assertThat(desk.book().outages(POOL)).containsExactly(outage(1, Window.FOREVER, Window.FOREVER));
        assertThat(desk.refuse(new Command.Fail(POOL, ONLY)).code()).isEqualTo("out-of-service");
        desk.accept(new Command.Fail(POOL, ONLY, 30));
        assertThat(desk.book().outages(POOL)).containsExactly(outage(1, 30, 30));
        assertThat(desk.refuse(new Command.Fail(POOL, ONLY, 1))).isEqualTo(new Refusal.TimeBackwards(1, 1));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void plannedOutages_keepWhatLiesBehindTheRepair(String policy) {
        Desk desk = Desk.of(policy, 1);
        desk.accept(new Command.Drain(POOL, ONLY, new Window(10, 30), false));
        desk.accept(new Command.Drain(POOL, ONLY, new Window(50, 60), false));
        desk.accept(new Command.Fail(POOL, ONLY, 20));
        assertThat(desk.book().outages(POOL))
                .isEqualTo(List.of(
                        outage(0, 20, 20), new Outage(0, new Window(20, 30)), new Outage(0, new Window(50, 60))));
        desk.advance(25);
        assertThat(desk.book().outages(POOL)).isEqualTo(List.of(outage(0, 31, 20), new Outage(0, new Window(50, 60))));
    }
}
