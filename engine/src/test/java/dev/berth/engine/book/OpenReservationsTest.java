package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenReservationsTest {
    /** Numbers in a row, and numbers far apart, some of which want the same slot. */
    @ParameterizedTest
    @ValueSource(longs = {1, 1L << 40})
    void table_isAMap(long apart) {
        for (long seed = 1; seed <= 10; seed++) {
            String context = "numbers " + apart + " apart, seed " + seed;
            SplittableRandom random = new SplittableRandom(seed);
            OpenReservations open = new OpenReservations();
            Map<ReservationId, Reservation> model = new HashMap<>();
            for (int step = 0; step < 10_000; step++) {
                ReservationId id = new ReservationId(1 + apart * random.nextInt(500));
                boolean growing = step % 4_000 < 2_000;
                if (random.nextInt(10) < (growing ? 7 : 2)) {
                    Reservation reservation = reservation(id, step);
                    open.put(id, reservation);
                    model.put(id, reservation);
                } else {
                    open.remove(id);
                    model.remove(id);
                }
                ReservationId any = new ReservationId(1 + apart * random.nextInt(500));
                assertThat(open.get(any)).as(context).isSameAs(model.get(any));
                assertThat(open.values().size()).as(context).isEqualTo(model.size());
                if (step % 100 == 0) {
                    assertThat(sorted(open.values())).as(context).isEqualTo(sorted(model.values()));
                }
            }
        }
    }

    private static List<Reservation> sorted(Collection<Reservation> reservations) {
        return reservations.stream()
                .sorted(Comparator.comparing(Reservation::id))
                .toList();
    }

    private static Reservation reservation(ReservationId id, long start) {
        return Reservation.waiting(
                id,
                Job.of("j", start, 1, start + 1),
                new Placement(new PoolId("p"), 1, new Window(start, start + 1), ServerSet.EMPTY),
                0);
    }
}
