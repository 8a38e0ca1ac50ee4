package dev.berth.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import dev.berth.cli.replay.Summary;
import dev.berth.engine.calendar.Calendars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabCompareTest {
    @Test
    void text_comparesAllPoliciesAndSaysWhatOneSees() {
        Ran ran = Ran.berth("lab", "compare", "--jobs", "3000");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("3,000 jobs of castillo's workload");
        assertThat(ran.out()).contains("at load 0.9 on 120 servers", "seed 1:");
        assertThat(ran.out())
                .containsPattern(Calendars.DEFAULT + ", the default, loses [0-9.]+% .* ff-hu loses [0-9.]+%")
                .containsPattern("Without early starts " + Calendars.DEFAULT
                        + " loses [0-9.]+%, and its jobs wait [0-9]+:[0-9]{2} instead of 0:[0-9]{2}\\.");
        assertThat(ran.out()).endsWith("./berth admit --help\n");
        for (String policy : Calendars.names()) {
            String row = policy
                    + " +[0-9,]+ +[0-9,]+ +[0-9.]+% +[0-9.]+% +[0-9]+:[0-9]{2} +[0-9]+:[0-9]{2} +[0-9]+:[0-9]{2} ";
            assertThat(ran.out())
                    .containsPattern("(?ms)^Jobs start when .*^" + row + ".*^Jobs start as soon .*^" + row);
        }
    }

    @Test
    void json_isAnArrayInTheOrderOfThePolicies_withoutAndThenWithEarlyStarts() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(Ran.berth("lab", "compare", "--jobs", "500", "--json").out());

        List<String> policies = new ArrayList<>();
        json.forEach(summary -> policies.add(summary.get("policy").textValue()));
        int each = Calendars.names().size();
        assertThat(policies.subList(0, each)).containsExactlyElementsOf(Calendars.names());
        assertThat(policies.subList(each, policies.size())).containsExactlyElementsOf(Calendars.names());
        for (int i = 0; i < json.size(); i++) {
            assertThat(json.get(i).get("earlyStarts").booleanValue()).isEqualTo(i >= each);
        }
        json.forEach(summary -> assertThat(summary.get("accepted").longValue()
                        + summary.get("refused").longValue())
                .isEqualTo(500));
    }

    /** Such as in Curie's log, where this line alone decides how long jobs wait. */
    @Test
    void aMachineThatIsLargerThanItsJobsEverWere_isQuestioned(@TempDir Path directory) throws IOException {
        Path log = Files.writeString(directory.resolve("log.swf"), """
                ; MaxProcs: 100
                1 0  5 600 4 -1 -1 4 900 -1 1 7 -1 -1 -1 -1 -1 -1
                2 10 5 600 4 -1 -1 4 900 -1 1 7 -1 -1 -1 -1 -1 -1
                """);
        Ran doubted = Ran.berth("lab", "compare", log.toString(), "--policy", "earliest");
        assertThat(doubted.code()).isZero();
        assertThat(doubted.err()).contains("100 processors", "more than 8", "--pools");
        Path pools = Files.writeString(directory.resolve("pools.csv"), "pool,servers,rate\np,8,1\n");
        assertThat(Ran.berth("lab", "compare", log.toString(), "--policy", "earliest", "--pools", pools.toString())
                        .err())
                .isEmpty();
        assertThat(Ran.berth("lab", "jobs", log.toString()).err()).contains("100 processors", "pools.csv");
        String out = directory.resolve("out").toString();
        Ran ran = Ran.berth("lab", "run", "netto-fig2", "--scale", "smoke", "--trace", log.toString(), "--out", out);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("--trace: ", "100 processors", "MaxProcs");
    }

    private static List<String> policies(Ran ran) throws IOException {
        assertThat(ran.err()).isEmpty();
        List<String> policies = new ArrayList<>();
        new ObjectMapper()
                .readTree(ran.out())
                .forEach(summary -> policies.add(summary.get("policy").textValue()));
        return policies;
    }

    @Test
    void policies_areThoseAskedFor() throws IOException {
        assertThat(policies(Ran.berth(
                        "lab", "compare", "--jobs", "50", "--policy", "earliest,level", "--policy", "ff-hu", "--json")))
                .containsExactly("earliest", "level", "ff-hu", "earliest", "level", "ff-hu");
        assertThat(Ran.berth("lab", "compare", "--jobs", "50", "--policy", "level")
                        .out())
                .containsPattern("level loses [0-9.]+% of the work\\.\n");
        assertThat(Ran.berth("lab", "compare", "--policy", "best").err()).startsWith("--policy: \"best\" ");
    }

    @Test
    void file_ofJobs_isReplayedOnItsPools_andSaysWhyWorkIsLost(@TempDir Path work) throws IOException {
        Path jobs = Files.writeString(work.resolve("jobs.csv"), """
                id,submit,ready,work,deadline,servers
                wide,0,0,50,500,2
                good,0,0,50,500,1
                """);
        Path pools = Files.writeString(work.resolve("pools.csv"), "pool,servers,rate\np,4,1\n");
        Ran ran = Ran.berth("lab", "compare", jobs.toString(), "--pools", pools.toString());
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .startsWith("Jobs of " + jobs + " on 4 servers (4 at rate 1):\n")
                .contains(
                        "66.67%",
                        "single-server-only by ",
                        "ff-hu, ff-ha, ff-ha-tight, ff-ha-plus, ff-ha-plus-last.\n",
                        "no difference to terms");
        assertThat(Ran.berth("lab", "compare", jobs.toString()).err())
                .containsSubsequence("--pools: is required", "jobs.csv");
        assertThat(Ran.berth("lab", "compare", "--pools", pools.toString()).err())
                .containsSubsequence("--pools: ", "name the file");
    }

    @Test
    void file_canBeNamedByJobs_asForAdmit(@TempDir Path work) throws IOException {
        Path jobs = Files.writeString(work.resolve("jobs.csv"), """
                id,submit,ready,work,deadline,servers
                first,0,0,50,500,1
                second,0,0,50,500,1
                """);
        Path pools = Files.writeString(work.resolve("pools.csv"), "pool,servers,rate\np,4,1\n");
        String[] command = {
            "lab", "compare", "--jobs", jobs.toString(), "--pools", pools.toString(), "--policy", "level", "--json"
        };
        JsonNode json = new ObjectMapper().readTree(Ran.berth(command).out());
        assertThat(json).hasSize(2).allMatch(summary -> summary.get("accepted").asInt() == 2);
        assertThat(Ran.berth("lab", "compare", "--jobs", "1", "--jobs", jobs.toString(), "--pools", pools.toString())
                        .out())
                .contains("earliest            1        0");
        assertThat(Ran.berth("lab", "compare", "--jobs", jobs.toString(), "--policy", "earliest", "level")
                        .err())
                .containsSubsequence("FILE: ", "\"%s\" and \"level\";".formatted(jobs), "--policy");
    }

    @Test
    void file_inSwf_isReplayedOnItsMachine(@TempDir Path work) throws IOException {
        Path log = Files.writeString(work.resolve("log.swf"), """
                ; MaxProcs: 8
                1 0 0 100 4 -1 -1 4 100 -1 1 1 1 1 1 1 -1 -1
                2 10 0 100 8 -1 -1 8 100 -1 1 1 1 1 1 1 -1 -1
                """);
        Ran ran = Ran.berth("lab", "compare", log.toString(), "--policy", "earliest", "--json");
        JsonNode json = new ObjectMapper().readTree(ran.out());
        assertThat(json).hasSize(2).allMatch(summary -> summary.get("accepted").asInt() == 2);
        assertThat(Ran.berth("lab", "compare", log.toString(), "--jobs", "1").out())
                .startsWith("Jobs of " + log + " on 8 servers (8 at rate 1):\n")
                .contains("earliest            1        0");
    }

    @Test
    void admission_isThatOfEveryPolicy() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(Ran.berth("lab", "compare", "--jobs", "50", "--admission", "reschedule-edf", "--json")
                        .out());

        assertThat(json)
                .hasSize(2 * Calendars.names().size())
                .allMatch(summary -> summary.get("admission").textValue().equals("reschedule-edf"));
        // By deadline others go first, so that the waits are other ones.
        assertThat(waits("7", "reschedule-edf")).isNotEqualTo(waits("7"));
    }

    @Test
    void text_saysWhichAdmission() {
        Ran ran = Ran.berth("lab", "compare", "--jobs", "100", "--admission", "reschedule-edf");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("admission reschedule-edf, seed 1:");
    }

    @Test
    void sameSeed_sameJobs_otherSeed_otherJobs() throws IOException {
        assertThat(waits("7")).isEqualTo(waits("7")).isNotEqualTo(waits("8"));
    }

    private static List<Double> waits(String seed) throws IOException {
        return waits(seed, "direct");
    }

    private static List<Double> waits(String seed, String admission) throws IOException {
        List<Double> waits = new ArrayList<>();
        String[] command = {
            "lab", "compare", "--jobs", "400", "--load", "1.2", "--seed", seed, "--admission", admission, "--json"
        };
        new ObjectMapper()
                .readTree(Ran.berth(command).out())
                .forEach(summary -> waits.add(summary.get("meanWaitSeconds").doubleValue()));
        return waits;
    }

    @ParameterizedTest
    @CsvSource({
        "--jobs, 0, '--jobs: 0 is out of range; it must be from 1 to 100000000'",
        "--load, 0, '--load: 0.0 is out of range; it must be above 0 and at most 100'",
        "--load, 101, '--load: 101.0 is out of range; it must be above 0 and at most 100'"
    })
    void optionOutOfRange_isBadUsage(String option, String value, String message) {
        Ran ran = Ran.berth("lab", "compare", option, value);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo(message + "\n");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void optionThatIsNoNumber_isBadUsage() {
        Ran ran = Ran.berth("lab", "compare", "--jobs", "many");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).containsSubsequence("--jobs: \"many\"", "\nSee: berth lab compare --help\n");
        assertThat(Ran.berth("lab", "compare", "--load", "NaN").err())
                .isEqualTo("--load: \"NaN\" is not a number\nSee: berth lab compare --help\n");
    }

    /** Without early starts the promise is kept to the minute; with them jobs wait less than promised, never more. */
    @Test
    void earlyStarts_shortenTheRealWait() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(
                        Ran.berth("lab", "compare", "--jobs", "2000", "--json").out());
        int each = Calendars.names().size();
        for (int i = 0; i < each; i++) {
            JsonNode before = json.get(i);
            JsonNode after = json.get(i + each);
            assertThat(figure(before, "meanWaitSeconds")).isEqualTo(figure(before, "meanPromisedWaitSeconds"));
            assertThat(figure(before, "meanTurnaroundSeconds"))
                    .as("size 5.6 hours, rates up to 1")
                    .isGreaterThan(5 * 3600 + figure(before, "meanWaitSeconds"));
            String policy = after.get("policy").textValue();
            assertThat(figure(after, "meanWaitSeconds"))
                    .as(policy)
                    .isLessThanOrEqualTo(figure(after, "meanPromisedWaitSeconds"))
                    .isLessThanOrEqualTo(figure(before, "meanWaitSeconds"));
            if (policy.equals("level")) {
                assertThat(figure(after, "meanWaitSeconds"))
                        .as("what level promises late")
                        .isLessThan(figure(after, "meanPromisedWaitSeconds") / 2);
            }
        }
    }

    private static double figure(JsonNode summary, String field) {
        return summary.required(field).doubleValue();
    }

    @Test
    void words_sayItWhenTheDefaultIsNotTheBest() {
        String chosen = Calendars.DEFAULT;
        assertThat(PolicyComparison.inWords(List.of(lost("ff-hu", 0.3), lost(chosen, 0.2), lost("earliest", 0.1))))
                .containsSubsequence(
                        chosen + ", the default, ", "20.00%", "ff-hu loses 30.00%", "earliest loses least, 10.00%");
        assertThat(PolicyComparison.inWords(List.of(lost("ff-hu", 0), lost(chosen, 0))))
                .containsSubsequence(chosen + ", the default, loses 0.00%", "no policy loses more");
    }

    private static Summary lost(String policy, double share) {
        return new Summary(policy, true, null, 1, 1, 0, List.of(), share, 0, 0, 0, 0, 0, 0, 0);
    }
}
