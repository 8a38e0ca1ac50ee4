package dev.berth.lab.workload.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.workload.RigidJob;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.JobLog;
import dev.berth.lab.workload.swf.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Helios and Philly by their published columns; the jobs are made by hand. */
class GpuLogsTest {
    private static final String COLUMNS =
            "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n";

    private static final String HELIOS = COLUMNS + """
            11,u1,vc1,4,16,1,COMPLETED,2020-06-09 18:41:27,2020-06-09 18:42:27,2020-06-09 18:45:27,180,60
            12,u2,vc1,16,64,2,FAILED,2020-06-09 18:41:00,2020-06-09 18:41:00,2020-06-09 19:41:00,3600,0
            13,u2,vc2,0,4,1,CANCELLED,2020-06-09 18:43:00,2020-06-09 18:43:00,2020-06-09 18:43:30,30,0
            14,u3,vc2,3,8,2,COMPLETED,2020-06-09 18:44:00,2020-06-09 18:43:30,2020-06-09 18:44:30,60,0
            15,u3,vc2,1,1,1,CANCELLED,2020-06-09 18:44:00,None,None,0,0
            16,u3,vc2,1,1,1,NODE_FAIL,2020-06-09 18:44:00,2020-06-09 18:46:00,2020-06-09 18:45:00,-60,0
            17,u3,vc2,0,0,1,COMPLETED,2020-06-09 18:44:00,2020-06-09 18:46:00,2020-06-09 18:47:00,60,0
            18,u3,vc2,1,1,0,COMPLETED,2020-06-09 18:44:00,2020-06-09 18:46:00,2020-06-09 18:47:00,60,0
            """;

    private static final String PHILLY = """
            [
              {"status": "Pass", "vc": "a", "jobid": "application_1", "attempts": [
                 {"start_time": "2017-10-07 01:12:00", "end_time": "2017-10-07 01:13:00", "detail": [
                    {"ip": "m1", "gpus": ["gpu0", "gpu1"]}]},
                 {"start_time": "2017-10-07 02:00:00", "end_time": "2017-10-07 02:02:00", "detail": [
                    {"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu6", "gpu7"]}]}],
               "submitted_time": "2017-10-07 01:11:39", "user": "u"},
              {"status": "Killed", "vc": "a", "jobid": "application_2", "attempts": [],
               "submitted_time": "2017-10-07 00:00:00", "user": "u"},
              {"submitted_time": "2017-10-07 01:10:39", "status": "Failed", "more": {"of": [1, {"x": null}]}, "attempts": [
                 {"start_time": null, "end_time": null, "detail": []},
                 {"start_time": "2017-10-07 01:10:49", "end_time": "2017-10-07 01:11:49", "detail": [
                    {"ip": "m1", "gpus": ["gpu0"]}]},
                 {"start_time": "2017-10-07 01:12:49", "end_time": "None", "detail": [
                    {"ip": "m1", "gpus": ["gpu0", "gpu1", "gpu2"]}]}]}
            ]
            """;

    @TempDir
    Path directory;

