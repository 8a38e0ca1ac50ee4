package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short command is fast because of the classes that it does not load. */
class LeanClientTest {
    /** Each of these costs more time than the answer of a service. */
    private static final List<String> HEAVY = List.of(
            "java.net.http.",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "dev.berth.lab.",
            "dev.berth.server.Server",
            "dev.berth.cli.demo.");

    @TempDir
    private Path directory;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory);
        shop.fill();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "list", "book x --work 1h --deadline now+1d", "timetable", "status", "notices"})
    void shortCommand_loadsNothingHeavy(String line) throws IOException, InterruptedException {
        Path log = directory.resolve("classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.berth.cli.Berth"));
        command.addAll(List.of(line.split(" ", -1)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(shop.variables);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        List<String> classes = Files.readAllLines(log);
        assertThat(classes).anyMatch(each -> each.contains(" dev.berth.cli.Berth "));
        for (String heavy : HEAVY) {
            assertThat(classes).as(line).noneMatch(each -> each.contains(" " + heavy));
        }
    }
}
