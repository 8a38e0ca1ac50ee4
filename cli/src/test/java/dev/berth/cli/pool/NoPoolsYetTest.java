package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.server.settings.SiteFile;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site whose settings say {@code pools: []}. */
class NoPoolsYetTest {
    @Test
    void everything_saysThatThereAreNoPoolsYet(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("site.yaml"), "name: lab\nlisten: 127.0.0.1:0\npools: []\n");
        try (Shop shop = new Shop(directory, TimeSource.following(Shop.CLOCK), any -> read(file))) {
            String hint =
                    "The site has no pools yet. To add the GPUs and cores of a machine, run there: berth pools detect --add\n";
            assertThat(shop.berth("pools").out()).isEqualTo(hint);
            assertThat(shop.berth("status").out()).isEqualTo(hint);
            assertThat(shop.berth("timetable").out()).isEqualTo(hint);
            Ran booked = shop.berth("book", "a", "--for", "20m", "--ready", "now");
            assertThat(booked.code()).isEqualTo(1);
            assertThat(booked.err()).containsSubsequence("Job a ", "no pools yet", "(no-matching-pool)\n");
            assertThat(shop.berth("book", "a", "--for", "20m", "--ready", "now", "--pool", "x")
                            .err())
                    .containsSubsequence("Unknown pool x", "no pools yet");
            assertThat(shop.berth("offers", "a", "--for", "20m", "--ready", "now")
                            .err())
                    .contains("there are no pools yet");
            assertThat(shop.berth("slots").err()).contains("The site has no pools yet");
            assertThat(Shop.json(shop.berth("timetable", "--json")).path("pools"))
                    .as("for the page")
                    .isEmpty();
        }
    }

    private static SiteSettings read(Path file) {
        try {
            return SiteFile.read(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
