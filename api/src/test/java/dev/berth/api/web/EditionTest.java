package dev.berth.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditionTest {
    private static final List<WebJar> LIT = List.of(new WebJar("lit", "3.1"));

    @TempDir
    private Path work;

    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = work.resolve("page");
        Files.createDirectories(folder.resolve("views"));
        Files.writeString(folder.resolve("index.html"), "<p>");
        Files.writeString(folder.resolve("views/mine.js"), "export {}");
    }

    private String edition() throws IOException {
        return Edition.of(folder.resolve("index.html").toUri().toURL(), LIT);
    }

    @Test
    void sameFiles_sameEdition_packedOrNot() throws Exception {
        Path jar = work.resolve("page with blanks.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            // In another order, among files that do not belong to the page.
            for (String name : List.of("page/views/mine.js", "other/page.js", "page/index.html")) {
                packed.putNextEntry(new JarEntry(name));
                packed.write(Files.exists(work.resolve(name)) ? Files.readAllBytes(work.resolve(name)) : new byte[9]);
                packed.closeEntry();
            }
        }
        URL inJar = URI.create("jar:" + jar.toUri() + "!/page/index.html").toURL();

        assertThat(Edition.of(inJar, LIT)).isEqualTo(edition()).matches("[a-z0-9]{12}");
    }

    @Test
    void anotherContentNameOrVersion_anotherEdition() throws Exception {
        String before = edition();
        Files.writeString(folder.resolve("views/mine.js"), "export { }");
        String changed = edition();
        Files.move(folder.resolve("views/mine.js"), folder.resolve("views/yours.js"));
        String renamed = edition();
        String upgraded = Edition.of(folder.resolve("index.html").toUri().toURL(), List.of(new WebJar("lit", "3.2")));

        assertThat(List.of(before, changed, renamed, upgraded)).doesNotHaveDuplicates();
    }
}
