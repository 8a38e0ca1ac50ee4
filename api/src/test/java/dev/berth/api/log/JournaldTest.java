package dev.berth.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournaldTest {
    @Test
    void isThere_ifTheVariableNamesTheStream(@TempDir Path directory) throws IOException {
        Path stream = Files.createFile(directory.resolve("stream"));
        Map<String, Object> found = Files.readAttributes(stream, "unix:dev,ino");
        String name = found.get("dev") + ":" + found.get("ino");

        assertThat(Journald.isThere(Map.of("JOURNAL_STREAM", name), stream)).isTrue();
        assertThat(Journald.isThere(Map.of(), stream)).isFalse();
        // A child of a service whose standard error goes elsewhere has the variable, too.
        assertThat(Journald.isThere(Map.of("JOURNAL_STREAM", name + "1"), stream))
                .isFalse();
        assertThat(Journald.isThere(Map.of("JOURNAL_STREAM", name), directory.resolve("none")))
                .isFalse();
        assertThat(Journald.isThere(Map.of("JOURNAL_STREAM", "1:1"))).isFalse();
    }
}
