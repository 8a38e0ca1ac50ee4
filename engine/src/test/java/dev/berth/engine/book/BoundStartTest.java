package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bound reservations that may start when servers are free begin before their time if somebody asks for it, and only then. */
class BoundStartTest {
    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    /** One server: [0, 10) is promised to one, and [10, 15) to another, which is bound and may start when it is free. */
    private static ReservationId boundBehindAnother(Desk desk, Job job) {
        ReservationId first = desk.reserve(Job.of("first", 0, 10, 10));
        ReservationId bound = desk.reserve(job);
        desk.accept(new Command.Bind(POOL, 10));
        desk.advance(4);
        desk.accept(new Command.Finish(first));
        assertThat(desk.window(bound)).isEqualTo(new Window(10, 15));
        return bound;
    }

    private static Job told(Job job, long before) {
        return job.under(job.terms().whenFree(before));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void startsOnItsServer_onceThatIsFree(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId bound = boundBehindAnother(desk, Job.of("bound", 0, 5, 40).whenFree());

        List<Event> events = desk.accept(new Command.StartBound(bound));

        assertThat(events)
                .containsExactly(
                        new Event.StartsEarly(desk.get(bound).in(Reservation.State.BOUND), 10),
                        new Event.Started(bound, ServerSet.of(0)));
        assertThat(desk.get(bound).isRunning()).isTrue();
        assertThat(desk.window(bound)).isEqualTo(new Window(4, 9));
        desk.advance(5);
        assertThat(desk.refuse(new Command.StartBound(bound))).isEqualTo(new Refusal.AlreadyStarted(bound, 4));
        ReservationId next = desk.reserve(Job.of("next", 5, 5, 40));
        assertThat(desk.window(next)).as("it gave its time back").isEqualTo(new Window(9, 14));
    }

    @Test
    void startsAfterTheNoticeThatItAskedFor() {
        Desk desk = Desk.of("level", 1);
        ReservationId bound = boundBehindAnother(desk, told(Job.of("bound", 0, 5, 40), 3));
        desk.accept(new Command.StartBound(bound));
        assertThat(desk.window(bound)).isEqualTo(new Window(7, 12));
        assertThat(desk.get(bound).isBound()).isTrue();
        assertThat(desk.accept(new Command.Advance(7))).contains(new Event.Started(bound, ServerSet.of(0)));
    }

    @Test
    void doesNotStart_ifItsTermsDoNotAllowIt() {
        Desk promised = Desk.of("level", 1);
        ReservationId asPromised = boundBehindAnother(promised, Job.of("as promised", 0, 5, 40));
        assertThat(promised.refuse(new Command.StartBound(asPromised)))
                .isEqualTo(new Refusal.NotStarted(asPromised, 10));

        Desk unready = Desk.of("level", 1);
        ReservationId later =
                boundBehindAnother(unready, Job.of("not ready", 6, 5, 40).whenFree());
        assertThat(unready.refuse(new Command.StartBound(later))).isEqualTo(new Refusal.NotStarted(later, 10));
        unready.advance(6);
        unready.accept(new Command.StartBound(later));

        Desk longNotice = Desk.of("level", 1);
        ReservationId told = boundBehindAnother(longNotice, told(Job.of("told", 0, 5, 40), 6));
        assertThat(longNotice.refuse(new Command.StartBound(told))).isEqualTo(new Refusal.NotStarted(told, 10));
    }

    @Test
    void doesNotStart_whereSomebodyElseIs_orMayBe() {
        Desk desk = Desk.of("level", 1);
        ReservationId bound = boundBehindAnother(desk, Job.of("bound", 0, 5, 40).whenFree());
        ReservationId between = desk.reserve(Job.of("between", 6, 2, 8));
        ServerSet server = ServerSet.of(0);
        assertThat(desk.refuse(new Command.StartBound(bound)))
                .isEqualTo(new Refusal.ReservationsInTheWay(POOL, server, new Window(4, 9), List.of(between)));
        desk.accept(new Command.Cancel(between));

        desk.accept(new Command.Block(POOL, server, new Window(4, 6), "job 7"));
        assertThat(desk.refuse(new Command.StartBound(bound)))
                .isEqualTo(new Refusal.OutOfService(POOL, 0, new Window(4, 6)));
        desk.advance(6);
        desk.accept(new Command.StartBound(bound));
        assertThat(desk.window(bound)).isEqualTo(new Window(6, 11));
    }

    @Test
    void doesNotStart_withLicences() {
        Desk desk = Desk.of("level", 1);
        desk.accept(new Command.SetLicences(Amounts.of(Map.of("matlab", 2L))));
        Job job = Job.of("bound", 0, 5, 40)
                .whenFree()
                .requiring(Requirements.NONE.withLicences(Amounts.of(Map.of("matlab", 1L))));
        ReservationId bound = boundBehindAnother(desk, job);
        assertThat(desk.refuse(new Command.StartBound(bound)).code()).isEqualTo("reservations-in-the-way");
    }
}