    private static GpuTrace read(String text) throws IOException {
        return GpuTrace.read("log", "log", new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void helios_hasRequestsOfEachNode_andTimesFromTheFirstSubmission() throws IOException {
        GpuTrace trace = read(HELIOS);
        assertThat(trace.tasks())
                .containsExactly(
                        new GpuTask(new GpuRequest(32_000, 0, 8, 1000), 2, 0, 0, 3_600),
                        new GpuTask(new GpuRequest(16_000, 0, 4, 1000), 1, 27, 87, 267),
                        new GpuTask(new GpuRequest(4_000, 0, 0, 0), 1, 120, 120, 150),
                        new GpuTask(new GpuRequest(4_000, 0, 2, 1000), 2, 150, 150, 210));
        assertThat(trace.oddities())
                .isEqualTo(Map.of(
                        GpuOddity.NEVER_RAN, 1L,
                        GpuOddity.ENDS_BEFORE_START, 1L,
                        GpuOddity.NOTHING_ASKED, 1L,
                        GpuOddity.TOO_WIDE, 1L,
                        GpuOddity.STARTS_BEFORE_SUBMISSION, 1L,
                        GpuOddity.UNEVEN, 1L));
        assertThat(trace.oddityWords()).contains("skipped 1: no recorded begin or end");
    }

    @Test
    void philly_addsUpTheAttemptsOfAJob() throws IOException {
        GpuTrace trace = read(PHILLY);
        assertThat(trace.tasks())
                .containsExactly(
                        new GpuTask(new GpuRequest(0, 0, 1, 1000), 1, 0, 10, 70),
                        new GpuTask(new GpuRequest(0, 0, 2, 1000), 2, 60, 81, 261));
        assertThat(trace.oddities()).isEqualTo(Map.of(GpuOddity.NEVER_RAN, 1L, GpuOddity.ATTEMPT_WITHOUT_TIMES, 1L));
    }

    @Test
    void requests_areCountedForEachNode_andCardsAtTheBusiestMoment() throws IOException {
        GpuTrace trace = read(PHILLY);
        assertThat(trace.requests().tasks()).isEqualTo(3);
        assertThat(trace.requests().count(1)).isEqualTo(2);
        assertThat(trace.mostCards()).isEqualTo(4);
        assertThat(read(HELIOS).mostCards()).isEqualTo(16 + 4 + 4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,u,v,1,1 | line 2: found 5 fields",
                "1,u,v,many,1,1,X,2020-06-09 18:41:27,2020-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column gpu_num is \"many\"",
                "1,u,v,1,-1,1,X,2020-06-09 18:41:27,2020-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column cpu_num is \"-1\"",
                "1,u,v,1,1,9999999999,X,2020-06-09 18:41:27,2020-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column node_num",
                "1,u,v,1,1,1,X,yesterday,2020-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column submit_time is \"yesterday\"",
                "1,u,v,1,1,1,X,2020-02-30 18:41:27,2020-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column submit_time",
                "1,u,v,1,1,1,X,2020-06-09 18:41:27,9999-06-09 18:41:27,2020-06-09 18:41:27,0,0 | line 2: column start_time"
            })
    void aLineOfHeliosThatIsNoJob_isNamed(String line, String message) {
        assertThatThrownBy(() -> read(COLUMNS + line + "\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageStartingWith("log, " + message)
                .hasMessageContaining("; expected ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "{}",
                "[1]",
                "[{}]",
                "[{\"submitted_time\": 5}]",
                "[{\"submitted_time\": \"soon\", \"attempts\": []}]",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": {}}]",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": [[]]}]",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": [{\"detail\": [{\"gpus\": [7]}]}]}]",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": []}]",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": []]"
            })
    void whatIsNotPhillys_isNamed(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadTrace.class)
                .hasMessageStartingWith("log, line 1: ")
                .hasMessageContaining("; expected ");
    }

    /** Half a gigabyte of blanks in a few kilobytes, a string and a nesting without end: refused at a bound, not read into memory. */
    @Test
    void hostileFiles_areBounded() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write('[');
            gzip.write(" ".repeat(5_000_000).getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(packed.size()).isLessThan(10_000);
        assertThatThrownBy(
                        () -> GpuTrace.read("bomb", "bomb", new ByteArrayInputStream(packed.toByteArray()), 1_000_000))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("more than 1000000 bytes");
        assertThatThrownBy(() -> read("[{\"submitted_time\": \"" + "x".repeat(50_000) + "\"}]"))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("not valid JSON");
        assertThatThrownBy(() -> read("[{\"more\": " + "[".repeat(100_000)))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("not valid JSON");
        String gpus = "\"g\",".repeat(100_001);
        assertThatThrownBy(() -> read("[{\"attempts\": [{\"detail\": [{\"gpus\": [" + gpus))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("more than 100000 GPUs of a node");
    }

    @Test
    void randomChanges_areReadOrRefused() {
        for (String text : List.of(HELIOS, PHILLY)) {
            for (long seed = 1; seed <= 2_000; seed++) {
                Random random = new Random(seed);
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                for (int i = 0; i <= random.nextInt(4); i++) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                try {
                    GpuTrace trace = GpuTrace.read("log", "log", new ByteArrayInputStream(bytes));
                    assertThat(trace.tasks()).as("seed %d", seed).isNotEmpty();
                } catch (BadTrace refused) {
                    assertThat(refused).as("seed %d", seed).hasMessageStartingWith("log, line ");
                } catch (IOException e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
        }
    }

    /** For experiments and queues that know nothing of parts a GPU is a processor. */
    @Test
    void asALog_everyGpuIsAProcessor() throws IOException {
        Trace trace = JobLogs.trace(file("cluster_log.csv", HELIOS));
        assertThat(trace.processors()).isEqualTo(24);
        assertThat(trace.label()).isEqualTo("cluster_log");
        assertThat(trace.jobs())
                .containsExactly(new RigidJob(0, 16, 3_600), new RigidJob(27, 4, 180), new RigidJob(150, 4, 60));
        assertThat(JobLogs.trace(file("cluster_job_log", PHILLY)).jobs())
                .containsExactly(new RigidJob(0, 1, 60), new RigidJob(60, 4, 180));
        assertThat(JobLogs.trace(file("pods.csv", GpuTraceTest.PODS)).jobs())
                .containsExactly(new RigidJob(0, 2, 100), new RigidJob(200, 1, 290));
    }

    @Test
    void onAGivenMachine_jobsThatAreTooWideAreLeftOut() throws IOException {
        try (JobLog log = JobLogs.open(file("cluster_log.csv", HELIOS), OptionalInt.of(8))) {
            assertThat(log.statesProcessors()).isTrue();
            assertThat(log.next().allocatedProcessors()).isEqualTo(4);
            assertThat(log.next().waited()).isZero();
            assertThat(log.hasNext()).isFalse();
            assertThat(log.words())
                    .contains(
                            "2 jobs read, 6 skipped:",
                            "  skipped 1: no recorded begin",
                            "  skipped 1: more processors",
                            "a GPU counts as a server");
        }
        assertThatThrownBy(() -> JobLogs.open(file("cluster_log.csv", HELIOS), OptionalInt.of(0)))
                .hasMessageContaining("processors");
    }

    @Test
    void aLogInTheStandardFormat_isReadAsBefore() throws IOException {
        Path swf = file("tiny.swf", "; MaxProcs: 4\n1 0 5 100 2 -1 -1 4 200 -1 1 7 -1 -1 -1 -1 -1 -1\n");
        assertThat(JobLogs.isGpuTrace(swf)).isFalse();
        assertThat(JobLogs.trace(swf)).isEqualTo(Trace.read(swf));
        assertThat(JobLogs.isGpuTrace(file("jobs.csv", "id,submit,ready,work,deadline\na,0,0,5,20\n")))
                .isFalse();
    }
}
