package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Projects, and what is left for their members. */
class ProjectsTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void anAdministratorAddsAProject_andItsMemberSeesWhatIsLeft(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, site.account("root", "administrator"));
            visit.open("projects");
            visit.clickText("berth-projects button", "Add a project");
            visit.type("berth-projects [data-field=name] input", "climate");
            visit.type("berth-projects [data-field=members] input", "ana");
            visit.type("berth-projects [data-field=hours] input", "20");
            visit.type("berth-projects [data-field=amount] input", "500");
            visit.clickText("berth-projects button", "Add");
            visit.awaitText("berth-projects tr[data-project=climate]", "20 left of 20 server-hours per 30 days");
            assertThat(visit.text("berth-projects tr[data-project=climate]"))
                    .contains("500.00 of 500.00 left this month");
            assertThat(site.get(ana, "/projects/climate").path("members").toString())
                    .isEqualTo("[\"ana\"]");

            visit.click("[aria-label='Change climate']");
            visit.type("berth-projects [data-field=members] input", "ana, nobody");
            visit.clickText("berth-projects button", "Save");
            visit.awaitText("berth-projects form .trouble", "nobody");
            visit.type("berth-projects [data-field=members] input", "root");
            visit.type("berth-projects [data-field=hours] input", "lots");
            visit.clickText("berth-projects button", "Save");
            visit.await("berth-projects [data-field=hours] .wrong");
            visit.photograph(Path.of("target/pictures/project-form-" + screen + ".png"));
            visit.type("berth-projects [data-field=hours] input", "");
            visit.clickText("berth-projects button", "Save");
            visit.awaitText(".said", "Project climate was changed");
            visit.until(
                    "no quota",
                    () -> site.get(site.administrator(), "/projects/climate")
                            .path("quota")
                            .isMissingNode());
            assertThat(site.get(site.administrator(), "/projects/climate")
                            .path("members")
                            .toString())
                    .isEqualTo("[\"root\"]");
            visit.click("[aria-label='Close climate']");
            visit.awaitText("berth-projects tr[data-project=climate]", "(closed)");
            visit.click("[aria-label='Open climate']");
            visit.until("open", () -> visit.has("[aria-label='Close climate']"));
        }
    }
}
