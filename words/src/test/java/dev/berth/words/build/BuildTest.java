package dev.berth.words.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildTest {
    @Test
    void own_hasTheVersionOfTheSources_alsoOutsideAJar() {
        assertThat(Build.own().version()).matches("[0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?");
    }

    @Test
    void toString_namesTheCommit_ifItIsKnown() {
        assertThat(new Build("1.2.0", "1a2b3c4d5e")).hasToString("1.2.0+1a2b3c4d5e");
        assertThat(new Build("1.2.0", "")).hasToString("1.2.0");
    }
}
