package dev.berth.site.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Durable names of all modules, looked at from the one that sees them all. */
class EveryDurableNameTest {
    static String[] names() {
        return DurableNames.types().stream()
                .filter(name -> !name.startsWith(DurableNamesTest.class.getName()))
                .sorted()
                .toArray(String[]::new);
    }

    /** A line that nothing in the code has any more is a mistake: the class was renamed, and its line was not. */
    @ParameterizedTest
    @MethodSource("names")
    void everyLine_isOfATypeInTheCode(String name) throws ClassNotFoundException {
        Class<?> type = Class.forName(name);
        assertThat(type.isRecord() || type.isEnum()).isTrue();
        assertThat(Forms.of(type)).isNotNull();
    }
}
