package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.slurm.ClusterStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.By;

/** The cluster behind the book, for those who operate it. */
class ClusterTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void operatorsSeeWhatTheClusterKeeps(Screen screen) {
        AtomicReference<ClusterStatus> status = new AtomicReference<>(ExampleCluster.mostlyWell());
        try (TestSite site = TestSite.clustered("test", data, status::get)) {
            Visit visit = Visit.of(site, screen, site.account("olga", "operator"));
            visit.open("cluster");
            visit.awaitText("berth-cluster .trouble", "1 reservation in danger: unless somebody acts");
            assertThat(rows(visit, "Reservations"))
                    .as("what is in danger comes first")
                    .startsWith("berth-test-r22 r22 cleo n05 today 11:30 – 14:30 blocked job 4711 of eve runs on n05"
                            + " until 15:00; other nodes are searched")
                    .contains("berth-test-r17 r17 ana n[01-03] today 09:30 – 12:30 active")
                    .contains("berth-test-r30 r30 ana – today 18:30 – 21:30 not-due");
            assertThat(rows(visit, "Reservations of others"))
                    .containsExactly("maintenance-rack2 root n[07-08] today 13:30 – 17:30");
            assertThat(rows(visit, "Nodes that are not up")).containsExactly("n09 down Not responding");

            visit.clickText("berth-cluster .choice button", "1 active");
            visit.until("only what is active", () -> rows(visit, "Reservations").size() == 1);
            visit.clickText("berth-cluster .choice button", "1 active");
            visit.until("all again", () -> rows(visit, "Reservations").size() == 4);

            status.set(ExampleCluster.watched());
            visit.awaitText("berth-cluster", "Mode watch: nothing is changed in the cluster");
            assertThat(visit.text("berth-cluster .trouble"))
                    .containsSubsequence("cluster does not answer", "did not answer in 10 seconds");
            assertThat(visit.text("berth-cluster .planned")).contains("create berth-test-r17 on n01 for ana");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @SomeScreens
    void othersDoNot_norIsItShownWithoutACluster(Screen screen) {
        try (TestSite site = TestSite.clustered("test", data.resolve("with"), ExampleCluster::mostlyWell)) {
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            assertThat(visit.has("nav a[href='#/cluster']")).isFalse();
        }
        try (TestSite site = TestSite.usual("test", data.resolve("without"))) {
            Visit visit = Visit.of(site, screen, site.administrator());
            assertThat(visit.has("nav a[href='#/operators']")).isTrue();
            assertThat(visit.has("nav a[href='#/cluster']")).isFalse();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    /** Two of others at once lie side by side, each with its name, on the canvas and in the table. */
    @ParameterizedTest
    @SomeScreens
    void reservationsOfOthers_areBlocksOnTheTimetable(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            block(site, "maintenance-rack2", 4, 5);
            block(site, "course", 3);
            Visit visit = Visit.of(site, screen, site.account("ana", "user"));
            visit.until("blocks", () -> !outages(visit).isEmpty());
            assertThat(outages(visit)).containsExactlyInAnyOrder("2 from 3: maintenance-rack2", "1 from 5: course");
            visit.clickText("summary", "As a table");
            visit.awaitText(".under", "server 3 of new from today 11:30 to today 14:30, blocked by course");
            visit.script("""
                    const table = document.querySelector('berth-timetable');
                    const pool = table.prepare().layout.pools.find((each) => each.name === 'new');
                    table.hover(table.x(arguments[0]), pool.top + 26 + 3.5 * pool.lane - table.querySelector('.scroller').scrollTop);
                    """, TestSite.at(4).toEpochMilli());
            visit.awaitText(".tip", "Blocked by maintenance-rack2, today 11:30 – 14:30");
        }
    }

    private static void block(TestSite site, String cause, int... servers) {
        Window window = new Window(TestSite.at(2).toEpochMilli(), TestSite.at(5).toEpochMilli());
        site.server()
                .site()
                .write(
                        "",
                        transaction -> transaction.submit(
                                new Command.Block(new PoolId("new"), ServerSet.of(servers), window, cause)))
                .join();
    }

    /** How many servers from which lane on, by whom. */
    @SuppressWarnings("unchecked")
    private static List<String> outages(Visit visit) {
        return (List<String>) visit.script("""
                const pool = document.querySelector('berth-timetable').prepare().layout.pools.find((each) => each.name === 'new');
                return pool.outages.map(({ lane, lanes, reason }) => `${lanes} from ${lane}: ${reason}`);
                """);
    }

    private static List<String> rows(Visit visit, String title) {
        return visit.driver.findElements(By.cssSelector("berth-cluster [aria-label='" + title + "'] tbody tr")).stream()
                .map(row -> row.getText().replaceAll("\\s+", " ").strip())
                .toList();
    }
}
