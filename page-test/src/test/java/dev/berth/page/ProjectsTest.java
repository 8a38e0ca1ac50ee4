package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Projects, and what is left for their members. */
class ProjectsTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @EnumSource
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
            visit.awaitText("berth-projects tr[data-project=climate]", "20 of 20 server-hours left in 30 days");
            assertThat(visit.text("berth-projects tr[data-project=climate]"))
                    .contains("500.00 of 500.00 left this month");
            assertThat(site.get(ana, "/projects/climate").path("members").toString())
                    .isEqualTo("[\"ana\"]");
        }
    }
}
