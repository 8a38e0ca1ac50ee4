package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.simulation.Offers;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
    @TempDir
    Path directory;

    private static RunResult result(int number) {
        OpportunisticResult opportunistic = new OpportunisticResult(number / 3.0, number / 9.0, 0.7 * number);
        Offers offers = number == 0 ? Offers.NONE : new Offers(number, number / 3.0);
        return new RunResult(
                number / 7.0,
                0.1 * number,
                1.0 / (number + 3),
                number,
                0,
                0.25,
                number / 11.0,
                opportunistic,
                offers,
                number % 2 == 0
                        ? Map.of()
                        : Map.of("alpha", number / 13.0, "heft r_even_time", -0.0, "none", Double.NaN));
    }

    /** Cells that count how often they run; the one with the bad number fails. */
    private static List<Cell> cells(AtomicInteger count, int bad) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            cells.add(new Cell("cell " + i, () -> {
                count.incrementAndGet();
                if (number == bad) {
                    throw new IllegalStateException("broken on purpose");
                }
                return result(number);
            }));
        }
        return cells;
    }

    @Test
    void interruptedRun_goesOnWhereItStopped() throws IOException, InterruptedException {
        Path kept = directory.resolve("x").resolve("finished-runs.tsv");
        AtomicInteger count = new AtomicInteger();
        assertThatThrownBy(() -> new Runner(1).run(cells(count, 12), kept, "settings", (done, of) -> {}))
                .hasMessageContaining("broken on purpose");
        // As if killed in the middle of a line.
        Files.writeString(kept, "cell 12\t0.5\t0.", StandardOpenOption.APPEND);
        count.set(0);
        List<Integer> progress = new ArrayList<>();
        Map<String, RunResult> results =
                new Runner(2).run(cells(count, -1), kept, "settings", (done, of) -> progress.add(done));
        assertThat(count.get()).as("only what was not finished").isEqualTo(8);
        assertThat(results).hasSize(20);
        for (int i = 0; i < 20; i++) {
            assertThat(results).containsEntry("cell " + i, result(i));
        }
        assertThat(progress.getFirst()).isEqualTo(12);
        assertThat(progress.getLast()).isEqualTo(20);
        assertThat(kept).doesNotExist();
    }

    @Test
    void otherSettings_beginAnew() throws IOException, InterruptedException {
        Path kept = directory.resolve("finished-runs.tsv");
        AtomicInteger count = new AtomicInteger();
        assertThatThrownBy(() -> new Runner(1).run(cells(count, 12), kept, "seed 1", (done, of) -> {}))
                .isInstanceOf(IllegalStateException.class);
        count.set(0);
        new Runner(1).run(cells(count, -1), kept, "seed 2", (done, of) -> {});
        assertThat(count.get()).isEqualTo(20);
    }
}
