package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The page while no instance leads the site: it waits, says so, and goes on where it was. */
class TakeOverTest {
    private static final String RECORD_STREAMS = """
            const fetched = window.fetch;
            window.streams = [];
            window.fetch = (address, options) => {
              if (String(address).endsWith('/events')) window.streams.push(options.headers['Last-Event-ID'] ?? '');
              return fetched(address, options);
            };
            """;

    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void whatIsAskedForMeanwhile_isDoneOnce_andTheStreamGoesOn(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "new", 1, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.script(RECORD_STREAMS);
            // An event that the stream has told: what comes after it is to come after the interruption.
            String seen = site.book(ana, "first", "new", 1, 8, 1);
            visit.await("[data-id='" + seen + "']");
            visit.click("[aria-label='Cancel render']");
            visit.awaitText(".change .quote", "If you cancel it");
            site.restart(() -> {
                visit.until("the stream is cut", () -> visit.has(".live:not(.is-live)"));
                visit.clickText(".change button", "Cancel reservation");
                visit.awaitText(".no-server", "Waiting for a server");
                visit.photograph(Path.of("target/take-over-" + screen + ".png"));
            });
            visit.awaitText(".said", "render is cancelled");
            visit.until(
                    "no sign",
                    () -> Boolean.TRUE.equals(visit.script("return document.querySelector('.no-server').hidden")));
            assertThat(site.get(ana, "/reservations/" + id).path("state").asText())
                    .isEqualTo("cancelled");
            String later = site.book(ana, "second", "new", 1, 10, 1);
            visit.await("[data-id='" + later + "']");
            visit.until("live", () -> visit.has(".live.is-live"));
            assertThat((List<?>) visit.script("return window.streams"))
                    .isNotEmpty()
                    .noneMatch(""::equals);
        }
    }
}
