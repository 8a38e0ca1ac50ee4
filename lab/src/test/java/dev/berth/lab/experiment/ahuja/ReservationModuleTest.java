package dev.berth.lab.experiment.ahuja;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationModuleTest {
    private static final Pool FAST = new Pool("fast", 1, "1");
    private static final Pool SLOW = new Pool("slow", 1, "0.5");

    /** ahuja, Tables 1 and 2: four gridlets, two processing elements. */
    @Test
    void spaceSharedExample() {
        List<Pool> elements = List.of(new Pool("pe", 2, "1"));
        ReservationModule module = ReservationModule.random(elements);
        List<Window> windows = new ArrayList<>();
        for (long[] gridlet : new long[][] {{0, 5}, {2, 7}, {3, 10}, {4, 5}}) {
            module.advance(gridlet[0]);
            windows.add(module.immediately(new Work(gridlet[1]), elements).window());
        }
        assertThat(windows)
                .as("GJ3 gets PE1 at 5 and GJ4 gets PE2 at 9; all are done within 15")
                .containsExactly(new Window(0, 5), new Window(2, 9), new Window(5, 15), new Window(9, 14));
    }

    @Test
    void inAdvance_startsThen_onTheFirstResourceThatIsFree_orNotAtAll() {
        ReservationModule module = ReservationModule.random(List.of(FAST, SLOW));
        List<Pool> tried = List.of(SLOW, FAST);
        assertThat(module.inAdvance(new Work(10), 100, tried)).isEqualTo(placement(SLOW, 100, 120));
        assertThat(module.inAdvance(new Work(10), 105, tried)).isEqualTo(placement(FAST, 105, 115));
        assertThat(module.inAdvance(new Work(10), 110, tried)).isNull();
        assertThat(module.inAdvance(new Work(10), 115, tried)).isEqualTo(placement(FAST, 115, 125));
    }

    @Test
    void immediately_waitsOnItsResource_andNeverDisturbsReservations() {
        ReservationModule module = ReservationModule.random(List.of(FAST, SLOW));
        List<Pool> tried = List.of(FAST, SLOW);
        assertThat(module.inAdvance(new Work(10), 5, tried)).isEqualTo(placement(FAST, 5, 15));
        assertThat(module.immediately(new Work(6), tried)).isEqualTo(placement(FAST, 15, 21));
        assertThat(module.immediately(new Work(5), tried)).isEqualTo(placement(FAST, 0, 5));
    }

    @Test
    void ownChoice_takesWhatThePolicyTakes_withinTheDeadline() {
        ReservationModule module = ReservationModule.own("earliest", List.of(FAST, SLOW), 20);
        assertThat(module.immediately(new Work(10), List.of(FAST))).isEqualTo(placement(SLOW, 0, 20));
        assertThat(module.immediately(new Work(15), List.of())).isEqualTo(placement(FAST, 0, 15));
        assertThat(module.immediately(new Work(6), List.of())).isNull();
        assertThat(module.inAdvance(new Work(5), 10, List.of()))
                .as("later on a fast element, done by when the slowest would be")
                .isEqualTo(placement(FAST, 15, 20));
    }

    private static Placement placement(Pool pool, long start, long end) {
        return new Placement(pool.id(), 1, new Window(start, end), ServerSet.EMPTY);
    }
}
