package dev.berth.lab.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.lab.workload.RigidJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
    private static final String JOBS = """
            1 0 5 100 2 -1 -1 4 200 -1 1 7 -1 -1 -1 -1 -1 -1
            2 30 5 70 3 -1 -1 -1 200 -1 1 7 -1 -1 -1 -1 -1 -1
            """;

    @TempDir
    Path directory;

    private Trace read(String text) throws IOException {
        return Trace.read(Files.writeString(directory.resolve("tiny.swf"), text));
    }

    @Test
    void read_givesProcessorsRequested_andTheMachine() throws IOException {
        Trace trace = read("; MaxProcs: 16\n" + JOBS);
        assertThat(trace.name()).isEqualTo("tiny.swf");
        assertThat(trace.processors()).isEqualTo(16);
        assertThat(trace.jobs()).containsExactly(new RigidJob(0, 4, 100), new RigidJob(30, 3, 70));
    }

    @Test
    void aLogThatDoesNotBeginAt0_isShiftedToItsFirstSubmission() throws IOException {
        String later = JOBS.replace("1 0 5", "1 840000000 5").replace("2 30 5", "2 840000030 5");
        assertThat(read(later).jobs()).isEqualTo(read(JOBS).jobs());
    }

    @Test
    void label_isTheNameWithoutItsEndings() throws IOException {
        assertThat(read(JOBS).label()).isEqualTo("tiny");
        assertThat(new Trace("KTH-SP2-1996-2.1-cln.swf.gz", 100, List.of()).label())
                .isEqualTo("KTH-SP2-1996-2.1-cln");
    }

    @Test
    void withoutAHeader_theMachineIsAsWideAsTheWidestJob() throws IOException {
        assertThat(read(JOBS).processors()).isEqualTo(4);
    }

    @Test
    void words_tellTracesOfOneNameApart_withoutTheirPath() throws IOException {
        String words = read(JOBS).toString();
        assertThat(words).startsWith("tiny.swf (2 jobs, ");
        assertThat(read(JOBS).toString()).isEqualTo(words);
        assertThat(read(JOBS.replace(" 70 ", " 71 ")).toString()).isNotEqualTo(words);
    }

    @Test
    void aLogWhoseJobsNeverRan_isRefused() {
        assertThatThrownBy(() -> read("1 0 5 0 2 -1 -1 4 200 -1 1 7 -1 -1 -1 -1 -1 -1\n"))
                .isInstanceOf(BadTrace.class)
                .hasMessageContaining("expected a job that ran");
    }
}
