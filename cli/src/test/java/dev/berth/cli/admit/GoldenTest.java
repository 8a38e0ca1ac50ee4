package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import dev.berth.engine.calendar.Calendars;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios worked out by hand; golden/README.md has the reasoning. */
class GoldenTest {
    @TempDir
    private Path work;

    static Stream<Arguments> scenarioAndPolicy() {
        return Stream.of("level-out", "wide")
                .flatMap(scenario -> Calendars.names().stream().map(policy -> Arguments.of(scenario, policy)));
    }

    @ParameterizedTest
    @MethodSource("scenarioAndPolicy")
    void placementsAreThoseWorkedOutByHand(String scenario, String policy) throws Exception {
        Path out = work.resolve("placements.csv");

        Ran ran = admit(scenario, policy, "--no-early-starts", "--out", out.toString());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(out).hasSameTextualContentAs(golden(scenario, policy + ".csv"));
    }

    /** Where early starts change a placement, what is worked out for them is in a file of its own. */
    @ParameterizedTest
    @MethodSource("scenarioAndPolicy")
    void earlyStartsAreThoseWorkedOutByHand(String scenario, String policy) throws Exception {
        Path out = work.resolve("placements.csv");
        String own = policy + "-early.csv";
        boolean differs = GoldenTest.class.getResource("/golden/" + scenario + "/" + own) != null;

        assertThat(admit(scenario, policy, "--out", out.toString()).code()).isZero();

        assertThat(out).hasSameTextualContentAs(golden(scenario, differs ? own : policy + ".csv"));
    }

    /** b was promised 30 and starts at 10, on the fast server: it ends at 20 instead of 50. */
    @Test
    void realWaitIsThatOfTheStarts() throws Exception {
        String level = admit("level-out", "level", "--json").out();
        assertThat(figure(level, "meanPromisedWaitSeconds")).isCloseTo(20 / 5.0, within());
        assertThat(figure(level, "meanWaitSeconds")).isZero();
        assertThat(figure(level, "meanTurnaroundSeconds")).isCloseTo((20 + 10 + 8 + 40 + 5) / 5.0, within());
        assertThat(figure(level, "utilisation")).isCloseTo((20 + 10 + 8 + 40 + 5) / (3 * 60.0), within());
        assertThat(admit("level-out", "level").out()).contains("\nearly starts    on\n");
        assertThat(admit("level-out", "level", "--no-early-starts").out()).contains("\nearly starts    off\n");
    }

    /** All work is 59; e, 10 of it, is impossible. Under ff-ha f, 5 of it, is lost as well. */
    @Test
    void summaryIsWorkedOutByHand() throws Exception {
        String level =
                admit("level-out", "level", "--no-early-starts", "--json").out();
        assertThat(figure(level, "jobs")).isEqualTo(6);
        assertThat(figure(level, "accepted")).isEqualTo(5);
        assertThat(figure(level, "refused")).isEqualTo(1);
        assertThat(figure(level, "workLossRate")).isCloseTo(10.0 / 59, within());
        assertThat(figure(level, "impossibleWorkRate")).isCloseTo(10.0 / 59, within());
        assertThat(figure(level, "utilisation")).isCloseTo((20 + 20 + 8 + 40 + 5) / (3 * 60.0), within());
        assertThat(figure(level, "meanWaitSeconds")).isCloseTo(20 / 5.0, within());
        assertThat(figure(level, "meanPromisedWaitSeconds")).isCloseTo(20 / 5.0, within());
        assertThat(figure(level, "meanTurnaroundSeconds")).isCloseTo((20 + 20 + 20 + 8 + 40 + 5) / 5.0, within());

        String ffHa = admit("level-out", "ff-ha", "--no-early-starts", "--json").out();
        assertThat(figure(ffHa, "workLossRate")).isCloseTo(15.0 / 59, within());
        assertThat(figure(ffHa, "impossibleWorkRate")).isCloseTo(10.0 / 59, within());
        assertThat(figure(ffHa, "utilisation")).isCloseTo((20 + 20 + 4 + 20) / (3 * 40.0), within());
        // Once c is placed, each of the three servers is idle before and after what it has.
        assertThat(figure(ffHa, "peakIdlePeriods")).isEqualTo(6);
    }

    @Test
    void wideJobsCountWithAllTheirServers() throws Exception {
        String level = admit("wide", "level", "--no-early-starts", "--json").out();

        // a 20, b 20, d 10 and e 30 against c, 4 times 5.
        assertThat(figure(level, "workLossRate")).isCloseTo(20.0 / 100, within());
        assertThat(figure(level, "impossibleWorkRate")).isCloseTo(20.0 / 100, within());
        assertThat(figure(level, "utilisation")).isCloseTo(80.0 / 90, within());
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-9);
    }

    static double figure(String json, String field) throws IOException {
        return new ObjectMapper().readTree(json).required(field).doubleValue();
    }

    private static Ran admit(String scenario, String policy, String... more) throws URISyntaxException {
        Stream<String> inputs = Stream.of(
                "admit",
                "--pools",
                golden(scenario, "pools.csv").toString(),
                "--jobs",
                golden(scenario, "jobs.csv").toString(),
                "--policy",
                policy);
        return Ran.berth(Stream.concat(inputs, Stream.of(more)).toArray(String[]::new));
    }

    private static Path golden(String scenario, String file) throws URISyntaxException {
        URL url = GoldenTest.class.getResource("/golden/" + scenario + "/" + file);
        assertThat(url).as("golden/%s/%s", scenario, file).isNotNull();
        Path path = Path.of(url.toURI());
        assertThat(Files.exists(path)).isTrue();
        return path;
    }
}
