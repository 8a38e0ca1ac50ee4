package dev.berth.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.slf4j.event.Level;

/** Records the log while open; the records are read back from the JSON lines that the log writes. */
public final class RecordedLog implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Log log = Log.open(new PrintStream(bytes, true, StandardCharsets.UTF_8), false);

    public RecordedLog() {
        this(Level.INFO);
    }

    public RecordedLog(Level level) {
        log.set("", new Log.Style(LogFormat.JSON, level));
    }

    /** All records, in order. */
    public List<JsonNode> all() {
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .map(RecordedLog::json)
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (java.io.IOException e) {
            throw new UncheckedIOException(line, e);
        }
    }

    /** The records whose words begin like this. */
    public List<JsonNode> saying(String words) {
        return all().stream()
                .filter(each -> each.get("message").asText().startsWith(words))
                .toList();
    }

    /** The only such record, when it has come. */
    public JsonNode one(String words) {
        return await(words, 1).getFirst();
    }

    /** Waits until there are exactly {@code count} such records. */
    public List<JsonNode> await(String words, int count) {
        List<JsonNode> found = Awaitility.await("%d records: %s".formatted(count, words))
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> saying(words), records -> records.size() >= count);
        assertThat(found).as(bytes.toString(StandardCharsets.UTF_8)).hasSize(count);
        return found;
    }

    /** The fields of a record as text. */
    public static String fields(JsonNode logged) {
        StringBuilder text = new StringBuilder(logged.get("level").asText());
        logged.get("fields")
                .properties()
                .forEach(field -> text.append(' ')
                        .append(field.getKey())
                        .append('=')
                        .append(field.getValue().asText()));
        return text.toString();
    }

    @Override
    public void close() {
        log.close();
    }
}
