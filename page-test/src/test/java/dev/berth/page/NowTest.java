package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** View of who is at work now, card by card. */
class NowTest {
    @TempDir
    private Path data;

    private static String running(TestSite site, String token, String name, String pool) {
        return site.send(token, "POST", "/reservations", """
                        {"name":"%s","pool":"%s","stay":"PT2H","deadline":"%s"}""".formatted(name, pool, TestSite.at(3)))
                .path("id")
                .asText();
    }

    private static void seen(TestSite site, String device, String user) {
        site.send(site.administrator(), "POST", "/hosts/alpha/uses", """
                {"devices":["GPU-alpha0","GPU-alpha1"],"uses":[{"devices":["%s"],"user":"%s","pid":8,"process":"train"}]}""".formatted(device, user));
    }

    @ParameterizedTest
    @SomeScreens
    void eachCard_saysWhoUntilWhenAndWhatComesNext(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String id = running(site, ana, "render", "alpha");
            site.book(ben, "training", "alpha", 2, 4, 3);
            int number =
                    site.get(ana, "/reservations/" + id).at("/serverNumbers/0").asInt();
            String taken = "[data-server=alpha" + number + "]";
            String free = "[data-server=alpha" + (1 - number) + "]";
            Visit visit = Visit.of(site, screen, ben);
            visit.open("now");
            visit.awaitText("[data-host=alpha] .badge", "1 of 2 gpus free");
            visit.awaitText("[data-host=beta] .badge", "2 of 2 gpus free");
            visit.awaitText(taken + " .holder", "render");
            assertThat(visit.text(taken)).contains("ana", "until today 11:2", "next: ben from today 13:30");
            assertThat(visit.text(free)).contains("free", "next: ben from today 13:30");

            // The page reads the sightings of guards at intervals.
            seen(site, "GPU-alpha" + number, "ana");
            visit.awaitText(taken + " .use", "in use");
            seen(site, "GPU-alpha" + number, "eve");
            visit.awaitText(taken, "eve (train) uses it without a reservation");
            assertThat(visit.text(taken + " .use")).startsWith("idle since today");

            site.send(ana, "POST", "/reservations/" + id + "/finish", "");
            visit.awaitText("[data-host=alpha] .badge", "2 of 2 gpus free");
        }
    }

    /** Its server is free all the same; whoever reads finds it beside the timetable. */
    @ParameterizedTest
    @SomeScreens
    void opportunisticJob_isShownOnAFreeServer(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            site.send(ana, "POST", "/opportunists", "{\"name\":\"sweep\",\"host\":\"alpha\"}");
            site.book(ben, "training", "alpha", 2, 4, 3);
            Visit visit = Visit.of(site, screen, ben);
            visit.open("now");
            visit.awaitText("[data-host=alpha] .opportunist", "sweep");
            assertThat(visit.text("[data-host=alpha] .opportunist"))
                    .contains("ana", "opportunistic", "makes way today 13:30");
            assertThat(visit.text("[data-host=alpha] .badge")).contains("2 of 2 gpus free");
            visit.open("timetable");
            visit.clickText("summary", "As a table");
            visit.awaitText(".under", "sweep of ana on 1 of alpha, makes way today 13:30");
        }
    }

    /** The colour is the same on the timetable, beside it and in reports, and does not depend on other people. */
    @ParameterizedTest
    @SomeScreens
    void theColourOfAPerson_isTheSameEverywhere(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            String ben = site.account("ben", "user");
            running(site, ben, "render", "alpha");
            Visit visit = Visit.of(site, screen, ben);
            String alone = legend(visit);
            // Before ben in the alphabet.
            site.book(site.account("ana", "user"), "early", "alpha", 1, 4, 1);
            visit.awaitText(".legend", "ana");
            assertThat(legend(visit)).isEqualTo(alone);
            visit.open("now");
            visit.await(".at-work-list .swatch");
            assertThat(background(visit, "[data-host=alpha] .swatch")).isEqualTo(alone);
            visit.open("projects");
            visit.await("berth-usage tbody tr");
            visit.script("""
                    const by = document.querySelector('berth-usage [data-field=by] select');
                    by.value = 'user';
                    by.dispatchEvent(new Event('change'));""");
            visit.await("[data-row=ben] .swatch");
            assertThat(background(visit, "[data-row=ben] .swatch")).isEqualTo(alone);
        }
    }

    private static String legend(Visit visit) {
        visit.awaitText(".legend", "ben");
        return String.valueOf(visit.script("""
                const line = [...document.querySelectorAll('.legend li')].find((each) => each.textContent.trim() === 'ben');
                return getComputedStyle(line.querySelector('rect')).fill;"""));
    }

    private static String background(Visit visit, String selector) {
        return String.valueOf(visit.script(
                "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector));
    }
}
