package dev.berth.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Python program of the guide, run by a real Python against a real service. */
@Timeout(120)
class PythonExampleTest {
    @TempDir
    private Path directory;

    private Process follow(Shop shop, String reservation) throws IOException {
        MarkdownBlock block = MarkdownBlock.of(Files.readAllLines(Path.of("../docs/guide/embedding.md"))).stream()
                .filter(each -> each.file().equals("follow.py"))
                .findFirst()
                .orElseThrow();
        assertThat(block.lines()).as("twenty lines or so").hasSizeLessThan(25);
        Path program = Files.write(directory.resolve("follow.py"), block.lines());
        ProcessBuilder python =
                new ProcessBuilder("python3", program.toString(), reservation).redirectErrorStream(true);
        python.environment().put("BERTH_URL", shop.address());
        python.environment()
                .put(
                        "BERTH_TOKEN",
                        shop.berth("account", "token", "add", "follow", "--scope", "book")
                                .out()
                                .strip());
        try {
            return python.start();
        } catch (IOException e) {
            throw new AssertionError("the test of the guide needs python3; on Debian: apt-get install python3", e);
        }
    }

    @Test
    void itTellsEachState_andEndsWithTheReservation() throws IOException, InterruptedException {
        try (Shop shop = new Shop(directory)) {
            shop.berth("book", "mine", "--for", "1h", "--from", "10:00", "--pool", "fast");
            Process process = follow(shop, "r1");
            try (BufferedReader lines = process.inputReader()) {
                assertThat(lines.readLine()).isEqualTo("waiting from 2026-11-16T10:00:00Z to 2026-11-16T11:00:00Z");
                shop.berth("change", "r1", "move", "--by", "30m");
                assertThat(lines.readLine()).isEqualTo("waiting from 2026-11-16T10:30:00Z to 2026-11-16T11:30:00Z");
                shop.berth("cancel", "r1");
                assertThat(lines.readLine()).startsWith("cancelled from 2026-11-16T10:30:00Z");
                assertThat(lines.readLine()).isNull();
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void whatDoesNotExist_isSaid() throws IOException, InterruptedException {
        try (Shop shop = new Shop(directory)) {
            Process process = follow(shop, "r99");
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("r99 does not exist");
            assertThat(process.waitFor()).isEqualTo(1);
        }
    }
}
