package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.console.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual pages; that groff has nothing to say against them is seen by tools/package/test. */
class ManTest {
    @TempDir
    private Path directory;

    private Path pages;

    @BeforeEach
    void write() {
        pages = directory.resolve("man/man1");
        Ran ran = Ran.berth("man", "--out", pages.toString());
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).matches("[0-9]+ pages are written to " + pages + "\n");
    }

    private String page(String name) throws IOException {
        return Files.readString(pages.resolve(name + ".1"));
    }

    @Test
    void everyCommand_hasAPage() throws IOException {
        try (Stream<Path> files = Files.list(pages)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(AllCommands.of(Environment.ofProcess()).paths().stream()
                            .map(path -> path.replace(' ', '-') + ".1")
                            .toList());
        }
    }

    @Test
    void page_saysWhatTheHelpSays() throws IOException {
        assertThat(page("berth-instances-drain"))
                .contains(
                        ".TH \"BERTH\\-INSTANCES\\-DRAIN\" \"1\" ",
                        ".SH NAME\nberth\\-instances\\-drain \\- stops an instance",
                        ".SH SYNOPSIS\n\\fBberth instances drain\\fR INSTANCE [OPTIONS]\n",
                        ".TP\n\\fBINSTANCE\\fR\nName of the instance",
                        ".TP\n\\fB\\-\\-journal\\fR \\fIADDRESS\\fR\nAll sites in this PostgreSQL",
                        ".SH SEE ALSO\n\\fBberth\\-instances\\fR(1)\n");
        assertThat(page("berth"))
                .contains(".SH ENVIRONMENT\n", ".SH EXIT STATUS\n", "\\fBBERTH_WAIT\\fR\n", "\\fBberth\\-book\\fR(1)");
        assertThat(page("berth-run")).contains("berth run \\-\\-for 10m \\-\\- sh \\-c \\(aqecho hello");
    }

    /** Lines that begin with a dot or an apostrophe are requests to groff. */
    @Test
    void ordersToGroff_areOnlyTheseFew() throws IOException {
        try (Stream<Path> files = Files.list(pages)) {
            for (Path file : files.toList()) {
                assertThat(Files.readAllLines(file).stream()
                                .filter(line -> line.startsWith(".") || line.startsWith("'"))
                                .map(line -> line.split(" ", -1)[0])
                                .distinct())
                        .as(file.toString())
                        .isSubsetOf(List.of(".\\\"", ".TH", ".SH", ".TP", ".PP", ".ad", ".nh", ".nf", ".fi"));
            }
        }
    }

    @Test
    void directoryThatIsAFile_isAFailure() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        Ran ran = Ran.berth("man", "--out", file.toString());

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains(file.toString());
    }
}
