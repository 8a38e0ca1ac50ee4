package dev.berth.server.tables;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every query of the Grafana dashboard, run as Grafana would. */
@Timeout(60)
class DashboardTest {
    private static final Path FILE = Path.of("../docs/grafana/berth.json");

    /** The macros and variables that the dashboard uses, and no others. */
    private static String asSent(String sql) {
        String sent = sql.replace("${site:sqlstring}", "'main'")
                .replaceAll(
                        "\\$__timeFilter\\((\\w+)\\)", "$1 BETWEEN '2027-01-01T00:00:00Z' AND '2027-03-01T00:00:00Z'");
        assertThat(sent).doesNotContain("$");
        return sent;
    }

    @Test
    void everyQuery_findsSomething() throws Exception {
        try (ReportedSite life = new ReportedSite()) {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 120; i++) {
                life.step(random);
            }
            life.refuse("ana", 3);
            Tables.rebuild(life.database().address(), done -> {});
            for (String sql : queries()) {
                assertThat(life.database().rows(asSent(sql))).as(sql).isNotEmpty();
            }
        }
    }

    @Test
    void panels_haveTitlesAndTheirOwnPlaces() throws IOException {
        List<String> places = new ArrayList<>();
        for (JsonNode panel : board().get("panels")) {
            assertThat(panel.get("title").asText()).isNotBlank();
            places.add(
                    panel.get("gridPos").get("x") + " " + panel.get("gridPos").get("y"));
            assertThat(panel.get("datasource").get("uid").asText()).isEqualTo("${DS_BERTH}");
        }
        assertThat(places).hasSizeGreaterThan(8).doesNotHaveDuplicates();
    }

    private static JsonNode board() throws IOException {
        return new ObjectMapper().readTree(Files.readString(FILE));
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : board().get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                queries.add(target.get("rawSql").asText());
            }
        }
        for (JsonNode variable : board().get("templating").get("list")) {
            queries.add(variable.get("query").asText());
        }
        return queries;
    }
}
