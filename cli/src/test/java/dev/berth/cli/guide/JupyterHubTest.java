package dev.berth.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tests in Python of the spawner for JupyterHub: a real hub and proxy, notebook servers, and services that are killed. */
@Timeout(1_200)
class JupyterHubTest {
    @Test
    void serversOfAHubRunInReservations() throws IOException, InterruptedException {
        List<String> berth = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.berth.cli.Berth");
        // JupyterHub and its modules belong to the Python of the system.
        ProcessBuilder python = new ProcessBuilder(
                        "/usr/bin/python3", "-m", "unittest", "-v", "test_lesson", "test_berth_jupyterhub")
                .directory(Path.of("../python/hub_tests").toFile())
                .redirectErrorStream(true);
        python.environment().put("BERTH_COMMAND", new ObjectMapper().writeValueAsString(berth));
        python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = python.start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            // Tests that are not found would be none that fail.
            assertThat(said).containsPattern("Ran [1-9][0-9]* tests in").doesNotContain("skipped");
        } finally {
            process.destroyForcibly();
        }
    }
}
