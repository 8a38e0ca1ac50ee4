package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Outage;
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

/** Servers are drained although they are needed: the reservations that need them move first, all or nothing. */
class EvacuationTest {
    private static final ServerSet BOTH = ServerSet.of(0, 1);

    static Stream<String> policies() {
        return Calendars.names().stream();
    }

    /** Two servers, both needed for [10, 20): "flexible" has until 60, "fixed" has not. */
    private static Desk desk(String policy) {
        Desk desk = Desk.of(policy, 2);
        ReservationId flexible = desk.reserve(Job.of("flexible", 10, 10, 20));
        desk.reserve(Job.of("fixed", 10, 10, 20));
        desk.accept(new Command.Change(flexible, Job.of("flexible", 10, 10, 60)));
        return desk;
    }

    private static final ReservationId FLEXIBLE = new ReservationId(1);
    private static final ReservationId FIXED = new ReservationId(2);

    private static int serverOf(Desk desk, ReservationId id) {
        return desk.book().handout(POOL).get(id).get(0);
    }

    private static List<Consequence> consequences(Desk desk, Command.Evacuate command) {
        byte[] before = desk.book().snapshot();
        List<Consequence> consequences = desk.book().consequences(command, Effort.unlimited());
        assertThat(desk.book().snapshot()).isEqualTo(before);
        return consequences;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatIsFlexible_moves_andThenTheServerIsOut(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId flexible = desk.reserve(Job.of("flexible", 10, 10, 20));
        desk.accept(new Command.Change(flexible, Job.of("flexible", 10, 10, 60)));
        Window window = new Window(5, 30);
        assertThat(desk.refuse(new Command.Drain(POOL, ServerSet.of(0), window, false))
                        .code())
                .isEqualTo("reservations-in-the-way");
        Reservation before = desk.get(flexible);
        Command.Evacuate command = new Command.Evacuate(POOL, ServerSet.of(0), window);
        List<Consequence> foreseen = consequences(desk, command);
        desk.accept(command);
        assertThat(desk.window(flexible)).isEqualTo(new Window(30, 40));
        assertThat(desk.book().outages(POOL)).containsExactly(new Outage(0, window));
        assertThat(foreseen)
                .containsExactly(
                        new Consequence.Moves(before, desk.get(flexible).placement()));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void allOrNothing_namesWhoIsStuck(String policy) {
        Desk desk = desk(policy);
        Command.Evacuate command = new Command.Evacuate(POOL, BOTH, new Window(5, 30));
        assertThat(desk.refuse(command))
                .isEqualTo(new Refusal.ReservationsInTheWay(POOL, BOTH, new Window(5, 30), List.of(FIXED)));
        assertThat(consequences(desk, command))
                .hasSize(2)
                .anyMatch(each -> each instanceof Consequence.Moves moves
                        && moves.reservation().id().equals(FLEXIBLE)
                        && moves.to().window().equals(new Window(30, 40)))
                .anyMatch(each -> each instanceof Consequence.CannotMove stuck
                        && stuck.reservation().id().equals(FIXED));
    }

    @Test
    void whoCanHaveAnotherServer_isLeftAlone() {
        Desk desk = Desk.of("level", 2);
        ReservationId alone = desk.reserve(Job.of("alone", 10, 10, 20));
        int server = serverOf(desk, alone);
        Command.Evacuate command = new Command.Evacuate(POOL, ServerSet.of(server), new Window(5, 30));
        assertThat(consequences(desk, command)).containsExactly(new Consequence.TakesOtherServers(desk.get(alone)));
        desk.accept(command);
        assertThat(desk.window(alone)).isEqualTo(new Window(10, 20));
        assertThat(serverOf(desk, alone)).isEqualTo(1 - server);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatRuns_orIsOnlyHeld_doesNotMove(String policy) {
        Desk desk = Desk.of(policy, 1);
        ReservationId running = desk.reserve(Job.of("running", 0, 10, 90));
        desk.accept(new Command.Hold(Job.of("held", 20, 10, 90), 15));
        desk.advance(1);
        Command.Evacuate command = new Command.Evacuate(POOL, ServerSet.of(0), new Window(2, 50));
        assertThat(consequences(desk, command))
                .extracting(each -> ((Consequence.CannotMove) each).reason())
                .containsExactly(
                        new Refusal.AlreadyStarted(running, 0), new Refusal.NotConfirmed(new ReservationId(2)));
        assertThat(desk.refuse(command).code()).isEqualTo("reservations-in-the-way");
    }

    @Test
    void nothingToSay_ofServersThatAreOutAlready() {
        Desk desk = desk("level");
        desk.accept(new Command.Drain(POOL, BOTH, new Window(30, 40), false));
        Command.Evacuate command = new Command.Evacuate(POOL, BOTH, new Window(5, 35));
        assertThat(consequences(desk, command)).isEmpty();
        assertThat(desk.refuse(command).code()).isEqualTo("out-of-service");
    }
}
