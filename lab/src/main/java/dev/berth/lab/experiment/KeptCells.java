package dev.berth.lab.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finished cells of an unfinished run as lines of JSON, the settings first. A file is only appended to, so that a run that
 * is killed loses no cell it had finished. What is no whole cell with just these measures is ignored: a line cut short, or
 * what an older program kept.
 */
final class KeptCells<R> implements AutoCloseable {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            // No character that a killed run could leave half of.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private record Line<R>(String key, R result) {}

    private final Path path;
    private final BufferedWriter out;

    private KeptCells(Path path, BufferedWriter out) {
        this.path = path;
        this.out = out;
    }

    /**
     * Continues a file, or begins one.
     *
     * @throws UnfinishedRun if the file has cells of other settings
     */
    static <R> KeptCells<R> open(Path path, String settings) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        boolean continues = !lines(path, settings).isEmpty();
        BufferedWriter out = continues
                ? Files.newBufferedWriter(path, StandardCharsets.UTF_8, StandardOpenOption.APPEND)
                : Files.newBufferedWriter(path, StandardCharsets.UTF_8);
        KeptCells<R> kept = new KeptCells<>(path, out);
        // Ends the line that a killed run may have left unfinished.
        kept.write(continues ? "" : header(settings));
        return kept;
    }

    private static String header(String settings) throws IOException {
        return MAPPER.writeValueAsString(settings);
    }

    /** The lines after the settings; none if not even the settings are written yet. */
    private static List<String> lines(Path path, String settings) throws IOException {
        String text = Files.exists(path) ? Files.readString(path, StandardCharsets.UTF_8) : "";
        int end = text.indexOf('\n');
        if (end < 0) {
            return List.of();
        }
        List<String> lines = text.substring(end + 1).lines().toList();
        String found = text.substring(0, end);
        if (found.equals(header(settings)) || lines.isEmpty()) {
            return lines;
        }
        throw new UnfinishedRun(path, found, header(settings));
    }

    /**
     * Reads the cells kept in a file, which may be written at the same time.
     *
     * @throws UnfinishedRun if it has cells of other settings
     */
    private static <R> Map<String, R> read(Path path, Class<R> measures, String settings) throws IOException {
        Map<String, R> results = new HashMap<>();
        JavaType type = MAPPER.getTypeFactory().constructParametricType(Line.class, measures);
        lines(path, settings).forEach(line -> read(line, type, results));
        return results;
    }

    /** Reads the cells kept in a file and in the files of parts beside it. */
    static <R> Map<String, R> withParts(Path path, Class<R> measures, String settings) throws IOException {
        Map<String, R> results = read(path, measures, settings);
        for (Path part : parts(path)) {
            results.putAll(read(part, measures, settings));
        }
        return results;
    }

    private static List<Path> parts(Path path) throws IOException {
        List<Path> parts = new ArrayList<>();
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null && Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, CellShare.files(path))) {
                files.forEach(parts::add);
            }
        }
        return parts;
    }

    private static <R> void read(String text, JavaType type, Map<String, R> results) {
        try {
            Line<R> line = MAPPER.readValue(text, type);
            results.put(line.key(), line.result());
        } catch (JsonProcessingException e) {
            // It is run again.
        }
    }

    void add(String key, R result) throws IOException {
        write(MAPPER.writeValueAsString(new Line<>(key, result)));
    }

    private void write(String line) throws IOException {
        out.write(line + "\n");
        out.flush();
    }

    /** All is done: deletes what was kept here and in parts. */
    void delete() throws IOException {
        out.close();
        for (Path part : parts(path)) {
            Files.deleteIfExists(part);
        }
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
