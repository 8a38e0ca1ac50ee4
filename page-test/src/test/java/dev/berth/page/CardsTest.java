package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A group with a few cards: they are called gpus, and have no prices. */
class CardsTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void gpusAreGpus_andWhatIsFreeHasNoPrice(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "alpha", 2, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.await("[data-pool=alpha]");
            assertWithoutServersAndPrices(visit);
            visit.open("book");
            visit.await("[data-field=servers]");
            assertThat(visit.text("[data-field=servers] label")).isEqualTo("Gpus");
            assertThat(visit.has("[data-field=budget]")).isFalse();
            visit.type("#words", "1 gpu on beta for 1 hour, done by today 20:00");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "1 gpu on beta");
            assertWithoutServersAndPrices(visit);
            visit.open("mine");
            visit.awaitText("[data-id='" + id + "'] .facts", "2 gpus on alpha");
            visit.click("[aria-label='Cancel render']");
            visit.awaitText(".change .quote", "2 gpus of alpha become free");
            assertWithoutServersAndPrices(visit);
            visit.open("projects");
            visit.await("berth-usage tbody tr");
            assertWithoutServersAndPrices(visit);
        }
    }

    /** One plan is the best where nothing costs anything: the one that is done first. */
    @ParameterizedTest
    @SomeScreens
    void plansWithoutPrices_showTheirMakespanAlone(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            ProvisioningView view = ProvisioningView.opened(site, screen);
            Visit visit = view.visit();
            view.search();
            visit.click(".points summary");
            visit.await("[aria-label^='Choose plan 1:']");
            assertWithoutServersAndPrices(visit);
            assertThat(visit.text(".scatter")).contains("Makespan", "1 h", "2 h");
            assertThat(visit.await(".scatter").getDomAttribute("aria-label")).isEqualTo("Plans by makespan");
            assertThat(visit.await(".point").getDomAttribute("aria-label"))
                    .startsWith("Plan 1 of 1: takes 2 h 35 min, done ");
            assertThat(visit.script("return document.querySelectorAll('.points th[scope=col]').length"))
                    .as("makespan, done, slots, choose")
                    .isEqualTo(4L);
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private static void assertWithoutServersAndPrices(Visit visit) {
        assertThat(visit.text("main")).doesNotContainIgnoringCase("server", "price", "charge", "cost", "budget");
    }

    /** Chromium tells of a change of a field only when the field is left; what is shown must fit it before. */
    @ParameterizedTest
    @SomeScreens
    void extend_asksForWhatTheFieldsSay(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            String ana = site.account("ana", "user");
            String id = site.book(ana, "render", "alpha", 1, 4, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.click("[aria-label='Extend render']");
            visit.await(".change [data-field=work] input");
            assertThat(visit.text(".change [data-field=work] label")).isEqualTo("Additional time");
            visit.clickText(".change button", "Check");
            visit.awaitText(".change .quote", "(3 h) on 1 gpu of alpha");

            visit.type(".change [data-field=work] input", "2");
            visit.until("the old answer is gone", () -> !visit.has(".change .quote"));
            visit.clickText(".change button", "Check");
            visit.awaitText(".change [data-field=work] .wrong", "Cannot read \u201c2\u201d as a duration");

            visit.type(".change [data-field=work] input", "30 min");
            visit.clickText(".change button", "Check");
            visit.awaitText(".change .quote", "(2 h 30 min) on 1 gpu of alpha");

            visit.script("""
                    const field = document.querySelector('.change [data-field=work] input');
                    field.value = '';
                    field.dispatchEvent(new Event('input'));""");
            visit.type(".change [data-field=servers] input", "1");
            visit.clickText(".change button", "Check");
            visit.awaitText(".change .quote", "(2 h) on 2 gpus of alpha");
            visit.clickText(".change button", "Yes, extend it");
            visit.awaitText(".said", "render is extended");
            assertThat(site.get(ana, "/reservations/" + id).path("servers").asInt())
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mine", "book"})
    void onAPhone_aViewBeginsWithItsContent(String view) {
        try (TestSite site = TestSite.cards(data)) {
            String ana = site.account("ana", "user");
            site.book(ana, "render", "alpha", 1, 4, 2);
            Visit visit = Visit.of(site, Screen.PHONE, ana);
            visit.open(view);
            visit.await(".panel h2");
            assertThat(((Number) visit.script("return document.querySelector('.panel h2').getBoundingClientRect().top"))
                            .intValue())
                    .isLessThan(150);
        }
    }

    @ParameterizedTest
    @SomeScreens
    void tables_fitTheScreen(Screen screen) {
        try (TestSite site = TestSite.cards(data)) {
            site.send(
                    site.administrator(),
                    "POST",
                    "/tokens",
                    "{\"note\":\"nightly-script-for-the-evaluation-of-all-checkpoints-of-the-group\"}");
            Visit visit = Visit.of(site, screen, site.administrator());
            assertFits(visit, "account", "[data-token]");
            assertFits(visit, "operators", "[data-account]");
            assertFits(visit, "now", "[data-server]");
        }
    }

    private static void assertFits(Visit visit, String view, String selector) {
        visit.open(view);
        visit.await(selector);
        assertThat(visit.script("return document.documentElement.scrollWidth - innerWidth"))
                .as(view)
                .isEqualTo(0L);
        assertThat(
                        visit.script(
                                "return [...document.querySelectorAll('.scrolls')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel).join()"))
                .as(view)
                .isEqualTo("");
    }
}
