package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms in which pools and jobs may come. */
class InputTest {
    @TempDir
    private Path work;

    private Inputs inputs;

    @BeforeEach
    void plain() throws IOException {
        inputs = new Inputs(work).pools(Inputs.POOLS).jobs(Inputs.JOBS);
    }

    private void assertUsualPlacements(Ran ran) throws IOException {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(inputs.placements()).isEqualTo(Inputs.PLACEMENTS);
    }

    @Test
    void plainFiles() throws IOException {
        assertUsualPlacements(inputs.admit());
        assertThat(inputs.fileNames()).containsExactly("jobs.csv", "placements.csv", "pools.csv");
    }

    @Test
    void gzippedFilesUnderAnyName() throws IOException {
        Files.write(inputs.pools(), Inputs.gzip(Inputs.POOLS));
        Files.write(inputs.jobs(), Inputs.gzip(Inputs.JOBS));

        assertUsualPlacements(inputs.admit());
    }

    @Test
    void standardInputForJobs_plainOrGzipped() throws IOException {
        String pools = inputs.pools().toString();
        String out = inputs.out().toString();

        byte[] plain = Inputs.JOBS.getBytes(StandardCharsets.UTF_8);
        assertUsualPlacements(Ran.withInput(plain, "admit", "--pools", pools, "--jobs", "-", "--out", out));
        Files.delete(inputs.out());
        byte[] packed = Inputs.gzip(Inputs.JOBS);
        assertUsualPlacements(Ran.withInput(packed, "admit", "--pools", pools, "--jobs", "-", "--out", out));
    }

    @Test
    void standardInputForPools() throws IOException {
        assertUsualPlacements(Ran.withInput(
                Inputs.POOLS.getBytes(StandardCharsets.UTF_8),
                "admit",
                "--pools",
                "-",
                "--jobs",
                inputs.jobs().toString(),
                "--out",
                inputs.out().toString()));
    }

    @Test
    void byteOrderMarkCrLfBlankLinesAndAnotherOrderOfColumns() throws IOException {
        inputs.pools("\ufeffrate,pool,servers\r\n\r\n1,fast,1\r\n");
        inputs.jobs("\ufeff\r\ndeadline,servers,work,ready,submit,id\r\n20,1,5,10,0,a\r\n  \r\n20,1,5,10,0,b\r\n"
                + "20,1,5,10,0,c");

        assertUsualPlacements(inputs.admit());
    }

    @Test
    void idsWithCommasQuotesAndLineBreaks_comeBackQuoted() throws IOException {
        inputs.jobs(
                "id,submit,ready,work,deadline\n\"a,1\",0,0,5,9\n\"say \"\"hi\"\"\",0,0,5,4\n\"two\nlines\",0,0,5,4\n"
                        + "\u00e9t\u00e9,0,0,5,4\n");

        assertThat(inputs.admit().code()).isZero();
        assertThat(inputs.placements()).isEqualTo("""
                id,decision,pool,servers,start,end,reason
                "a,1",accepted,fast,0,0,5,
                "say ""hi""\",refused,,,,,deadline-impossible
                "two
                lines",refused,,,,,deadline-impossible
                \u00e9t\u00e9,refused,,,,,deadline-impossible
                """);
    }

    @Test
    void noJobs_isASummaryOfNothing() throws IOException {
        inputs.jobs("id,submit,ready,work,deadline\n");

        Ran ran = inputs.admit("--json");

        assertThat(ran.code()).isZero();
        assertThat(GoldenTest.figure(ran.out(), "workLossRate")).isZero();
        assertThat(GoldenTest.figure(ran.out(), "utilisation")).isZero();
        assertThat(GoldenTest.figure(ran.out(), "meanWaitSeconds")).isZero();
        assertThat(inputs.placements()).isEqualTo("id,decision,pool,servers,start,end,reason\n");
    }

    @Test
    void gzipThatEndsEarly_isBadInput() throws IOException {
        byte[] packed = Inputs.gzip(Inputs.JOBS);
        Files.write(inputs.jobs(), Arrays.copyOf(packed, packed.length - 12));

        Ran ran = inputs.admit();

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("gzipped");
    }

    @Test
    void gzipThatIsDamaged_isBadInput() throws IOException {
        byte[] packed = Inputs.gzip(Inputs.JOBS);
        packed[packed.length - 6] ^= 1;
        Files.write(inputs.jobs(), packed);

        Ran ran = inputs.admit();

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("is not valid gzip");
    }

    @Test
    void notUtf8_isBadInput() throws IOException {
        Files.write(inputs.jobs(), (Inputs.JOBS + "\u00e9,0,0,5,9\n").getBytes(StandardCharsets.ISO_8859_1));

        Ran ran = inputs.admit();

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).endsWith("is not UTF-8 text\n");
        assertThat(inputs.out()).doesNotExist();
    }
}
