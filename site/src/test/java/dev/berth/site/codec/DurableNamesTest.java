package dev.berth.site.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names in the journal do not change when those in the code do. */
class DurableNamesTest {
    private sealed interface Thing permits Renamed {}

    private enum Colour {
        RED,
        AZURE
    }

    private record Renamed(Colour now, Optional<String> added) implements Thing {}

    private record Forgotten(int one, int other) {}

    private record Twice(int one, int two) {}

    private record Nameless(int one) {}

    @Test
    void whatTheCodeCallsAnew_keepsItsNameInTheJournal() {
        byte[] json = Codec.write(Thing.class, new Renamed(Colour.AZURE, Optional.empty()));
        assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo("{\"type\":\"Original\",\"before\":\"BLUE\"}");
        assertThat(Codec.read(Thing.class, json)).isEqualTo(new Renamed(Colour.AZURE, Optional.empty()));
        assertThatThrownBy(() -> Codec.read(
                        Thing.class, "{\"type\":\"Renamed\",\"now\":\"AZURE\"}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("the types are [Original]");
        assertThatThrownBy(() -> Codec.read(
                        Thing.class, "{\"type\":\"Original\",\"before\":\"AZURE\"}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("\"AZURE\" is none of [RED, BLUE]");
    }

    @Test
    void whatHasNoName_isNotWritten() {
        assertThatThrownBy(() -> Codec.write(Nameless.class, new Nameless(1)))
                .hasMessageContaining("no durable names for " + Nameless.class.getName());
        assertThatThrownBy(() -> Codec.write(Forgotten.class, new Forgotten(1, 2)))
                .hasMessageContaining("are of [one], but the code has [one, other]");
        assertThatThrownBy(() -> Codec.write(Twice.class, new Twice(1, 2))).hasMessageContaining("have one twice");
    }
}
