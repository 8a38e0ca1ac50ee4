package dev.berth.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShownProgressTest {
    @AfterEach
    void noTerminal() {
        System.clearProperty(ShownProgress.TERMINAL);
    }

    @Test
    void terminal_showsABar() {
        System.setProperty(ShownProgress.TERMINAL, "true");

        assertThat(shown(10)).contains("Deciding");
    }

    @Test
    void terminalAndUnknownTotal_showsNothing() {
        System.setProperty(ShownProgress.TERMINAL, "true");

        assertThat(shown(0)).isEmpty();
    }

    @Test
    void noTerminal_showsNothing() {
        assertThat(shown(10)).isEmpty();
    }

    private static String shown(long total) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ShownProgress progress =
                ShownProgress.ofJobs("Deciding", total, new PrintStream(err, true, StandardCharsets.UTF_8))) {
            progress.to(5);
        }
        return err.toString(StandardCharsets.UTF_8);
    }
}
