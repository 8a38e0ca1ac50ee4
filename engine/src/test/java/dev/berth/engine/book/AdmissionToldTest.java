package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.admission.reschedule.Replan;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A book tells its admission policy of every change, and of its inverse when the change is taken back. */
class AdmissionToldTest {
    private static @Nullable Witness latest;

    record Change(PoolId pool, Window window, boolean freed) {}

    /** Admits as {@code replan} does, and writes down what it is told. */
    public static final class Witness implements AdmissionPolicy {
        private final AdmissionPolicy replan;
        final Map<ReservationId, Reservation> open = new HashMap<>();
        final List<Change> changes = new ArrayList<>();
        int moves;

        public Witness(AdmissionContext context) {
            replan = new Replan(context);
            latest = this;
        }

        @Override
        public Admission admit(Attempt attempt) {
            return replan.admit(attempt);
        }

        @Override
        public void added(Reservation reservation) {
            assertThat(open.put(reservation.id(), reservation)).isNull();
        }

        @Override
        public void removed(Reservation reservation) {
            assertThat(open.remove(reservation.id())).isEqualTo(reservation);
        }

        @Override
        public void moved(List<Reservation> before, List<Reservation> after) {
            moves++;
            assertThat(after)
                    .extracting(Reservation::id)
                    .containsExactlyElementsOf(
                            before.stream().map(Reservation::id).toList());
            before.forEach(this::removed);
            after.forEach(this::added);
        }

        @Override
        public void replaced(Reservation before, Reservation after) {
            removed(before);
            added(after);
        }

        @Override
        public void capacityChanged(PoolId pool, Window window, boolean freed) {
            changes.add(new Change(pool, window, freed));
        }
    }

    private static Book book() {
        return new Book("level", Witness.class.getName());
    }

    private static Witness witness() {
        return Objects.requireNonNull(latest);
    }

    @Test
    void everyReservationIsTold_andAgainToThePolicyOfARestoredBook() {
        int moves = 0;
        for (long seed = 1; seed <= 60; seed++) {
            RandomCommands commands = new RandomCommands(seed);
            Book book = book();
            Witness witness = witness();
            for (int step = 0; step < 100; step++) {
                String where = "seed " + seed + ", step " + step;
                Command command = commands.next(book);
                Map<ReservationId, Reservation> before = Map.copyOf(witness.open);
                book.whatIf(List.of(command));
                assertThat(witness.open).as(where).isEqualTo(before);
                book.submit(command);
                assertThat(witness.open.values()).as(where).containsExactlyInAnyOrderElementsOf(book.reservations());
            }
            moves += witness.moves;
            Book restored = Book.restore(book.snapshot());
            assertThat(witness()).isNotSameAs(witness);
            assertThat(witness().open.values())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(restored.reservations());
        }
        assertThat(moves).isPositive();
    }

    @Test
    void capacityThatComesAndGoesIsTold() {
        Book book = book();
        Witness witness = witness();
        PoolId pool = new PoolId("p");

        book.submit(new Command.AddPool(new Pool("p", 2, "1")));
        book.submit(new Command.AddServers(pool, 1, 0));
        book.submit(new Command.Drain(pool, ServerSet.of(1), new Window(5, 9), false));
        book.submit(new Command.Restore(pool, ServerSet.of(1)));

        Window always = new Window(0, Window.FOREVER);
        Window drained = new Window(5, 9);
        assertThat(witness.changes)
                .containsExactly(
                        new Change(pool, always, true),
                        new Change(pool, always, true),
                        new Change(pool, drained, false),
                        new Change(pool, drained, true));
    }
}
