package dev.berth.service.use;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.service.report.UseFact;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The sketch of a reservation: what it shows, and how little it takes. */
class UseSketchTest {
    private static final long START = Duration.ofDays(20_000).toMillis();
    private static final int UNKNOWN = Loads.UNKNOWN;

    private static Loads cards(int thousandths) {
        return new Loads(thousandths, UNKNOWN, UNKNOWN, UNKNOWN);
    }

    @Test
    void aMinute_isTheAverageOfItsReadings() {
        UseSketch sketch = new UseSketch();
        sketch.add(START, 1, cards(0));
        sketch.add(START + 30_000, 1, cards(1_000));
        sketch.add(START + 60_000, 3, cards(1));
        sketch.add(START + 61_000, 1, new Loads(1, 500, UNKNOWN, UNKNOWN));
        sketch.add(START + 240_000, 1, cards(1_000));
        assertThat(sketch.start()).isEqualTo(START);
        assertThat(sketch.width()).isEqualTo(60_000);
        assertThat(sketch.cards())
                .as("half, a little, nobody looked for two minutes, all")
                .isEqualTo("71ffe");
        assertThat(sketch.cardMemory()).isEqualTo("f7fff");
        assertThat(sketch.cores()).isEmpty();
    }

    @Test
    void longReservations_areCoarser() {
        UseSketch sketch = new UseSketch();
        for (int minute = 0; minute < 240; minute++) {
            sketch.add(START + minute * 60_000L, 1, cards(minute < 120 ? 1_000 : 0));
        }
        assertThat(sketch.width()).isEqualTo(120_000);
        assertThat(sketch.cards()).isEqualTo("e".repeat(60) + "0".repeat(60));
    }

    @Test
    void aClockThatGoesBack_isTheMinuteUnderWay() {
        UseSketch sketch = new UseSketch();
        sketch.add(START, 1, cards(0));
        sketch.add(START + 60_000, 1, cards(1_000));
        sketch.add(START - 3_600_000, 1, cards(1_000));
        assertThat(sketch.cards()).isEqualTo("0e");
    }

    /** A reservation of an hour takes at most 200 bytes, and a longer one no more for each hour. */
    @Test
    void anHour_takesAtMost200Bytes() {
        for (int hours = 1; hours <= 400; hours++) {
            UseSketch sketch = new UseSketch();
            for (long time = 0; time < hours * 3_600_000L; time += hours > 50 ? 600_000 : 30_000) {
                sketch.add(START + time, 1, new Loads(10, 20, 30, 40));
            }
            assertThat(sketch.bytes()).as("%d h", hours).isLessThanOrEqualTo(200 * hours);
            assertThat(sketch.bytes()).isLessThanOrEqualTo(300);
        }
    }

    /** Fact that the journal keeps of an hour. */
    @Test
    void theFactOfAnHour_takesAtMost200Bytes() {
        UseFact fact = new UseFact.Measured(
                123_456,
                "a.rather.long.name",
                Optional.of("astronomy"),
                "h100-sxm",
                START,
                28_800_000,
                14_400_000,
                9_999_999);
        assertThat(Codec.write(UseFact.class, fact)).hasSizeLessThanOrEqualTo(200);
    }

    /** Compared with a plain list of all minutes, which are averaged over the width that the sketch has chosen. */
    @Test
    void randomUse_isShownAsAPlainListWould() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            UseSketch sketch = new UseSketch();
            int minutes = 1 + random.nextInt(1_000);
            int[] levels = new int[minutes];
            for (int minute = 0; minute < minutes; minute++) {
                int load = random.nextInt(4) == 0 ? UNKNOWN : random.nextInt(Loads.ALL + 1);
                levels[minute] = load;
                if (load != UNKNOWN) {
                    sketch.add(START + minute * 60_000L, 1, cards(load));
                }
            }
            String shown = sketch.cards();
            int width = (int) (sketch.width() / 60_000);
            int first = (int) ((sketch.start() - START) / 60_000);
            for (int cell = 0; cell < shown.length(); cell++) {
                check(seed, levels, first + cell * width, width, Character.digit(shown.charAt(cell), 16));
            }
        }
    }

    private static void check(long seed, int[] levels, int from, int width, int shown) {
        int least = Integer.MAX_VALUE;
        int most = -1;
        for (int minute = from; minute < Math.min(levels.length, from + width); minute++) {
            if (levels[minute] != UNKNOWN) {
                least = Math.min(least, UseSketch.level(levels[minute]));
                most = Math.max(most, UseSketch.level(levels[minute]));
            }
        }
        if (most < 0) {
            assertThat(shown).as("seed %d, minute %d", seed, from).isEqualTo(UseSketch.UNKNOWN);
        } else {
            assertThat(shown).as("seed %d, minute %d", seed, from).isBetween(least, most);
        }
    }
}
