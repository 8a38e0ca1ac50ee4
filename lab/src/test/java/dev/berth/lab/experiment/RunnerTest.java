package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** Like the measures of a paper: numbers, some of them nested or in lists. */
    private record Measured(double share, long count, double none, Part part, List<Part> parts, Measures named) {}

    private record Part(double third, int number) {}

    private static Measured result(int number) {
        return new Measured(
                number / 7.0,
                number,
                number == 0 ? Double.NaN : -1.0 / number,
                new Part(number / 3.0, number),
                number % 2 == 0 ? List.of() : List.of(new Part(0.1 * number, 1), new Part(1e-300 / 3, 2)),
                number % 2 == 0
                        ? new Measures(Map.of())
                        : new Measures(
                                Map.of("alpha \u03b1", number / 13.0, "heft r_even_time", -0.0, "none", Double.NaN)));
    }

    /** Cells that count how often they run; the one with the bad number fails. */
    private static List<Cell<Measured>> cells(AtomicInteger count, int bad) {
        List<Cell<Measured>> cells = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            cells.add(new Cell<>("cell " + i, () -> {
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
        Path kept = directory.resolve("x").resolve("finished-runs.jsonl");
        AtomicInteger count = new AtomicInteger();
        assertThatThrownBy(
                        () -> new Runner(1).run(cells(count, 12), Measured.class, kept, "settings", (done, of) -> {}))
                .hasMessageContaining("broken on purpose");
        // As if killed in the middle of a line.
        Files.writeString(kept, "{\"key\":\"cell 12\",\"result\":{\"share\":1.7", StandardOpenOption.APPEND);
        count.set(0);
        List<Integer> progress = new ArrayList<>();
        Map<String, Measured> results =
                new Runner(2).run(cells(count, -1), Measured.class, kept, "settings", (done, of) -> progress.add(done));
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
        Path kept = directory.resolve("finished-runs.jsonl");
        AtomicInteger count = new AtomicInteger();
        assertThatThrownBy(() -> new Runner(1).run(cells(count, 12), Measured.class, kept, "seed 1", (done, of) -> {}))
                .isInstanceOf(IllegalStateException.class);
        count.set(0);
        new Runner(1).run(cells(count, -1), Measured.class, kept, "seed 2", (done, of) -> {});
        assertThat(count.get()).isEqualTo(20);
    }

    /** What was kept of other measures, by a program before or after this one, is not taken for these. */
    @Test
    void otherMeasures_areRunAgain() throws IOException, InterruptedException {
        Path kept = directory.resolve("finished-runs.jsonl");
        Files.writeString(kept, """
                "settings"
                {"key":"cell 3","result":{"third":0.25}}
                {"key":"cell 4","result":{"third":0.25,"number":4,"more":1}}
                {"key":"cell 5","result":{"third":0.25,"number":5}}
                cell 6\t0.5\t.
                """);
        List<Cell<Part>> cells = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        for (int i = 3; i <= 6; i++) {
            String key = "cell " + i;
            cells.add(new Cell<>(key, () -> {
                ran.add(key);
                return new Part(1, 1);
            }));
        }
        Map<String, Part> results = new Runner(1).run(cells, Part.class, kept, "settings", (done, of) -> {});
        assertThat(ran).containsExactly("cell 3", "cell 4", "cell 6");
        assertThat(results).containsEntry("cell 5", new Part(0.25, 5)).containsEntry("cell 6", new Part(1, 1));
    }
}
