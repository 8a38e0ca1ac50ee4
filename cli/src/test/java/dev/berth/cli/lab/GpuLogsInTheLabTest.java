package dev.berth.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of Philly and Helios wherever a log can be named: in queues, in comparisons, as jobs.csv, in experiments. */
class GpuLogsInTheLabTest {
    private static final String COLUMNS = "job_id,gpu_num,cpu_num,node_num,submit_time,start_time,end_time\n";

    @TempDir
    Path directory;

    /** Fifteen jobs of 1 or 8 GPUs, ten minutes apart, and one that never began. */
    private Path philly() throws IOException {
        StringJoiner jobs = new StringJoiner(",\n", "[", "]\n");
        for (int i = 0; i < 15; i++) {
            String gpus = i % 3 == 0 ? "\"g0\",\"g1\",\"g2\",\"g3\",\"g4\",\"g5\",\"g6\",\"g7\"" : "\"g0\"";
            jobs.add("""
                    {"jobid": "a%1$d", "submitted_time": "2017-10-07 %2$s:00", "attempts": [
                      {"start_time": "2017-10-07 %2$s:05", "end_time": "2017-10-07 %3$s:00",
                       "detail": [{"ip": "m1", "gpus": [%4$s]}]}]}\
                    """.formatted(i, clock(10 * i), clock(10 * i + 9), gpus));
        }
        jobs.add("{\"jobid\": \"none\", \"submitted_time\": \"2017-10-07 00:00:00\", \"attempts\": []}");
        return Files.writeString(directory.resolve("cluster_job_log"), jobs.toString());
    }

    private Path helios() throws IOException {
        StringBuilder lines = new StringBuilder(COLUMNS);
        for (int i = 0; i < 15; i++) {
            lines.append("%d,16,32,2,2020-06-09 %s:00,2020-06-09 %s:00,2020-06-09 %s:30\n"
                    .formatted(i, clock(10 * i), clock(10 * i), clock(10 * i + 5)));
        }
        return Files.writeString(directory.resolve("cluster_log.csv"), lines);
    }

    private static String clock(int minutes) {
        return "%02d:%02d".formatted(minutes / 60, minutes % 60);
    }

    private static Ran berth(String... words) {
        Ran ran = Ran.berth(words);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran;
    }

    @Test
    void queues_takeAGpuAsAServer() throws IOException {
        assertThat(berth("lab", "backfill", philly().toString()).out())
                .contains("cluster_job_log on 8 servers", "15 jobs read", "skipped 1: no recorded begin")
                .doesNotContain("header");
        assertThat(berth("lab", "backfill", helios().toString(), "--servers", "8")
                        .out())
                .contains("0 jobs read, 15 skipped");
    }

    @Test
    void jobs_areWrittenForAdmit() throws IOException {
        Path jobs = directory.resolve("jobs.csv");
        Path pools = directory.resolve("pools.csv");
        Ran written = berth(
                "lab",
                "jobs",
                philly().toString(),
                "--slack",
                "0",
                "--out",
                jobs.toString(),
                "--pools",
                pools.toString());
        assertThat(written.err()).contains("15 jobs read", "a GPU counts as a server");
        assertThat(Files.readString(jobs)).contains("1,0,0,535,535,8\n", "2,600,600,535,1135,1\n");
        assertThat(Files.readString(pools)).contains("machine,8,1");
        assertThat(berth("admit", "--jobs", jobs.toString(), "--pools", pools.toString())
                        .out())
                .containsPattern("accepted +15");
    }

    @Test
    void policies_areComparedOnThem() throws IOException {
        for (Path log : new Path[] {philly(), helios()}) {
            assertThat(berth("lab", "compare", log.toString(), "--policy", "earliest")
                            .out())
                    .contains("Jobs of ", log.getFileName().toString())
                    .containsPattern("earliest +15 ");
        }
        Path broken = Files.writeString(directory.resolve("broken.json"), "[{\"submitted_time\": 5}]");
        Ran refused = Ran.berth("lab", "compare", broken.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("FILE: ", "broken.json, line 1: ", "submitted_time");
    }

    @Test
    void experiments_takeThemAsLogs_orWithParts() throws IOException {
        Path out = directory.resolve("out");
        berth("lab", "run", "netto-fig2", "--scale", "smoke", "--trace", philly().toString(), "--out", out.toString());
        assertThat(out.resolve("netto-fig2/report.md"))
                .content()
                .contains("| trace | cluster_job_log |", "| jobs of the trace | 15 |");
        berth(
                "lab",
                "run",
                "fgd-allocation",
                "--scale",
                "smoke",
                "--trace",
                helios().toString(),
                "--out",
                out.toString());
        assertThat(out.resolve("fgd-allocation/data.csv")).content().contains("replayed-loss-rate,default,1213,0,");
        berth(
                "lab",
                "run",
                "fgd-allocation",
                "--scale",
                "smoke",
                "--trace",
                philly().toString(),
                "--out",
                out.toString());
        assertThat(out.resolve("fgd-allocation/report.md"))
                .content()
                .contains("| oddities of the trace |", "skipped 1: no recorded begin");
    }
}
