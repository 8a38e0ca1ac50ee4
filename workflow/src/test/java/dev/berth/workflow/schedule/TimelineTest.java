package dev.berth.workflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final int SPAN = 60;

    /** Whether each unit is busy, and whether a task without length stands at its begin. */
    private final boolean[] busy = new boolean[SPAN];

    private final boolean[] mark = new boolean[SPAN + 1];

    @Test
    void searches_findWhatTryingEveryTimeFinds() {
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            Arrays.fill(busy, false);
            Arrays.fill(mark, false);
            Timeline timeline = new Timeline();
            for (int k = random.nextInt(25); k > 0; k--) {
                int start = random.nextInt(SPAN - 8);
                int end = start + random.nextInt(8);
                timeline.occupy(start, end);
                mark[start] |= start == end;
                for (int at = start; at < end; at++) {
                    busy[at] = true;
                }
            }
            for (int k = 0; k < 20; k++) {
                int time = random.nextInt(SPAN);
                int length = random.nextInt(6);
                assertThat(timeline.earliest(time, length)).as("seed %d", seed).isEqualTo(earliest(time, length));
                assertThat(timeline.latest(time, length)).as("seed %d", seed).isEqualTo(latest(time, length));
                if (isFree(time, 0)) {
                    assertThat(timeline.freeUntil(time)).as("seed %d", seed).isEqualTo(freeUntil(time));
                }
            }
        }
    }

    private long earliest(int ready, int length) {
        int time = ready;
        while (!isFree(time, length)) {
            time++;
        }
        return time;
    }

    private long latest(int limit, int length) {
        int time = limit - length;
        while (time >= 0 && !isFree(time, length)) {
            time--;
        }
        return Math.max(time, -1);
    }

    private long freeUntil(int time) {
        for (int at = time; at < SPAN; at++) {
            if (busy[at] || (mark[at] && at > time)) {
                return at;
            }
        }
        return Timeline.NEVER;
    }

    /** A task without length may stand between two units that are not both busy, or between two tasks. */
    private boolean isFree(int time, int length) {
        for (int at = time; at < time + length; at++) {
            if (at < SPAN && (busy[at] || (mark[at] && at > time))) {
                return false;
            }
        }
        return length > 0 || time == 0 || time >= SPAN || !(busy[time - 1] && busy[time]);
    }
}
