package dev.berth.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    /** Choices of the option {@code --how} of {@code move}. */
    enum How {
        early,
        late
    }

    private final List<String> given = new ArrayList<>();

    private void read(String line) {
        Syntax syntax = new Syntax("berth move");
        syntax.parameter("ID", "", value -> given.add("id " + value));
        syntax.parameter("MORE", "", value -> given.add("more " + value))
                .optional()
                .repeatable();
        syntax.flag("--dry-run", "", () -> given.add("dry"));
        syntax.text("--by", "DURATION", "", value -> given.add("by " + value)).required();
        syntax.integer("--times", "N", "", value -> given.add("times " + value));
        syntax.choice("--how", "HOW", "", How.class, value -> given.add("how " + value));
        syntax.text("--tag", "TAG", "", value -> given.add("tag " + value)).repeatable();
        Arguments.read(syntax, line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r1 --by 1h | by 1h, id r1",
                "--by=1h r1 | by 1h, id r1",
                "r1 --by -30m --dry-run | by -30m, dry, id r1",
                "r1 --by --x | by --x, id r1",
                "r1 --by= | by , id r1",
                "--by 1h -- --dry-run - | by 1h, id --dry-run, more -",
                "- a b --by 1h | by 1h, id -, more a, more b",
                "r1 --by 1h --tag a --tag b --times -3 --how late | by 1h, tag a, tag b, times -3, how late, id r1"
            })
    void read(String line, String expected) {
        read(line);

        assertThat(given).isEqualTo(List.of(expected.split(", ", -1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--by 1h | Missing argument: ID",
                "r1 | Missing required option: --by DURATION",
                "r1 --by | Missing value: --by DURATION",
                "r1 --by --dry-run | Missing value: --by DURATION",
                "r1 --by 1h --by 2h | --by is given twice",
                "r1 --by 1h --dry-run=yes | --dry-run takes no value",
                "r1 --by 1h --times many | --times: \"many\" is not a whole number",
                "r1 --by 1h --times 3000000000 | --times: \"3000000000\" is out of range",
                "r1 --by 1h --how soon | --how: \"soon\" is not one of early, late",
                "r1 --bye 1h | Unknown option: --bye",
                "r1 -x | Unknown option: -x"
            })
    void wrong(String line, String message) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(BadUsage.class).hasMessageStartingWith(message);
    }

    @Test
    void tooManyWords_areNamed() {
        Syntax syntax = new Syntax("berth show");
        syntax.parameter("ID", "", given::add);

        assertThatThrownBy(() -> Arguments.read(syntax, List.of("r1", "r2"))).hasMessage("Unexpected argument: \"r2\"");
    }

    @ParameterizedTest
    @CsvSource({
        "lst, list",
        "bokk, book",
        "cancle, cancel",
        "time, timetable",
        "books, book",
        "accounts, ''",
        "help, ''",
        "zzz, ''"
    })
    void suggestion_isWhatWasMistyped(String typed, String meant) {
        List<String> names = List.of("list", "book", "cancel", "timetable", "undrain", "demo", "slots");

        assertThat(Suggestions.of(typed, names)).isEqualTo(meant.isEmpty() ? "" : "\nDid you mean: " + meant + "?");
    }
}
