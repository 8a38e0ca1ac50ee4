package dev.berth.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Subprocess;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit on open files is named, and not taken for a fault of the program. */
class OpenFilesTest {
    @ParameterizedTest
    @ValueSource(ints = {48, 64})
    void processWithTooFewFiles_saysSo(int most, @TempDir Path directory) throws IOException, InterruptedException {
        Path site = Files.writeString(directory.resolve("site.yaml"), """
                name: lab
                listen: 127.0.0.1:0
                pools: [{name: p, servers: 2, rate: 1}]
                """);
        try (Subprocess berth = Subprocess.berthWithOpenFiles(
                most,
                "serve",
                "--config",
                site.toString(),
                "--data",
                directory.resolve("data").toString())) {
            assertThat(berth.rest()).contains("ulimit -n").doesNotContain("please report");
            assertThat(berth.code()).isEqualTo(ExitCode.FAILED);
        }
    }

    @Test
    void failuresAreToldApart() {
        OpenFiles files = new OpenFiles();
        assertThat(files.areTooFew(
                        new IllegalStateException(new FileSystemException("x", null, "Too many open files"))))
                .isTrue();
        assertThat(files.areTooFew(new NoClassDefFoundError("dev/berth/Missing")))
                .as("a file can be opened")
                .isFalse();
        assertThat(files.areTooFew(new IOException())).isFalse();
    }
}
