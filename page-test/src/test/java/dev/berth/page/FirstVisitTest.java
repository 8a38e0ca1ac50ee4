package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody who has never been here. */
class FirstVisitTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @EnumSource
    void signingIn(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            Visit visit = Visit.stranger(site, screen);
            visit.clickText("summary", "I have a sign-in token");
            visit.type("[name=token]", "not a token");
            visit.clickText("button", "Sign in with this token");
            visit.awaitText("[data-field=token] .wrong", "This token is invalid");
            visit.complaints();
            visit.type("[name=token]", site.oneTimeToken());
            visit.clickText("button", "Sign in with this token");
            visit.await("berth-timetable canvas");
            assertThat(visit.driver.getCurrentUrl()).isEqualTo(site.address());
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
            visit.clickText(".who button", "Sign out");
            visit.await("[name=account]");
            assertThat(visit.script("return document.cookie")).isEqualTo("");
            assertThat(visit.script("return String(sessionStorage.length) + localStorage.getItem('berth.token')"))
                    .isEqualTo("0null");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEmptySiteShowsHowToAddAPool(Screen screen) {
        try (TestSite site = TestSite.empty(data)) {
            Visit viewer = Visit.of(site, screen, site.account("vera", "viewer"));
            viewer.awaitText(".empty-site", "An operator must add a pool of servers first");
            Visit visit = Visit.of(site, screen, site.administrator());
            visit.awaitText(".empty-site", "This site has no servers yet");
            visit.type("[data-field=name] input", "gpu");
            visit.type("[data-field=rate] input", "fast");
            visit.clickText("button", "Add the pool");
            visit.await("[data-field=rate] .wrong");
            visit.type("[data-field=rate] input", "0.8");
            visit.type("[data-field=attributes] input", "gpu=h100");
            visit.clickText("button", "Add the pool");
            visit.await("berth-timetable canvas");
            visit.awaitText(".pools", "8 of 8 free");
            assertThat(site.get(site.administrator(), "/pools/gpu")
                            .at("/attributes/gpu")
                            .asText())
                    .isEqualTo("h100");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theTourOfTheDemoCanBeDismissed(Screen screen) {
        try (TestSite site = TestSite.usual("demo", data)) {
            Visit visit = Visit.of(site, screen, site.administrator());
            assertThat(visit.has(".tour")).isFalse();
            visit.script("localStorage.removeItem('berth.tour')");
            visit.driver.navigate().refresh();
            visit.awaitText(".tour", "1 of 5");
            visit.clickText(".tour button", "Next");
            visit.awaitText(".tour", "2 of 5");
            assertThat(visit.has(".skyline.toured")).isTrue();
            visit.clickText(".tour button", "Dismiss");
            visit.until("no tour", () -> !visit.has(".tour"));
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
            assertThat(visit.has(".tour")).isFalse();
        }
    }

    /** Nothing inline, nothing from elsewhere, and the browser has nothing to complain of on any view. */
    @ParameterizedTest
    @EnumSource
    void thePolicyIsStrictAndKept(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            ExampleDay.fill(site);
            Visit visit = Visit.of(site, screen, site.administrator());
            for (String view : new String[] {"timetable", "book", "mine", "what-if", "operators"}) {
                visit.open(view);
                visit.await("main h2");
            }
            assertThat(visit.complaints()).isEmpty();
            assertThat(visit.script(
                            "return document.querySelectorAll('script:not([src]), style, [style*=\"url\"]').length"))
                    .isEqualTo(0L);
            assertThat(
                            visit.script(
                                    "const script = document.createElement('script'); script.textContent = 'globalThis.ran = true'; document.head.append(script); return globalThis.ran === undefined"))
                    .isEqualTo(true);
            assertThat(visit.complaints()).singleElement().asString().contains("Content Security Policy");
            assertThat(
                            visit.script(
                                    "return performance.getEntriesByType('resource').every((each) => each.name.startsWith(location.origin))"))
                    .isEqualTo(true);
        }
    }
}
