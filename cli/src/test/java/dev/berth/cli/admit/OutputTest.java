package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where placements and summary go. */
class OutputTest {
    @TempDir
    private Path work;

    private Inputs inputs;

    @BeforeEach
    void plain() throws IOException {
        inputs = new Inputs(work).pools(Inputs.POOLS).jobs(Inputs.JOBS);
    }

    @Test
    void withoutOut_onlyTheSummary() throws IOException {
        Ran ran = Ran.berth(
                "admit",
                "--pools",
                inputs.pools().toString(),
                "--jobs",
                inputs.jobs().toString());

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("""
                policy          terms
                early starts    on
                jobs            3
                accepted        2
                refused         1
                  no-capacity          1 job, 33.33% of all work
                work lost       33.33%
                  impossible    0.00%
                utilisation     50.00%
                promised wait   0:00""").containsSubsequence("real wait       0:00 ", "turnaround      0:00 ");
        assertThat(inputs.fileNames()).containsExactly("jobs.csv", "pools.csv");
    }

    @Test
    void outToStandardOutput_movesTheSummaryToStandardError() {
        Ran ran = Ran.berth(
                "admit",
                "--pools",
                inputs.pools().toString(),
                "--jobs",
                inputs.jobs().toString(),
                "--out",
                "-");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo(Inputs.PLACEMENTS);
        assertThat(ran.err()).startsWith("policy          terms\n");
    }

    @Test
    void json_hasExactlyTheFields_asPlainNumbers() throws IOException {
        Ran ran = inputs.admit("--json", "--policy", "ff-hu");

        JsonNode json = new ObjectMapper().readTree(ran.out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "policy",
                        "earlyStarts",
                        "jobs",
                        "accepted",
                        "refused",
                        "refusals",
                        "workLossRate",
                        "impossibleWorkRate",
                        "utilisation",
                        "meanPromisedWaitSeconds",
                        "meanWaitSeconds",
                        "meanTurnaroundSeconds",
                        "nanosPerDecision",
                        "peakIdlePeriods");
        assertThat(json.get("policy").textValue()).isEqualTo("ff-hu");
        assertThat(json.get("workLossRate").isNumber()).isTrue();
        assertThat(json.get("nanosPerDecision").doubleValue()).isPositive();
        assertThat(ran.out()).contains("\"workLossRate\" : 0.333333333333,").doesNotContain("E");
    }

    /** Castillo's policies take jobs of one server only, which says nothing about the site. */
    @Test
    void reasons_sayWhatLostTheWork() throws IOException {
        inputs.pools("pool,servers,rate\nslow,4,1\n").jobs("""
                id,submit,ready,work,deadline,servers
                wide,0,0,50,500,2
                none,0,0,0,9,1
                good,0,0,10,500,1
                """);

        Ran ran = inputs.admit("--policy", "ff-ha");

        assertThat(ran.out()).contains("""
                refused         2
                  single-server-only   1 job, 90.91% of all work
                  bad-value            1 job, 0.00% of all work
                work lost       90.91%
                """);
    }

    @Test
    void badValues_areRefusedRowsAndImpossibleWork() throws IOException {
        inputs.jobs("""
                id,submit,ready,work,deadline,servers
                early,0,10,5,9,1
                none,0,0,0,9,1
                less,0,0,-5,9,1
                huge,0,0,4398046511105,9,1
                nobody,0,0,5,9,0
                crowd,0,0,5,9,5000000000
                past,0,-1,5,9,1
                good,0,0,5,9,1
                """);

        Ran ran = inputs.admit("--json");

        assertThat(ran.code()).isZero();
        assertThat(inputs.placements().lines().map(line -> line.replaceAll(" must .*", "")))
                .containsExactly("""
                id,decision,pool,servers,start,end,reason
                early,refused,,,,,"bad-value: deadline: ""9""
                none,refused,,,,,"bad-value: work: ""0""
                less,refused,,,,,"bad-value: work: ""-5""
                huge,refused,,,,,"bad-value: work: ""4398046511105""
                nobody,refused,,,,,"bad-value: servers: ""0""
                crowd,refused,,,,,"bad-value: servers: ""5000000000""
                past,refused,,,,,"bad-value: ready: ""-1""
                good,accepted,fast,0,0,5,""".split("\n"));
        assertThat(inputs.placements())
                .containsSubsequence(
                        "ready, 10\"\n",
                        "from 1 to 4398046511104\"\n",
                        "from 1 to 4398046511104\"\n",
                        "from 1 to 4398046511104\"\n",
                        "from 1 to 10000000\"\n",
                        "from 1 to 10000000\"\n",
                        "from 0 to 1152921504606846975\"\n");
        double lost = 5 + 4398046511105.0 + 5 + 5 * 5e9 + 5;
        assertThat(GoldenTest.figure(ran.out(), "workLossRate"))
                .isEqualTo(GoldenTest.figure(ran.out(), "impossibleWorkRate"))
                .isCloseTo(lost / (lost + 5), Offset.offset(1e-12));
    }

    @Test
    void missingDirectory_isAFailureThatNamesIt() throws IOException {
        Path out = work.resolve("nowhere/placements.csv");
        Ran ran = Ran.berth(
                "admit",
                "--pools",
                inputs.pools().toString(),
                "--jobs",
                inputs.jobs().toString(),
                "--out",
                out.toString());

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .containsSubsequence(
                        out + ": cannot be written", out.getParent().toString());
        assertThat(ran.out()).isEmpty();
        assertThat(inputs.fileNames()).containsExactly("jobs.csv", "pools.csv");
    }

    @Test
    void directoryAsOut_isAFailure() throws IOException {
        Files.createDirectory(inputs.out());

        Ran ran = inputs.admit();

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).containsSubsequence(inputs.out() + ": cannot be written", "is a directory");
    }

    @Test
    void fullDevice_isAFailure() throws IOException {
        Path full = Path.of("/dev/full");
        if (!Files.exists(full)) {
            return; // Only Linux has one.
        }
        Ran ran = Ran.berth(
                "admit",
                "--pools",
                inputs.pools().toString(),
                "--jobs",
                inputs.jobs().toString(),
                "--out",
                full.toString());

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("/dev/full: cannot be written");
        assertThat(Files.isRegularFile(full)).isFalse();
    }

    @Test
    void linkAsOut_staysALink() throws IOException {
        Path real = Files.writeString(work.resolve("real.csv"), "old");
        Files.createSymbolicLink(inputs.out(), real);

        assertThat(inputs.admit().code()).isZero();

        assertThat(inputs.out()).isSymbolicLink();
        assertThat(real).hasContent(Inputs.PLACEMENTS.strip());
    }

    @Test
    void inputAsOut_isBadUsage() throws IOException {
        Ran ran = Ran.berth(
                "admit",
                "--pools",
                inputs.pools().toString(),
                "--jobs",
                inputs.jobs().toString(),
                "--out",
                work.resolve("./jobs.csv").toString());

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("jobs.csv\" is an input");
        assertThat(inputs.jobs()).hasContent(Inputs.JOBS.strip());
    }
}
