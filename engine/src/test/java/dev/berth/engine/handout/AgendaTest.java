package dev.berth.engine.handout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgendaTest {
    private final Agenda agenda = new Agenda(r -> r.window().start());
    private final TreeSet<Reservation> model = new TreeSet<>(Roster.BY_START);

    /** Grows over many stretches and shrinks to nothing again, with few distinct times (many ties) or many. */
    @ParameterizedTest
    @ValueSource(ints = {3, 300, 1_000_000})
    void agenda_isASortedSet(int times) {
        for (long seed = 1; seed <= 10; seed++) {
            String context = times + " times, seed " + seed;
            SplittableRandom random = new SplittableRandom(seed);
            List<Reservation> known = new ArrayList<>();
            for (int i = 1; i <= 2_000; i++) {
                known.add(reservation(i, random.nextInt(times)));
            }
            for (int step = 0; step < 8_000; step++) {
                Reservation any = known.get(random.nextInt(known.size()));
                boolean growing = step < 4_000;
                if (random.nextInt(10) < (growing ? 8 : 1)) {
                    agenda.insert(any);
                    model.add(any);
                } else {
                    drop(random.nextBoolean() && !model.isEmpty() ? model.first() : any);
                }
                assertThat(agenda.size()).as(context).isEqualTo(model.size());
                long at = random.nextInt(times);
                boolean due = !model.isEmpty() && model.first().window().start() <= at;
                assertThat(agenda.isDue(at)).as(context).isEqualTo(due);
                assertThat(agenda.nextAfter(at)).as(context).isEqualTo(nextAfter(at));
                if (step % 100 == 0) {
                    assertThat(agenda).as(context).containsExactlyElementsOf(model);
                    long to = at + random.nextInt(times);
                    assertThat(agenda.within(at, to))
                            .toIterable()
                            .as(context)
                            .containsExactlyElementsOf(model.stream()
                                    .filter(r -> r.window().start() > at
                                            && r.window().start() <= to)
                                    .toList());
                }
            }
            known.forEach(this::drop);
            assertThat(agenda).as(context).isEmpty();
        }
    }

    private long nextAfter(long at) {
        Reservation next = model.higher(reservation(Long.MAX_VALUE, at));
        return next == null ? Long.MAX_VALUE : next.window().start();
    }

    private void drop(Reservation reservation) {
        agenda.drop(reservation);
        model.remove(reservation);
    }

    @Test
    void iterator_hasAnEnd() {
        agenda.insert(reservation(1, 5));
        Iterator<Reservation> all = agenda.iterator();
        all.next();
        assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
    }

    private static Reservation reservation(long number, long start) {
        Window window = new Window(start, start + 1);
        return Reservation.waiting(
                new ReservationId(number),
                Job.of("j" + number, start, 1, start + 1),
                new Placement(new PoolId("p"), 1, window, ServerSet.EMPTY),
                0);
    }
}
