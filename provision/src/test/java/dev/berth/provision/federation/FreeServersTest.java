package dev.berth.provision.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Window;
import dev.berth.provision.federation.FreeServers.Step;
import dev.berth.provision.slot.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FreeServersTest {
    @Test
    void slotsAddUp_andOpenOnesGoOnForEver() {
        FreeServers free =
                FreeServers.ofSlots(List.of(Slot.whole(10, 2, 5), Slot.open(12, 3, 4), Slot.whole(15, 1, 5)));
        assertThat(free.at(9)).isZero();
        assertThat(free.at(10)).isEqualTo(2);
        assertThat(free.at(12)).isEqualTo(5);
        assertThat(free.at(15)).isEqualTo(4);
        assertThat(free.at(20)).isEqualTo(3);
        assertThat(free.at(1_000_000)).isEqualTo(3);
        assertThat(free.throughout(new Window(10, 16))).isEqualTo(2);
        assertThat(free.most(new Window(0, 100))).isEqualTo(5);
        assertThat(free.earliest(4, 8, 0)).isEqualTo(12);
        assertThat(free.earliest(4, 9, 0)).isEqualTo(FreeServers.NEVER);
        assertThat(free.earliest(3, 1_000, 13)).isEqualTo(13);
        assertThat(free.nextRise(0)).isEqualTo(10);
        assertThat(free.nextRise(10)).isEqualTo(12);
        assertThat(free.nextRise(12)).isEqualTo(FreeServers.NEVER);
    }

    @Test
    void manyLargeSlots_areAsManyAsCanBeCounted() {
        List<Slot> slots = new ArrayList<>();
        for (int k = 0; k < 1_000; k++) {
            slots.add(Slot.open(1, 10_000_000, 1));
        }
        assertThat(FreeServers.ofSlots(slots).at(1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(FreeServers.ofSlots(List.of()).earliest(1, 1, 0)).isEqualTo(FreeServers.NEVER);
    }

    @Test
    void stepsOutOfOrder_areRefused() {
        assertThatThrownBy(() -> FreeServers.of(List.of(new Step(5, 1), new Step(5, 2))))
                .isInstanceOf(BadValue.class);
        assertThatThrownBy(() -> FreeServers.of(List.of(new Step(5, -1)))).isInstanceOf(BadValue.class);
    }

    /** Against a plain array with one number for each unit of time. */
    @Test
    void random_agreesWithAnArray() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < 500; trial++) {
            int[] plain = new int[30];
            List<Step> steps = new ArrayList<>();
            for (int time = random.nextInt(5); time < 25; time += 1 + random.nextInt(5)) {
                int count = random.nextInt(4);
                steps.add(new Step(time, count));
                for (int later = time; later < plain.length; later++) {
                    plain[later] = count;
                }
            }
            Window window = new Window(random.nextInt(14), 15 + random.nextInt(14));
            int most = random.nextInt(3);
            FreeServers free = FreeServers.of(steps);
            if (random.nextBoolean()) {
                free = free.atMost(most, window);
                for (long time = window.start(); time < window.end(); time++) {
                    plain[(int) time] = Math.min(most, plain[(int) time]);
                }
            }
            for (int time = 0; time < plain.length; time++) {
                assertThat(free.at(time)).as("seed %d, time %d", seed, time).isEqualTo(plain[time]);
                assertThat(free.earliest(2, 3, time))
                        .as("seed %d, time %d", seed, time)
                        .isEqualTo(first(plain, time));
            }
        }
    }

    /** First time from which two servers are free for three units; the last number holds for ever. */
    private static long first(int[] plain, int from) {
        for (int start = from; start < 30; start++) {
            boolean fits = true;
            for (int time = start; time < start + 3; time++) {
                fits &= plain[Math.min(time, 29)] >= 2;
            }
            if (fits) {
                return start;
            }
        }
        return FreeServers.NEVER;
    }
}
