package dev.berth.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Experiments;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Scale;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.report.FigureWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/guide/experiments.md: it runs, and the guide shows these very lines. */
class GuideProgramTest {
    private static final String BEGIN = "    // guide begin\n";

    @TempDir
    Path out;

    @SuppressWarnings("SystemOut")
    // guide begin
    static <R> Figure run(Experiment<R> experiment, Options options, Path out) throws IOException {
        Map<String, R> results = new HashMap<>();
        for (Cell<R> cell : experiment.cells(options)) {
            results.put(cell.key(), cell.work().get());
        }
        Figure figure = experiment.figure(options, results);
        FigureWriter.write(out, figure);
        for (Claim claim : figure.claims()) {
            System.out.println(claim.verdict().id() + ": " + claim.claim());
        }
        return figure;
    }
    // guide end

    @Test
    void program_writesTheFigure() throws IOException {
        Figure figure = run(Experiments.named("zhao-example"), Options.of(Scale.SMOKE, 1), out);
        assertThat(figure.claims()).isNotEmpty();
        assertThat(out.resolve("zhao-example/report.md")).isNotEmptyFile();
    }

    @Test
    void guide_showsTheseLines() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/berth/lab/GuideProgramTest.java"));
        int begin = source.indexOf("\n" + BEGIN) + 1 + BEGIN.length();
        String program = source.substring(begin, source.indexOf("    // guide end", begin))
                .lines()
                .map(line -> line.substring(4))
                .collect(Collectors.joining("\n"));
        assertThat(Path.of("../docs/guide/experiments.md")).content().contains("```java\n" + program + "\n```");
    }
}
