package dev.berth.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference of site.yaml has every field that is read, and the page of the guide is the one that the code makes. */
class SiteReferenceTest {
    private static final Path PAGE = Path.of("../docs/guide/site-yaml.md");
    private static final Path PROPOSAL = Path.of("target/site-yaml.md");

    @Test
    void page_isWhatTheCodeMakes() throws IOException {
        String made = SiteReference.markdown();
        Files.createDirectories(PROPOSAL.getParent());
        Files.writeString(PROPOSAL, made);
        assertThat(PAGE)
                .as("If the change is meant: cp service/%s docs/guide/site-yaml.md", PROPOSAL)
                .content()
                .isEqualTo(made);
    }

    static List<SiteReference.Section> sections() {
        return SiteReference.sections();
    }

    @ParameterizedTest
    @MethodSource("sections")
    void everyFieldThatIsRead_isExplained(SiteReference.Section section) {
        // An unknown field is refused with those that there are.
        List<String> known = known(section, "unknown: 1");
        if (section.title().equals("tls")) {
            known.addAll(known(section, "certificate: x, unknown: 1"));
        }
        assertThat(new TreeSet<>(known))
                .containsExactlyInAnyOrderElementsOf(section.settings().stream()
                        .map(SiteReference.Setting::name)
                        .toList());
    }

    private static List<String> known(SiteReference.Section section, String content) {
        Invalid invalid = catchThrowableOfType(
                Invalid.class,
                () -> SiteFile.parse("name: any\n" + section.around().formatted(content), null));
        String rule = invalid.faults().stream()
                .filter(fault -> fault.field().equals(section.place() + "unknown"))
                .findFirst()
                .orElseThrow()
                .rule();
        String fields = rule.substring(rule.indexOf("the fields are ") + "the fields are ".length());
        return new ArrayList<>(Arrays.asList(fields.replaceAll("[\\[\\]]", "").split(", ")));
    }
}
