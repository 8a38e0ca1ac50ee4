package dev.berth.lab.workload.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.workload.swf.BadTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuTraceTest {
    /** Made by hand, in the columns of Alibaba's list of pods. */
    static final String PODS = """
            name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
            late,2500,1024,1,500,,LS,Running,200,500,210
            early,8000,4096,2,1000,,LS,Running,0,100,0
            waited,1000,512,0,0,,BE,Pending,300,360,
            """;

    private static final String HEADER = PODS.lines().findFirst().orElseThrow();

    @TempDir
    Path directory;

    private static GpuTrace read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static GpuTrace read(byte[] bytes) throws IOException {
        return GpuTrace.read("pods.csv", "pods.csv", new ByteArrayInputStream(bytes));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void tasks_areInTheOrderOfTheirCreation() throws IOException {
        assertThat(read(PODS).tasks())
                .containsExactly(
                        new GpuTask(new GpuRequest(8000, 4096, 2, 1000), 0, 0, 100),
                        new GpuTask(new GpuRequest(2500, 1024, 1, 500), 200, 210, 500),
                        new GpuTask(new GpuRequest(1000, 512, 0, 0), 300, 300, 360));
    }

    @Test
    void columns_areFoundByName_andGzipByContent() throws IOException {
        Path file = directory.resolve("pods.csv.gz");
        Files.write(file, gzip("""
                deletion_time,creation_time,gpu_milli,num_gpu,memory_mib,cpu_milli,other
                9.0,1,1000,1,2,3,"x"

                """.getBytes(StandardCharsets.US_ASCII)));
        GpuTrace trace = GpuTrace.read(file);
        assertThat(trace.name()).isEqualTo("pods.csv.gz");
        assertThat(trace.tasks()).containsExactly(new GpuTask(new GpuRequest(3, 2, 1, 1000), 1, 1, 9));
        assertThat(trace.tasks().getFirst().length()).isEqualTo(8);
    }

    @Test
    void requests_areCounted() throws IOException {
        GpuRequests requests =
                read(PODS + "again,2500,1024,1,500,,LS,Running,700,800,700\n").requests();
        assertThat(requests.all())
                .containsExactly(
                        new GpuRequest(8000, 4096, 2, 1000),
                        new GpuRequest(2500, 1024, 1, 500),
                        new GpuRequest(1000, 512, 0, 0));
        assertThat(requests.count(1)).isEqualTo(2);
        assertThat(requests.tasks()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x,1,1,1,1000,,LS,Running,0,9,0,more | line 2: found 12 fields",
                "x,1,1,1 | line 2: found 4 fields",
                "x,many,1,1,1000,,LS,Running,0,9,0 | line 2: column cpu_milli is \"many\"",
                "x,-1,1,1,1000,,LS,Running,0,9,0 | line 2: column cpu_milli is \"-1\"",
                "x,9999999999,1,1,1000,,LS,Running,0,9,0 | line 2: found",
                "x,1,1,1,1000,,LS,Running,0,99999999999999999999,0 | line 2: column deletion_time",
                "x,1,1,1,1000,,LS,Running,5,4,5 | line 2: created at 5, scheduled at 5, deleted at 4",
                "x,1,1,1,1000,,LS,Running,5,9,4 | line 2: created at 5, scheduled at 4, deleted at 9",
                "x,1,1,1,1001,,LS,Running,0,9,0 | line 2: gpu_milli is 1001",
                "x,1,1,2,500,,LS,Running,0,9,0 | line 2: gpu_milli is 500",
                "x,1,1,64,1000,,LS,Running,0,9,0 | line 2: num_gpu is 64",
                "x,1,1,0,1000,,LS,Running,0,9,0 | line 2: gpu_milli is 1000",
                "x,0,0,0,0,,LS,Running,0,9,0 | line 2: cpu_milli is 0"
            })
    void aLineThatIsNoTask_isNamed(String line, String message) {
        assertThatThrownBy(() -> read(HEADER + "\n" + line + "\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageStartingWith("pods.csv, " + message)
                .hasMessageContaining("; expected ");
    }

    @Test
    void aFileThatIsNoTrace_isNamed() {
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(BadTrace.class)
                .hasMessageContainingAll("pods.csv", "empty", "cpu_milli");
        assertThatThrownBy(() -> read("1 0 5 100 2 -1\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageStartingWith("pods.csv, line 1: found no column cpu_milli");
        assertThatThrownBy(() -> read(HEADER + "\n\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("the file ends without a task");
    }

    @Test
    void brokenGzip_isNamed() throws IOException {
        byte[] packed = gzip(PODS.repeat(50).getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> read(Arrays.copyOf(packed, packed.length / 2))).isInstanceOf(BadTrace.class);
        assertThatThrownBy(() -> read(new byte[] {0x1f, (byte) 0x8b, 1, 2}))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("gzip");
    }

    /** A line without an end is cut, and not kept in memory. */
    @Test
    void endlessLines_areRefused() {
        InputStream endless = new InputStream() {
            private long left = 20_000_000;

            @Override
            public int read() {
                return left-- > 0 ? 'a' : -1;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                if (left <= 0) {
                    return -1;
                }
                int some = (int) Math.min(left, length);
                Arrays.fill(bytes, from, from + some, (byte) 'a');
                left -= some;
                return some;
            }
        };
        assertThatThrownBy(() -> GpuTrace.read("endless", "endless", endless))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("found no column");
    }

    @Test
    void randomChanges_areReadOrRefused() throws IOException {
        for (long seed = 1; seed <= 2_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = PODS.getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i <= random.nextInt(4); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(read(bytes).tasks()).as("seed %d", seed).isNotEmpty();
            } catch (BadTrace refused) {
                assertThat(refused).as("seed %d", seed).hasMessageStartingWith("pods.csv, line ");
            }
        }
    }
}
