package dev.berth.lab.report;

import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.plot.Picture;
import dev.berth.lab.plot.PlotStyle;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a figure as files: {@code data.csv}, {@code timing.csv} if times were measured, {@code plot.svg}, {@code plot.pdf}, {@code
 * plot.png}, the panels one by one in {@code panels}, {@code claims.json} and {@code report.md}. Equal figures give equal tables, claims and reports, byte for byte.
 */
public final class FigureWriter {
    private FigureWriter() {}

    /**
     * Writes into the folder of {@code out} that is named after the figure; what an earlier run left is replaced.
     *
     * @throws IOException with the name of the file that cannot be written
     */
    public static void write(Path out, Figure figure) throws IOException {
        write(out, figure, PlotStyle.SCREEN, Optional.empty());
    }

    /**
     * Writes the same with {@code runs.csv}, and with the command that yields it again in the report.
     *
     * @param results what each run measured, by the keys of the cells, in their order
     */
    public static void write(Path out, Figure figure, PlotStyle style, Map<String, ?> results, Provenance provenance)
            throws IOException {
        RunsTable.write(out.resolve(figure.id()).resolve("runs.csv"), results);
        write(out, figure, style, Optional.of(provenance));
    }

    private static void write(Path out, Figure figure, PlotStyle style, Optional<Provenance> provenance)
            throws IOException {
        Path folder = out.resolve(figure.id());
        WholeFile.write(folder.resolve("data.csv"), DataTable.of(panels(figure, false)));
        List<Panel> timed = panels(figure, true);
        if (timed.isEmpty()) {
            Files.deleteIfExists(folder.resolve("timing.csv"));
        } else {
            WholeFile.write(folder.resolve("timing.csv"), DataTable.of(timed));
        }
        plots(folder, figure, style);
        WholeFile.write(folder.resolve("claims.json"), ClaimsFile.text(figure));
        WholeFile.write(folder.resolve("report.md"), Report.of(figure, provenance));
    }

    /** The picture of a figure alone. */
    public static String svg(Figure figure) {
        return Picture.of(figure, PlotStyle.SCREEN).svg();
    }

    /** All panels together, and each in files of its own, as a paper is set. */
    private static void plots(Path folder, Figure figure, PlotStyle style) throws IOException {
        Picture picture = Picture.of(figure, style);
        WholeFile.write(folder.resolve("plot.svg"), picture.svg());
        WholeFile.write(folder.resolve("plot.pdf"), picture.pdf());
        WholeFile.write(folder.resolve("plot.png"), picture.png());
        Path each = folder.resolve("panels");
        removeOld(each);
        Map<String, Integer> seen = new HashMap<>();
        for (Panel panel : figure.panels()) {
            int number = seen.merge(panel.quantity(), 1, Integer::sum);
            String name = panel.quantity() + (number == 1 ? "" : "-" + number);
            Picture alone = Picture.of(figure, panel, style);
            WholeFile.write(each.resolve(name + ".svg"), alone.svg());
            WholeFile.write(each.resolve(name + ".pdf"), alone.pdf());
        }
    }

    /** Panels of an earlier run with other settings would pass for those of this one. */
    private static void removeOld(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{svg,pdf}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static List<Panel> panels(Figure figure, boolean timed) {
        return figure.panels().stream().filter(panel -> panel.timed() == timed).toList();
    }
}
