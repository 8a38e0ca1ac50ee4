package dev.berth.engine.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoomTest {
    private static final PoolId POOL = new PoolId("p");

    private static int[] freeByInstant(Calendar calendar, int from, int to) {
        int[] free = new int[to - from];
        calendar.freeServers(POOL, from, to, (time, servers) -> {
            for (int i = (int) time - from; i < free.length; i++) {
                free[i] = servers;
            }
        });
        return free;
    }

    private static int longest(int[] free, int servers) {
        int longest = 0;
        int length = 0;
        for (int each : free) {
            length = each >= servers ? length + 1 : 0;
            longest = Math.max(longest, length);
        }
        return longest;
    }

    @Test
    void longestAndMost_areThoseOfGoingThroughEveryInstant() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Calendar calendar = Calendars.create("level");
            // Every third pool is so large that its heights are sorted.
            int each = seed % 3 == 0 ? 10_000 : 1;
            int servers = random.nextInt(1, 9) * each;
            calendar.addServers(new Pool("p", servers, "1"), 0, servers, 0);
            for (int i = random.nextInt(40); i > 0; i--) {
                long start = random.nextInt(60);
                Placement placement = new Placement(
                        POOL,
                        random.nextInt(1, servers / each + 1) * each,
                        new Window(start, start + random.nextInt(1, 20)),
                        ServerSet.EMPTY);
                if (calendar.isFree(placement)) {
                    calendar.book(placement);
                }
            }
            int from = random.nextInt(30);
            int to = from + random.nextInt(1, 50);
            Room room = Room.of(calendar, POOL, from, to);
            int[] free = freeByInstant(calendar, from, to);
            for (int wanted = 1; wanted <= servers + 1; wanted += each) {
                assertThat(room.longest(wanted))
                        .as("seed %d, %d servers", seed, wanted)
                        .isEqualTo(longest(free, wanted));
            }
            for (int duration = 1; duration <= to - from + 1; duration++) {
                int most = 0;
                while (most < servers && longest(free, most + each) >= duration) {
                    most += each;
                }
                assertThat(room.most(duration))
                        .as("seed %d, for %d", seed, duration)
                        .isEqualTo(most);
            }
        }
    }

    @Test
    void emptyWindow_hasNoRoom() {
        Calendar calendar = Calendars.create("level");
        calendar.addServers(new Pool("p", 3, "1"), 0, 3, 0);
        Room room = Room.of(calendar, POOL, 5, 5);
        assertThat(room.longest(1)).isZero();
        assertThat(room.most(1)).isZero();
    }
}
