package dev.berth.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"render", "a b", "résumé 3", "مرحبا", "می\u200cخواهم", "שלום", "👩\u200d💻", "-", "e\u0301"})
    void namesOfAllScripts_areShown(String name) {
        assertThat(ShownText.isShown(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\u200b",
                "\u00a0\u2003",
                "\u3164",
                "\u2800",
                "\u0301",
                "\ufeff",
                "a\u202egnp",
                "a\u2066b",
                "a\u2069b",
                "a\u200fb",
                "a\u200eb",
                "a\u061cb",
                "a\u2028b",
                "\ud83d"
            })
    void invisibleAndTurnedNames_areNot(String name) {
        assertThat(ShownText.isShown(name)).isFalse();
    }
}
