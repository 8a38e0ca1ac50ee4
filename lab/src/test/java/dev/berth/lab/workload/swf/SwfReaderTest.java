package dev.berth.lab.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwfReaderTest {
    private static final String REST = " -1 -1 -1 -1 -1 -1";

    private static final String ODD = """
            ; Version: 2.2
            ; MaxNodes: 64 (and 8 more)
            ; MaxProcs: 128

            1 0 5 100 4 99.50 -1 4 200 -1 1 7%s
            ; a comment between
            2 10 5 100 4 -1 -1 -1 200 -1 1 7%s
            3 20 5 100 4 -1 -1 8 -1 -1 1 7%s
            4 30 5 100 4 -1 -1 4 60 -1 0 -1%s
            5 40 5 0 4 -1 -1 4 60 -1 5 7%s
            6 50 5 -1 4 -1 -1 4 60 -1 5 7%s
            7 60 5 100 -1 -1 -1 0 60 -1 1 7%s
            8 70 5 100 4 -1 -1 129 60 -1 1 7%s
            9 25 5 100 128 -1 -1 128 100 -1 1 7%s
            ten eighty 5 100 4 -1 -1 4 60 -1 1 7%s
            11 90 5
            12 100 5 100.25 2
            13 -1 5 100 4 -1 -1 4 60 -1 1 7%s
            14 110 5 100 -1 -1 -1 16 100 -1 1 7%s
            """.replace("%s", REST);

    private static SwfReader reader(String text) throws IOException {
        return reader(text.getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
    }

    private static SwfReader reader(byte[] bytes, OptionalInt processors) throws IOException {
        return SwfReader.open("test.swf", new ByteArrayInputStream(bytes), processors);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static List<SwfJob> all(SwfReader reader) {
        List<SwfJob> jobs = new ArrayList<>();
        reader.forEachRemaining(jobs::add);
        return jobs;
    }

    private static final List<SwfJob> KEPT = List.of(
            new SwfJob(1, 0, 5, 100, 4, 4, 200, 7, 1),
            new SwfJob(2, 10, 5, 100, 4, 4, 200, 7, 1),
            new SwfJob(3, 20, 5, 100, 4, 8, 100, 7, 1),
            new SwfJob(4, 30, 5, 100, 4, 4, 60, -1, 0),
            new SwfJob(9, 30, 5, 100, 128, 128, 100, 7, 1),
            new SwfJob(12, 100, 5, 101, 2, 2, 101, -1, -1),
            new SwfJob(14, 110, 5, 100, -1, 16, 100, 7, 1));

    @Test
    void next_oddLog_skipsAndMends() throws IOException {
        assertThat(all(reader(ODD))).isEqualTo(KEPT);
    }

    @Test
    void oddities_oddLog_countsEveryReason() throws IOException {
        SwfReader reader = reader(ODD);
        all(reader);

        Oddities oddities = reader.oddities();
        assertThat(oddities.read()).isEqualTo(7);
        assertThat(oddities.skipped()).isEqualTo(7);
        assertThat(oddities.counts())
                .isEqualTo(Map.of(
                        Oddity.MALFORMED, 2L,
                        Oddity.NO_SUBMIT, 1L,
                        Oddity.NO_RUN_TIME, 2L,
                        Oddity.NO_PROCESSORS, 1L,
                        Oddity.TOO_WIDE, 1L,
                        Oddity.SHORT_LINE, 1L,
                        Oddity.SUBMIT_BACKWARDS, 1L,
                        Oddity.NO_REQUESTED_PROCESSORS, 2L,
                        Oddity.NO_REQUESTED_TIME, 2L,
                        Oddity.REQUEST_BELOW_RUN_TIME, 1L));
    }

    @Test
    void words_someOddities_tellsOnlyThose() throws IOException {
        SwfReader reader = reader("1 0 5 100 4\n2 10 5 0 4\n");
        all(reader);

        assertThat(reader.oddities().words())
                .startsWith("1 jobs read, 1 skipped:\n  skipped 1: a run time of 0 or unknown\n")
                .containsSubsequence(
                        "  kept 1: fewer than 18 fields;",
                        "\n  kept 1: no requested processors;",
                        "\n  kept 1: no requested time;")
                .hasLineCount(5);
    }

    @Test
    void words_cleanLog_isOneLine() throws IOException {
        SwfReader reader = reader("1 0 5 100 4 -1 -1 4 100 -1 1 7" + REST);
        all(reader);

        assertThat(reader.oddities().words()).isEqualTo("1 jobs read, 0 skipped");
    }

    @Test
    void next_carriageReturnsTabsAndNoLastNewline_readsTheSame() throws IOException {
        String windows = ODD.strip().replace("\n", "\r\n").replace(" 100 ", "\t 100\t");

        assertThat(all(reader(windows))).isEqualTo(KEPT);
    }

    @Test
    void next_gzip_readsTheSame() throws IOException {
        assertThat(all(reader(gzip(ODD), OptionalInt.empty()))).isEqualTo(KEPT);
    }

    @Test
    void open_file_readsTheSame(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("log.swf"), gzip(ODD));

        try (SwfReader reader = SwfReader.open(file);
                SwfReader narrow = SwfReader.open(file, 127)) {
            assertThat(all(reader)).isEqualTo(KEPT);
            assertThat(all(narrow)).hasSize(6);
            assertThat(narrow.oddities().of(Oddity.TOO_WIDE)).isEqualTo(2);
        }
    }

    @Test
    void processors_header_prefersProcsToNodes() throws IOException {
        assertThat(reader(ODD).processors()).hasValue(128);
        assertThat(reader("; MaxNodes: 338 (batch partition; 512 total)\n1 0 5 100 4\n")
                        .processors())
                .hasValue(338);
        assertThat(reader(ODD.getBytes(StandardCharsets.UTF_8), OptionalInt.of(16))
                        .processors())
                .hasValue(16);
    }

    @Test
    void processors_nobodySays_isEmptyAndNothingTooWide() throws IOException {
        SwfReader reader = reader("; MaxProcs: -1\n1 0 5 100 4000\n; MaxProcs: 2\n2 0 5 100 4\n");

        assertThat(reader.processors()).isEmpty();
        assertThat(all(reader)).hasSize(2);
        assertThat(reader.processors()).isEmpty();
    }

    @Test
    void next_numbersBeyondAnyMachine_areMalformed() throws IOException {
        SwfReader reader = reader("""
                1 0 5 100 4
                2 0 5 99999999999999999999 4
                3 0 5 1e300 4
                4 0 5 100 20000000
                5 0 5 NaN 4
                6 0 5 0x10 4
                7 0 5 1e2 4
                """);

        assertThat(all(reader)).extracting(SwfJob::number).containsExactly(1L, 7L);
        assertThat(reader.oddities().of(Oddity.MALFORMED)).isEqualTo(5);
    }

    @Test
    void next_afterTheLast_isRefused() throws IOException {
        SwfReader reader = reader("1 0 5 100 4\n");
        reader.next();

        assertThatThrownBy(reader::next)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("test.swf");
    }

    @Test
    void open_noJobAtAll_isRefusedWithFileLineAndExpectation() {
        assertThatThrownBy(() -> reader("; a comment\n\nname,start,end\na,1,2\n"))
                .isInstanceOfSatisfying(BadTrace.class, bad -> {
                    assertThat(bad.file()).isEqualTo("test.swf");
                    assertThat(bad.line()).isEqualTo(3);
                    assertThat(bad.expected()).contains("18 numbers");
                })
                .hasMessageContainingAll("test.swf, line 3: found \"name,start,end\"", "18 numbers");
    }

    @Test
    void open_emptyOrOnlyComments_isRefused() {
        assertThatThrownBy(() -> reader("")).hasMessageContaining("test.swf is empty");
        assertThatThrownBy(() -> reader("; MaxProcs: 4\n")).hasMessageContaining("test.swf, line 1: the file ends");
        assertThatThrownBy(() -> reader("; MaxProcs: 4\n;\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("line 2: the file ends");
    }

    @Test
    void open_binaryWithoutLineEnds_isRefusedShortly() {
        byte[] binary = new byte[1_000_000];
        Arrays.fill(binary, (byte) 0xfe);

        assertThatThrownBy(() -> reader(binary, OptionalInt.empty()))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("line 1: found \"????")
                .message()
                .hasSizeLessThan(300);
    }

    @Test
    void open_everyJobSkipped_isALogWithoutJobs() throws IOException {
        SwfReader reader = reader("1 0 5 -1 4\n");

        assertThat(reader).isExhausted();
        assertThat(reader.oddities().of(Oddity.NO_RUN_TIME)).isEqualTo(1);
    }

    @Test
    void next_gzipCutShort_isRefusedWithTheLine() throws IOException {
        byte[] whole = gzip(ODD);

        assertThatThrownBy(() -> all(reader(Arrays.copyOf(whole, whole.length - 20), OptionalInt.empty())))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("test.swf, line ")
                .hasMessageContaining("gzip data is broken");
        assertThatThrownBy(() -> reader(Arrays.copyOf(whole, 5), OptionalInt.empty()))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("test.swf, line 0: the gzip data");
    }

    @Test
    void next_manyJobs_readsNoMoreThanItNeeds() throws IOException {
        // An endless log: a reader that gathered it before it gave out a job would never come back.
        byte[] line = "\n1 0 5 100 4".getBytes(StandardCharsets.UTF_8);
        InputStream endless = new InputStream() {
            private int at;

            @Override
            public int read() {
                at = (at + 1) % line.length;
                return line[at];
            }

            @Override
            public int read(byte[] into, int from, int length) {
                for (int i = 0; i < length; i++) {
                    into[from + i] = (byte) read();
                }
                return length;
            }
        };
        SwfReader reader = SwfReader.open("endless", endless, OptionalInt.empty());

        assertThat(reader.next().runTime()).isEqualTo(100);
    }

    @Test
    void open_machineOfNoProcessors_isRefused() {
        assertThatThrownBy(() -> reader(new byte[0], OptionalInt.of(0)))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("processors: \"0\"");
    }
}
