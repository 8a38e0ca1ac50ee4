package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that cannot be read: one message with the place, exit code 2, and nothing written. */
class MalformedTest {
    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|: is empty; the first line names the columns id,submit,ready,work,deadline and optionally servers",
                "id,submit,ready,work|:1: column deadline is missing;"
                        + " the columns are id,submit,ready,work,deadline and optionally servers",
                "id,submit,ready,work,deadline,colour|:1: column \"colour\" is unknown;"
                        + " the columns are id,submit,ready,work,deadline and optionally servers",
                "id,submit,ready,work,deadline,work|:1: column work appears twice",
                "HEADER/a,0,0,5|:2: has 4 fields, but the header has 5",
                "HEADER/a,0,0,5,9/b,0,0,5,9,1|:3: has 6 fields, but the header has 5",
                "HEADER/a,0,0,abc,9|:2: column work: \"abc\" is not a whole number of seconds",
                "HEADER/a,0,0,1.5,9|:2: column work: \"1.5\" is not a whole number of seconds",
                "HEADER/a,0,,5,9|:2: column ready: \"\" is not a whole number of seconds",
                "HEADER/a,0,0,5,-|:2: column deadline: \"-\" is not a whole number of seconds",
                "HEADER/a,+1,0,5,9|:2: column submit: \"+1\" is not a whole number of seconds",
                "HEADER/a,0,0,99999999999999999999,9|:2: column work: \"99999999999999999999\" is too large;"
                        + " the largest number is 9223372036854775807",
                "HEADER/a,-1,0,5,9|:2: column submit: \"-1\" must be a time from 0 to 1152921504606846975",
                "HEADER/a,1152921504606846976,0,5,9|:2: column submit: \"1152921504606846976\" must be a time"
                        + " from 0 to 1152921504606846975",
                "HEADER/a,7,0,5,9//b,5,0,5,9|:4: column submit: \"5\" is before 7, the submit time of the row above;"
                        + " sort the rows by submit",
                "HEADER/ ,0,0,5,9|:2: column id: \" \" is empty; give the job an id",
                "HEADER/a,0,0,5,9/\"b\"c,0,0,5,9|: after line 2: is not CSV:"
                        + " Unexpected character after closing quote: 'c' (0x63)",
                "id,submit,ready,work,deadline,servers/a,0,0,5,9,two|:2: column servers: \"two\" is not a whole number"
                        + " of servers"
            })
    void jobs(String text, String complaint) throws IOException {
        String csv = text == null
                ? ""
                : text.replace("HEADER", "id,submit,ready,work,deadline").replace('/', '\n');
        Inputs inputs = new Inputs(work).pools(Inputs.POOLS).jobs(csv);

        assertBadInput(inputs, inputs.jobs() + complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|: is empty; the first line names the columns pool,servers,rate",
                "pool,servers|:1: column rate is missing; the columns are pool,servers,rate",
                "HEADER|: contains no pools; describe one in each line below the header, such as fast,10,1",
                "HEADER/fast,1|:2: has 2 fields, but the header has 3",
                "HEADER/fast,1,1/fast,2,1|:3: column pool: \"fast\" is already the name of the pool in line 2",
                "HEADER/fast,0,1|:2: column servers: \"0\" must be from 1 to 10000000",
                "HEADER/fast,5000000000,1|:2: column servers: \"5000000000\" must be from 1 to 10000000",
                "HEADER/fast,many,1|:2: column servers: \"many\" is not a whole number of servers",
                "HEADER/fast,1,2|:2: column rate: \"2\" must be above 0 and at most 1",
                "HEADER/fast,1,quick|:2: column rate: \"quick\" must be a decimal such as 0.8",
                "HEADER/fast,1,0.0000001|:2: column rate: \"0.0000001\""
                        + " must be above 0 and at most 1, with at most six decimal places",
                "HEADER/,1,1|:2: column pool: \"\" must have 1 to 100 printable characters and no spaces"
                        + " around them"
            })
    void pools(String text, String complaint) throws IOException {
        String csv =
                text == null ? "" : text.replace("HEADER", "pool,servers,rate").replace('/', '\n');
        Inputs inputs = new Inputs(work).pools(csv).jobs(Inputs.JOBS);

        assertBadInput(inputs, inputs.pools() + complaint);
    }

    private static void assertBadInput(Inputs inputs, String message) throws IOException {
        Files.writeString(inputs.out(), "from before");

        Ran ran = inputs.admit();

        assertThat(ran.err()).isEqualTo(message + "\n");
        assertThat(ran.out()).isEmpty();
        assertThat(ran.code()).isEqualTo(2);
        assertThat(inputs.placements()).isEqualTo("from before");
        assertThat(inputs.fileNames()).containsExactly("jobs.csv", "placements.csv", "pools.csv");
    }

    @Test
    void longAndBrokenValues_areShownOnOneLine() throws IOException {
        Inputs inputs = new Inputs(work).pools(Inputs.POOLS);
        inputs.jobs("id,submit,ready,work,deadline\na,0,0,\"1\n" + "2".repeat(100) + "\",9\n");

        String shown = "1 " + "2".repeat(58) + "...";
        String rule = "is not a whole number of seconds";
        assertBadInput(inputs, "%s:2: column work: \"%s\" %s".formatted(inputs.jobs(), shown, rule));
    }

    @Test
    void unknownPolicy_listsTheNames() throws IOException {
        Ran ran = new Inputs(work).pools(Inputs.POOLS).jobs(Inputs.JOBS).admit("--policy", "best");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .containsSubsequence(
                        "--policy: \"best\"",
                        "ff-hu, ff-ha, ff-ha-tight, ff-ha-plus, ff-ha-plus-last, earliest, level, prompt, terms,");
    }

    @Test
    void bothFromStandardInput_isBadUsage() {
        Ran ran = Ran.berth("admit", "--pools", "-", "--jobs", "-");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--pools and --jobs");
    }

    @Test
    void missingFileAndDirectory_areBadInput() throws IOException {
        Inputs inputs = new Inputs(work).pools(Inputs.POOLS);
        assertThat(inputs.admit().err()).contains(inputs.jobs() + ": file not found");

        Files.createDirectory(inputs.jobs());
        Ran ran = inputs.admit();
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(inputs.jobs() + ": is a directory");
    }
}
