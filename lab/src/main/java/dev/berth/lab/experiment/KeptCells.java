package dev.berth.lab.experiment;

import dev.berth.lab.simulation.Offers;
import dev.berth.lab.simulation.OpportunisticResult;
import dev.berth.lab.simulation.RunResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finished cells of an unfinished run, one a line; begun anew if the settings differ. A line cut short is ignored. */
final class KeptCells implements AutoCloseable {
    private static final int FIELDS = 14;

    private final Path path;
    private final Map<String, RunResult> results;
    private final BufferedWriter out;

    private KeptCells(Path path, Map<String, RunResult> results, BufferedWriter out) {
        this.path = path;
        this.results = results;
        this.out = out;
    }

    static KeptCells open(Path path, String settings) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        Map<String, RunResult> results = new HashMap<>();
        if (Files.exists(path)) {
            List<String> lines = Files.readAllLines(path, StandardCharsets.UTF_8);
            if (!lines.isEmpty() && lines.getFirst().equals(settings)) {
                lines.stream().skip(1).forEach(line -> read(line, results));
            }
        }
        // Written anew: drops a line that was cut short.
        BufferedWriter out = Files.newBufferedWriter(
                path, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        KeptCells kept = new KeptCells(path, results, out);
        out.write(settings + "\n");
        for (Map.Entry<String, RunResult> entry : results.entrySet()) {
            kept.add(entry.getKey(), entry.getValue());
        }
        out.flush();
        return kept;
    }

    private static void read(String line, Map<String, RunResult> results) {
        String[] fields = line.split("\t", -1);
        if (fields.length == FIELDS + 1 && fields[FIELDS].equals(".")) {
            results.put(
                    fields[0],
                    new RunResult(
                            Double.parseDouble(fields[1]),
                            Double.parseDouble(fields[2]),
                            Double.parseDouble(fields[3]),
                            Double.parseDouble(fields[4]),
                            Double.parseDouble(fields[5]),
                            Double.parseDouble(fields[6]),
                            Double.parseDouble(fields[7]),
                            new OpportunisticResult(
                                    Double.parseDouble(fields[8]),
                                    Double.parseDouble(fields[9]),
                                    Double.parseDouble(fields[10])),
                            new Offers(Long.parseLong(fields[11]), Double.parseDouble(fields[12])),
                            measures(fields[13])));
        }
    }

    /** Such as {@code alpha=0.5;least=0.25}. */
    private static Map<String, Double> measures(String field) {
        Map<String, Double> measures = new HashMap<>();
        for (String each : field.isEmpty() ? new String[0] : field.split(";", -1)) {
            int equals = each.lastIndexOf('=');
            measures.put(each.substring(0, equals), Double.parseDouble(each.substring(equals + 1)));
        }
        return measures;
    }

    private static String text(Map<String, Double> measures) {
        return measures.entrySet().stream()
                .map(measure -> measure.getKey() + "=" + measure.getValue())
                .collect(Collectors.joining(";"));
    }

    Map<String, RunResult> results() {
        return results;
    }

    RunResult get(String key) {
        RunResult result = results.get(key);
        if (result == null) {
            throw new IllegalArgumentException("no finished cell " + key);
        }
        return result;
    }

    /** The dot at the end shows that the line is whole. */
    void add(String key, RunResult result) throws IOException {
        out.write(String.join(
                        "\t",
                        key,
                        Double.toString(result.impossible()),
                        Double.toString(result.rejected()),
                        Double.toString(result.utilisation()),
                        Double.toString(result.meanWaitHours()),
                        Double.toString(result.fluidLoss()),
                        Double.toString(result.cpuSeconds()),
                        Double.toString(result.workDone()),
                        Double.toString(result.opportunistic().utilisation()),
                        Double.toString(result.opportunistic().workDone()),
                        Double.toString(result.opportunistic().meanStintHours()),
                        Long.toString(result.offers().taken()),
                        Double.toString(result.offers().meanPhi()),
                        text(result.measures()),
                        ".")
                + "\n");
        out.flush();
    }

    void delete() throws IOException {
        out.close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
