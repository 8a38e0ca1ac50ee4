package dev.berth.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Single runs as CSV, one measure in a line, so that a reader can take another mean than ours. */
final class RunsTable {
    /** A key of a cell: the reading unless it is the first, what was run, and the number of the draw. */
    private static final Pattern KEY =
            Pattern.compile("(?:\\[(?<reading>.*?)] )?(?:(?<what>.*) )?(?<run>\\d+)", Pattern.DOTALL);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RunsTable() {}

    /** Writes the results of cells by their keys, in this order. */
    static void write(Path file, Map<String, ?> results) throws IOException {
        WholeFile.write(file, out -> {
            CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
            csv.writeRecord("reading", "case", "run", "measure", "value");
            for (Map.Entry<String, ?> each : results.entrySet()) {
                run(csv, each.getKey(), MAPPER.valueToTree(each.getValue()));
            }
            csv.flush();
        });
    }

    private static void run(CsvWriter csv, String cell, JsonNode result) {
        Matcher key = KEY.matcher(cell);
        if (!key.matches()) {
            throw new IllegalArgumentException("the key of a cell ends in the number of its run: " + cell);
        }
        // Some results are maps without an order; equal runs must give equal bytes.
        Map<String, String> measures = new TreeMap<>();
        collect("", result, measures);
        String reading = key.group("reading") == null ? "" : key.group("reading");
        String what = key.group("what") == null ? "" : key.group("what");
        measures.forEach((name, value) -> csv.writeRecord(reading, what, key.group("run"), name, value));
    }

    private static void collect(String name, JsonNode value, Map<String, String> measures) {
        if (value.isObject()) {
            value.properties().forEach(each -> collect(below(name, each.getKey()), each.getValue(), measures));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                collect(name + "[" + i + "]", value.get(i), measures);
            }
        } else if (!value.isNull()) {
            measures.put(name, value.asText());
        }
    }

    /** Measures by name are a record around a map, whose own name says nothing. */
    private static String below(String name, String component) {
        if (component.equals("byName")) {
            return name;
        }
        return name.isEmpty() ? component : name + "." + component;
    }
}
