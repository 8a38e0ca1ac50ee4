package dev.berth.engine.book;

import static dev.berth.engine.book.Desk.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GiveTest {
    private final Desk desk = Desk.of("level", 2);

    private ReservationId book(long start, long end) {
        return desk.reserve(Job.exactly("job", new Window(start, end), 2).of("ana"));
    }

    private Reservation give(ReservationId id, String user) {
        desk.accept(new Command.Give(id, user, Optional.of("climate")));
        return desk.get(id);
    }

    @Test
    void whatWaits_isBound_orRuns_hasAnotherUser_andNothingElseChanges() {
        ReservationId id = book(10, 20);
        Reservation before = desk.get(id);
        Reservation after = give(id, "ben");
        assertThat(after.job().user()).isEqualTo("ben");
        assertThat(after.job().terms().project()).isEqualTo("climate");
        assertThat(after.withJob(before.job())).isEqualTo(before);

        desk.accept(new Command.Bind(POOL, 10));
        assertThat(give(id, "ana").isBound()).isTrue();
        desk.accept(new Command.Advance(10));
        assertThat(give(id, "ben").isRunning()).isTrue();
        desk.accept(new Command.Advance(20));
        assertThat(desk.refuse(new Command.Give(id, "ana", Optional.empty())))
                .isEqualTo(new Refusal.UnknownReservation(id));
    }

    @Test
    void whatIsOnlyHeld_andWhatHasLostItsServers_stays() {
        ReservationId lost = book(10, 20);
        desk.accept(new Command.Fail(POOL, ServerSet.of(0)));
        assertThat(desk.refuse(new Command.Give(lost, "ben", Optional.empty())))
                .isInstanceOf(Refusal.LostServers.class);
        desk.accept(new Command.Restore(POOL, ServerSet.of(0)));
        ReservationId held = ((Event.Held) desk.accept(new Command.Hold(
                                Job.exactly("held", new Window(30, 40), 1).of("ana"), 25))
                        .getFirst())
                .reservation()
                .id();
        assertThat(desk.refuse(new Command.Give(held, "ben", Optional.empty())))
                .isEqualTo(new Refusal.NotConfirmed(held));
    }
}
