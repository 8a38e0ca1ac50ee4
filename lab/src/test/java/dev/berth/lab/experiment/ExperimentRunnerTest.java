package dev.berth.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentRunnerTest {
    @TempDir
    Path directory;

    /** Like the measures of a paper: numbers, some of them nested or in lists. */
    private record Measured(double share, long count, double none, Piece part, List<Piece> parts, Measures named) {}

    private record Piece(double third, int number) {}

    private static Measured result(int number) {
        return new Measured(
                number / 7.0,
                number,
                number == 0 ? Double.NaN : -1.0 / number,
                new Piece(number / 3.0, number),
                number % 2 == 0 ? List.of() : List.of(new Piece(0.1 * number, 1), new Piece(1e-300 / 3, 2)),
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
        assertThatThrownBy(() -> new ExperimentRunner(1)
                        .run(cells(count, 12), Measured.class, kept, "settings", (done, of) -> {}))
                .hasMessageContaining("broken on purpose");
        // As if killed in the middle of a line.
        Files.writeString(kept, "{\"key\":\"cell 12\",\"result\":{\"share\":1.7", StandardOpenOption.APPEND);
        count.set(0);
        List<Integer> progress = new ArrayList<>();
        Map<String, Measured> results = new ExperimentRunner(2)
                .run(cells(count, -1), Measured.class, kept, "settings", (done, of) -> progress.add(done));
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
    void killedProcess_losesNoFinishedCell() throws IOException, InterruptedException {
        Path kept = directory.resolve("finished-runs.jsonl");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Stuck.class.getName(),
                        kept.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            for (int done = 0; done <= 7; done++) {
                assertThat(said.readLine()).isEqualTo(Integer.toString(done));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        AtomicInteger count = new AtomicInteger();
        Map<String, Measured> results =
                new ExperimentRunner(1).run(cells(count, -1), Measured.class, kept, "settings", (done, of) -> {});
        assertThat(count.get()).isEqualTo(13);
        for (int i = 0; i < 20; i++) {
            assertThat(results).containsEntry("cell " + i, result(i));
        }
    }

    /** A process whose eighth cell never ends; it says how many cells are kept. */
    static final class Stuck {
        private Stuck() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            List<Cell<Measured>> cells = new ArrayList<>(cells(new AtomicInteger(), -1));
            cells.set(7, new Cell<>("cell 7", () -> {
                while (true) {
                    LockSupport.park();
                }
            }));
            new ExperimentRunner(1)
                    .run(cells, Measured.class, Path.of(args[0]), "settings", (done, of) -> System.out.println(done));
        }
    }

    @Test
    void otherSettings_areRefused_andWhatIsKeptStays() throws IOException {
        Path kept = directory.resolve("finished-runs.jsonl");
        AtomicInteger count = new AtomicInteger();
        assertThatThrownBy(() ->
                        new ExperimentRunner(1).run(cells(count, 12), Measured.class, kept, "seed 1", (done, of) -> {}))
                .isInstanceOf(IllegalStateException.class);
        byte[] before = Files.readAllBytes(kept);
        count.set(0);
        assertThatThrownBy(() ->
                        new ExperimentRunner(1).run(cells(count, -1), Measured.class, kept, "seed 2", (done, of) -> {}))
                .isInstanceOf(UnfinishedRun.class)
                .hasMessageContaining(kept.toString())
                .hasMessageContaining("\"seed 1\", and this is \"seed 2\"");
        assertThatThrownBy(() -> new ExperimentRunner(1)
                        .run(new CellShare(1, 2), cells(count, -1), Measured.class, kept, "seed 2", (done, of) -> {}))
                .isInstanceOf(UnfinishedRun.class);
        assertThat(count.get()).isZero();
        assertThat(kept).hasBinaryContent(before);
    }

    /** A run that was stopped before its first cell leaves nothing worth keeping. */
    @Test
    void otherSettings_withoutACell_areReplaced() throws IOException, InterruptedException {
        Path kept = directory.resolve("finished-runs.jsonl");
        for (String text : List.of("", "\"seed", "\"seed 1\"\n")) {
            Files.writeString(kept, text);
            AtomicInteger count = new AtomicInteger();
            new ExperimentRunner(1).run(cells(count, -1), Measured.class, kept, "seed 2", (done, of) -> {});
            assertThat(count.get()).isEqualTo(20);
        }
    }

    /** Results kept with other measures, by an older or newer program, are not taken for these. */
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
        List<Cell<Piece>> cells = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        for (int i = 3; i <= 6; i++) {
            String key = "cell " + i;
            cells.add(new Cell<>(key, () -> {
                ran.add(key);
                return new Piece(1, 1);
            }));
        }
        Map<String, Piece> results =
                new ExperimentRunner(1).run(cells, Piece.class, kept, "settings", (done, of) -> {});
        assertThat(ran).containsExactly("cell 3", "cell 4", "cell 6");
        assertThat(results).containsEntry("cell 5", new Piece(0.25, 5)).containsEntry("cell 6", new Piece(1, 1));
    }

    @Test
    void parts_areTakenByARunOfAll_ifTheirSettingsAreTheSame() throws IOException, InterruptedException {
        Path kept = directory.resolve("finished-runs.jsonl");
        AtomicInteger count = new AtomicInteger();
        ExperimentRunner runner = new ExperimentRunner(1);
        runner.run(new CellShare(2, 3), cells(count, -1), Measured.class, kept, "s", (done, of) -> {});
        assertThat(count.get()).isEqualTo(7);
        assertThat(ExperimentRunner.finished(cells(count, -1), Measured.class, kept, "s"))
                .hasSize(7);
        assertThatThrownBy(() -> ExperimentRunner.finished(cells(count, -1), Measured.class, kept, "t"))
                .isInstanceOf(UnfinishedRun.class);
        // Once more: nothing is left to be done.
        runner.run(new CellShare(2, 3), cells(count, -1), Measured.class, kept, "s", (done, of) -> {});
        assertThat(count.get()).isEqualTo(7);

        count.set(0);
        Map<String, Measured> results = runner.run(cells(count, -1), Measured.class, kept, "s", (done, of) -> {});

        assertThat(count.get()).isEqualTo(13);
        assertThat(results).hasSize(20).containsEntry("cell 1", result(1));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void parts_areAllCells_eachOnce() {
        List<Integer> all = List.of(0, 1, 2, 3, 4, 5, 6);
        List<Integer> dealt = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            dealt.addAll(CellShare.read(number + "/3").share(all));
        }
        assertThat(dealt).containsExactly(0, 3, 6, 1, 4, 2, 5);
        for (String bad : List.of("0/3", "4/3", "3", "1/0", "-1/2", "1/9999999999")) {
            assertThatThrownBy(() -> CellShare.read(bad)).isInstanceOf(BadValue.class);
        }
    }

    /** Run that is known by its number and counts how often it is made. */
    private record Counted(int number, AtomicInteger made) implements KnownRun<Measured> {
        @Override
        public Measured get() {
            made.incrementAndGet();
            return result(number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Counted counted && counted.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    private Map<String, Measured> run(ExperimentRunner runner, String experiment, List<Cell<Measured>> cells)
            throws IOException, InterruptedException {
        return runner.run(cells, Measured.class, directory.resolve(experiment), experiment, (done, of) -> {});
    }

    @Test
    void runsOfSeveralExperiments_areMadeOnce() throws IOException, InterruptedException {
        AtomicInteger made = new AtomicInteger();
        ExperimentRunner runner = new ExperimentRunner(1);
        Map<String, Measured> first = run(
                runner, "first", List.of(new Cell<>("a", new Counted(1, made)), new Cell<>("b", new Counted(2, made))));
        Map<String, Measured> second = run(
                runner,
                "second",
                List.of(
                        new Cell<>("c", new Counted(2, made)),
                        new Cell<>("d", new Counted(3, made)),
                        new Cell<>("e", new Counted(3, made))));
        assertThat(made).hasValue(3);
        assertThat(first)
                .containsEntry("a", result(1))
                .containsEntry("b", result(2))
                .hasSize(2);
        assertThat(second)
                .containsEntry("c", result(2))
                .containsEntry("d", result(3))
                .containsEntry("e", result(3))
                .hasSize(3);
        run(new ExperimentRunner(1), "third", List.of(new Cell<>("a", new Counted(1, made))));
        assertThat(made).as("another runner knows nothing of them").hasValue(4);
    }

    /** Its time may not be that of another figure, which may have been cold; but others may take what it has measured. */
    @Test
    void timedRun_isMadeAnyway() throws IOException, InterruptedException {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger warmed = new AtomicInteger();
        ExperimentRunner runner = new ExperimentRunner(1);
        run(runner, "first", List.of(new Cell<>("a", new Counted(1, made))));
        List<Cell<Measured>> timed = List.of(
                new Cell<>("b", new TimedRun<>(new Counted(1, made), warmed::incrementAndGet)),
                new Cell<>("c", new TimedRun<>(new Counted(2, made), warmed::incrementAndGet)));
        assertThat(run(runner, "second", timed)).containsEntry("b", result(1)).containsEntry("c", result(2));
        assertThat(made).hasValue(3);
        assertThat(warmed).hasValue(2);
        run(runner, "third", List.of(new Cell<>("d", new Counted(2, made))));
        assertThat(made).hasValue(3);
    }
}
