package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openqa.selenium.By;

/** The view of provisioning, as somebody uses it and sees it; the service says what it ought to show. */
record ProvisioningView(TestSite site, Visit visit, String token) {
    static final String BOOK = ".book-plan:enabled";

    static final String WORKFLOW = """
            {"name":"charts","tasks":[
              {"id":"fetch","seconds":1200},
              {"id":"north","seconds":5400,"after":["fetch"]},
              {"id":"south","seconds":7200,"after":["fetch"]},
              {"id":"east","seconds":3600,"after":["fetch"]},
              {"id":"print","seconds":900,"after":["north","south","east"]}]}""";

    /** A site where slots are dear and soon, or cheap and late, and some lie in gaps. */
    static TestSite harbour(Path data) {
        TestSite site = TestSite.usual("test", data);
        String ana = site.account("ana", "user");
        site.book(ana, "cranes", "new", 5, 1, 3);
        site.book(ana, "survey", "gpu", 3, 2, 4);
        site.book(ana, "backup", "old", 6, 0.5, 2);
        return site;
    }

    /** Eve's, with her workflow chosen. */
    static ProvisioningView opened(TestSite site, Screen screen) {
        String eve = site.account("eve", "user");
        site.send(eve, "POST", "/workflows", WORKFLOW);
        Visit visit = Visit.of(site, screen, eve);
        visit.open("provisioning");
        visit.click("berth-upload .pick");
        visit.awaitText("berth-provisioning .workflow h2", "charts");
        return new ProvisioningView(site, visit, eve);
    }

    // ---- what people do

    void search() {
        visit.clickText("berth-provisioning form button", "Search");
        visit.await(BOOK);
    }

    void set(String field, String value) {
        visit.await("[data-field=" + field + "] input");
        visit.script("""
                const field = document.querySelector(`[data-field=${arguments[0]}] input`);
                field.value = arguments[1];
                field.dispatchEvent(new Event('change'));
                """, field, value);
    }

    // ---- what they see

    int chosen() {
        return Integer.parseInt(Objects.requireNonNull(visit.await(".point[aria-checked=true] .dot")
                .findElement(By.xpath(".."))
                .getDomAttribute("data-point")));
    }

    /** Whatever a plan takes is a ghost where and when it takes it, and a row of the table. */
    void awaitDrawn(int point) {
        JsonNode plan = plan(point);
        List<String> expected = new ArrayList<>();
        plan.path("allocations")
                .forEach(each -> expected.add("%s %d %d %d"
                        .formatted(
                                each.path("pool").asText(),
                                each.path("servers").asInt(),
                                Instant.parse(each.path("start").asText()).toEpochMilli(),
                                Instant.parse(each.path("end").asText()).toEpochMilli())));
        assertThat(expected).isNotEmpty();
        visit.until(
                "ghosts of " + expected,
                () -> expected.equals(
                        visit.script(
                                "return document.querySelector('berth-timetable').site.ghosts.map((each) => `${each.pool} ${each.servers} ${each.start} ${each.end}`)")));
        visit.until(
                "as many ghosts on the timetable",
                () -> visit.driver
                                .findElements(By.cssSelector(".overlay .ghost text"))
                                .size()
                        == expected.size());
        assertThat(visit.script("""
                        const boxes = [...document.querySelectorAll('.overlay .ghost rect')].map((each) => each.getBoundingClientRect());
                        return boxes.some((one, place) => boxes.slice(place + 1).some((other) => one.left < other.right - 1 && other.left < one.right - 1
                          && one.top < other.bottom - 1 && other.top < one.bottom - 1));
                        """)).as("whether some overlap").isEqualTo(false);
        visit.until(
                "as many rows",
                () -> visit.driver
                                .findElements(By.cssSelector(".allocations tbody tr"))
                                .size()
                        == expected.size());
    }

    // ---- what there is

    JsonNode newest() {
        String id = site.get(token, "/searches").at("/searches/0/search").asText();
        return site.get(token, "/searches/" + id);
    }

    int last() {
        return newest().path("points").size() - 1;
    }

    JsonNode plan(int point) {
        return plan("point=" + point);
    }

    /** The place of the plan that the service chooses. */
    int chosenBy(double alpha) {
        return plan("alpha=" + alpha).path("point").asInt();
    }

    private JsonNode plan(String choice) {
        return site.get(token, "/searches/" + newest().path("search").asText() + "/plan?" + choice);
    }
}
