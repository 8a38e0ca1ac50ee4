package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's worked example gives what the README says. */
class ReadmeTest {
    @Test
    void workedExample_isTrue(@TempDir Path directory) throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        Path pools = Files.writeString(directory.resolve("pools.csv"), shown(readme, "cat pools.csv"));
        Path jobs = Files.writeString(directory.resolve("jobs.csv"), shown(readme, "cat jobs.csv"));
        Path out = directory.resolve("placements.csv");
        Ran ran = Ran.berth("admit", "--pools", pools.toString(), "--jobs", jobs.toString(), "--out", out.toString());
        assertThat(ran.code()).isZero();
        assertThat(Files.readString(out)).isEqualTo(shown(readme, "cat placements.csv"));
        assertThat(withoutTimes(ran.out()))
                .isEqualTo(withoutTimes(shown(
                        readme,
                        "./berth admit --pools pools.csv --jobs jobs.csv --policy level --out placements.csv")));
    }

    /** What the README shows below a command, up to a blank line or the end of the block. */
    private static String shown(String readme, String command) {
        int from = readme.indexOf("$ " + command + "\n") + command.length() + 3;
        int blank = readme.indexOf("\n\n", from);
        int end = readme.indexOf("\n```", from);
        return readme.substring(from, Math.min(blank, end) + 1);
    }

    private static String withoutTimes(String summary) {
        return summary.replaceAll("time/decision.*", "");
    }
}
