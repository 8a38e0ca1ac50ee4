package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.interactions.Actions;

/**
 * Pictures of every view on both screens, light and dark, in target/screenshots, or wherever {@code -Dscreenshots} says.
 * Made when asked for: {@code mvn -pl page-test -am test -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false
 * -Dscreenshots=$PWD/docs/images} makes those of the documents, and {@code git add -u} keeps those that are in use.
 */
class Screenshots {
    private static final Path TO = Path.of(System.getProperty("screenshots", "target/screenshots"));
    private static final int MOST_BYTES = 150_000;

    @TempDir
    private Path data;

    @ParameterizedTest
    @CsvSource({"DESKTOP, false", "DESKTOP, true", "PHONE, false", "PHONE, true"})
    void everyView(Screen screen, boolean dark) throws IOException {
        try (TestSite site = TestSite.clustered("harbour", data, ExampleCluster::mostlyWell)) {
            ExampleDay.fill(site);
            Visit visit = Visit.of(site, screen, site.administrator());
            if (dark) {
                visit.dark();
            }
            String suffix = (screen == Screen.PHONE ? "-phone" : "") + (dark ? "-dark" : "") + ".png";
            shoot(visit, "timetable" + suffix);
            visit.open("book");
            visit.type("#words", "4 servers, 2 hours of work, ready now, done by today 12:00, on new");
            visit.clickText("berth-book button", "See offers");
            visit.await(".offer");
            shoot(visit, "book" + suffix);
            visit.open("mine");
            visit.await(".series");
            visit.click("[aria-label='Move regatta']");
            visit.await(".change input");
            shoot(visit, "mine" + suffix);
            visit.clickText(".change button", "Keep it");
            visit.open("workflows");
            visit.clickText("berth-upload button", "Try an example");
            visit.await(WorkflowView.BOOK);
            // Off the graph, or a task would be pointed at.
            new Actions(visit.driver).moveToLocation(screen.width - 4, 4).perform();
            shoot(visit, "workflows" + suffix);
            visit.open("provisioning");
            visit.clickText("berth-provisioning form button", "Search");
            visit.await(".book-plan");
            shoot(visit, "provisioning" + suffix);
            visit.open("what-if");
            visit.clickText("berth-what-if button", "Show affected reservations");
            visit.await("berth-what-if [role=status]");
            shoot(visit, "what-if" + suffix);
            visit.open("operators");
            visit.await("[data-account]");
            visit.until("audit", () -> visit.has("berth-operators tbody tr"));
            shoot(visit, "operators" + suffix);
            visit.open("projects");
            visit.await("berth-usage tbody tr");
            shoot(visit, "projects" + suffix);
            visit.open("cluster");
            visit.await("berth-cluster tbody tr");
            shoot(visit, "cluster" + suffix);
        }
    }

    /** A day on two hosts that many share, with a window on three cards that is asked for. */
    @ParameterizedTest
    @CsvSource({"DESKTOP, false", "DESKTOP, true", "PHONE, false", "PHONE, true"})
    void hostsWithParts(Screen screen, boolean dark) throws IOException {
        try (TestSite site = TestSite.hosts("lab", data, 2)) {
            ExampleDay.share(site);
            Visit visit = Visit.of(site, screen, site.account("eva", "user"));
            if (dark) {
                visit.dark();
            }
            String suffix = (screen == Screen.PHONE ? "-phone" : "") + (dark ? "-dark" : "") + ".png";
            visit.until(
                    "rows of hosts",
                    () -> "server"
                            .equals(visit.script(
                                    "return document.querySelector('berth-timetable').prepare().layout.by")));
            shoot(visit, "hosts" + suffix);
            visit.open("book");
            visit.type("#words", "3 gpus, 24 cores and 96 GB on one host today 21:00 for 4 hours");
            visit.clickText("berth-book button", "See offers");
            visit.await(".offer");
            shoot(visit, "hosts-book" + suffix);
        }
    }

    /** An entry that waits and one that was served. */
    @ParameterizedTest
    @CsvSource({"DESKTOP, false", "DESKTOP, true", "PHONE, false", "PHONE, true"})
    void waitingList(Screen screen, boolean dark) throws IOException {
        try (TestSite site = TestSite.asking(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String morning = site.book(ana, "render", "solo", 1, 2, 3);
            site.book(ana, "train", "solo", 1, 6, 4);
            wait(site, ben, "course", 2, 3);
            wait(site, ben, "seminar", 6, 4);
            site.send(ana, "DELETE", "/reservations/" + morning, "");
            Visit visit = Visit.of(site, screen, ben);
            if (dark) {
                visit.dark();
            }
            String suffix = (screen == Screen.PHONE ? "-phone" : "") + (dark ? "-dark" : "") + ".png";
            visit.open("mine");
            visit.awaitText("[data-entry=e1]", "course came free");
            visit.awaitText("[data-entry=e2]", "Place 1 of 1");
            shoot(visit, "waiting-list" + suffix);
        }
    }

    private static void wait(TestSite site, String token, String name, int from, int hours) {
        String body =
                "{\"job\":{\"name\":\"%s\",\"pool\":\"solo\",\"ready\":\"%s\",\"stay\":\"PT%dH\",\"deadline\":\"%s\"},\"until\":\"%s\"}"
                        .formatted(
                                name, TestSite.at(from), hours, TestSite.at(from + hours), TestSite.at(from + hours));
        assertThat(site.send(token, "POST", "/waiting", body).path("state").asText())
                .isEqualTo("waiting");
    }

    private static void shoot(Visit visit, String name) throws IOException {
        visit.script("if (innerWidth > 900) scrollTo(0, 0)");
        Path file = TO.resolve(name);
        visit.photograph(file);
        Files.write(file, Picture.small(Files.readAllBytes(file)));
        assertThat(Files.size(file)).as(name).isBetween(5_000L, (long) MOST_BYTES);
    }
}
