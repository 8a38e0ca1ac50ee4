package dev.berth.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.api.log.Logged.Field;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogFormatTest {
    private static final Instant TIME = Instant.parse("2026-11-16T07:00:00.005Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LogFormat.Shape PLAIN = new LogFormat.Shape(BERLIN, false, false);
    private static final LogFormat.Shape JOURNAL = new LogFormat.Shape(BERLIN, true, false);
    private static final LogFormat.Shape DETAILED = new LogFormat.Shape(BERLIN, false, true);

    private static Logged logged(Level level, String words, @Nullable Throwable cause, Field... fields) {
        return new Logged(TIME, level, "dev.berth.service.Some", words, List.of(fields), cause);
    }

    private static String text(Logged logged) {
        return LogFormat.TEXT.line(logged, PLAIN);
    }

    @Test
    void text_hasTimeWithZone_level_wordsAndFields() {
        assertThat(text(logged(
                        Level.WARN,
                        "Reservation displaced",
                        null,
                        new Field("reservation", "r17"),
                        new Field("user", "anna"),
                        new Field("servers", 2),
                        new Field("why", "failed: gpu/3"),
                        new Field("note", ""))))
                .isEqualTo(
                        "2026-11-16T08:00:00.005+01:00 WARN Reservation displaced reservation=r17 user=anna servers=2"
                                + " why=\"failed: gpu/3\" note=\"\"\n");
    }

    @Test
    void text_ofUsers_cannotForgeARecordOrAField() {
        String name = "x\n2026-11-16T08:00:00.000+01:00 level=ERROR user=root \"quoted\" \\";
        assertThat(text(logged(Level.INFO, "Booked\r\nERROR all is lost", null, new Field("name", name))))
                .isEqualTo("2026-11-16T08:00:00.005+01:00 INFO Booked\\r\\nERROR all is lost"
                        + " name=\"x\\n2026-11-16T08:00:00.000+01:00 level=ERROR user=root \\\"quoted\\\" \\\\\"\n");
        assertThat(text(logged(Level.INFO, "Booked", null, new Field("name", "a=b"))))
                .endsWith("name=\"a=b\"\n");
        assertThat(text(logged(Level.INFO, "Booked", null, new Field("name", "\u001b[2J\u202e\u0085\u2028"))))
                .endsWith("name=\"\\u001b[2J\\u202e\\u0085\\u2028\"\n");
        assertThat(text(logged(Level.INFO, "Booked", null, new Field("name", "Jürgen-日本"))))
                .endsWith("name=Jürgen-日本\n");
    }

    @Test
    void exception_isAReasonInWords_andATraceOnlyWhereItIsNeeded() {
        IOException cause = new IOException("refused", new IllegalStateException("port\n25"));
        assertThat(text(logged(Level.WARN, "Not sent", cause)))
                .endsWith(" WARN Not sent cause=\"IOException: refused: IllegalStateException: port\\n25\"\n");
        for (String line : List.of(
                text(logged(Level.ERROR, "Not sent", cause)),
                LogFormat.TEXT.line(logged(Level.WARN, "Not sent", cause), DETAILED))) {
            assertThat(line)
                    .contains(" trace=\"java.io.IOException: refused\\n\\tat dev.berth")
                    .endsWith("\"\n");
            assertThat(line.lines()).hasSize(1);
        }
        assertThat(text(logged(Level.WARN, "Not sent", new NullPointerException())))
                .endsWith(" cause=NullPointerException\n");
    }

    @Test
    void library_isNamed() {
        Logged foreign = new Logged(TIME, Level.WARN, "io.helidon.Some", "Odd", List.of(), null);
        assertThat(text(foreign)).endsWith(" WARN Odd logger=io.helidon.Some\n");
    }

    @Test
    void journal_getsTheLevelItUnderstands_andNoSecondTime() {
        assertThat(LogFormat.TEXT.line(logged(Level.ERROR, "Words", null), JOURNAL))
                .isEqualTo("<3>ERROR Words\n");
        assertThat(LogFormat.TEXT.line(logged(Level.WARN, "Words", null), JOURNAL))
                .isEqualTo("<4>WARN Words\n");
        assertThat(LogFormat.TEXT.line(logged(Level.INFO, "Words", null), JOURNAL))
                .isEqualTo("<6>INFO Words\n");
        assertThat(LogFormat.TEXT.line(logged(Level.DEBUG, "Words", null), JOURNAL))
                .isEqualTo("<7>DEBUG Words\n");
        assertThat(LogFormat.JSON.line(logged(Level.WARN, "Words", null), JOURNAL))
                .startsWith("<4>{\"time\":\"2026-11-16T08:00:00.005+01:00\",\"level\":\"warn\"");
    }

    @Test
    void json_isOneObject_alsoForHostileText() throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode one = json.readTree(LogFormat.JSON.line(
                logged(Level.WARN, "Words", new IOException("no"), new Field("status", 200), new Field("a", "b")),
                PLAIN));
        assertThat(one.get("time").asText()).isEqualTo("2026-11-16T08:00:00.005+01:00");
        assertThat(one.get("level").asText()).isEqualTo("warn");
        assertThat(one.get("message").asText()).isEqualTo("Words");
        assertThat(one.get("fields")).hasToString("{\"status\":200,\"a\":\"b\"}");
        assertThat(one.get("cause").asText()).isEqualTo("IOException: no");
        assertThat(one.get("trace").asText()).contains("\n\tat dev.berth");

        long seed = Long.getLong("berth.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder hostile = new StringBuilder();
            random.ints(20, 0, 0x120).forEach(each -> hostile.appendCodePoint(each));
            random.ints(5, 0, 0x10000).forEach(each -> hostile.append((char) each));
            String line = LogFormat.JSON.line(
                    logged(Level.INFO, hostile.toString(), null, new Field(hostile.toString(), hostile)), PLAIN);
            assertThat(line.strip().lines()).as("seed %d", seed).hasSize(1);
            JsonNode read = json.readTree(line);
            assertThat(read.get("message").asText()).as("seed %d", seed).isEqualTo(hostile.toString());
            assertThat(read.get("fields").get(hostile.toString()).asText()).isEqualTo(hostile.toString());
        }
    }

    @Test
    void endlessText_isCut_soThatNobodySplitsTheLine() {
        String line = text(logged(Level.INFO, "Words", null, new Field("name", "x".repeat(100_000))));
        assertThat(line.length()).isLessThan(10_000);
        assertThat(line).endsWith("x...\"\n");
    }
}
