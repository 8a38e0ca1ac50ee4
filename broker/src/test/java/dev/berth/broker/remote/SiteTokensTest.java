package dev.berth.broker.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTokensTest {
    @TempDir
    private Path directory;

    private Path file;
    private SiteTokens tokens;
    private int writes;

    @BeforeEach
    void create() throws IOException {
        file = Files.createFile(
                directory.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        tokens = new SiteTokens(file);
    }

    /** A later time each, however coarse the clock of the disk is. */
    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * ++writes));
    }

    @Test
    void aChangedFile_countsAtOnce() throws IOException {
        write("ana: {north: first}\n");
        assertThat(tokens.of("ana", "north")).contains("first");
        assertThat(tokens.of("ana", "south")).isEmpty();
        assertThat(tokens.of("ben", "north")).isEmpty();
        write("ana: {north: second}\nben: {north: his}\n");
        assertThat(tokens.of("ana", "north")).contains("second");
        assertThat(tokens.of("ben", "north")).contains("his");
        write("{}\n");
        assertThat(tokens.of("ana", "north")).isEmpty();
    }

    @Test
    void aFileThatBecomesOpenToOthers_isNotUsedAnyMore() throws IOException {
        write("ana: {north: first}\n");
        assertThat(tokens.of("ana", "north")).contains("first");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> tokens.of("ana", "north"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(tokens.of("ana", "north")).contains("first");
    }

    @Test
    void whatCannotBeAToken_isNone() throws IOException {
        write("ana: {north: \"two words\", south: \"line\\nfeed\", west: {deep: x}, east: \"\"}\nben: text\n");
        for (String site : new String[] {"north", "south", "west", "east"}) {
            assertThat(tokens.of("ana", site)).as(site).isEmpty();
        }
        assertThat(tokens.of("ben", "north")).isEmpty();
    }

    @Test
    void aFileThatBecomesBad_isNotUsedAnyMore_andNotQuoted() throws IOException {
        write("ana: {north: first}\n");
        assertThat(tokens.of("ana", "north")).contains("first");
        write("ana: {north: berth_secret\n");
        assertThatThrownBy(() -> tokens.of("ana", "north"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tokens.yaml, line ")
                .hasMessageNotContaining("berth_secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        write("ana: {north: third}\n");
        assertThatThrownBy(() -> tokens.of("ana", "north"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 600");
        Files.delete(file);
        assertThatThrownBy(() -> tokens.of("ana", "north"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not exist");
    }
}
