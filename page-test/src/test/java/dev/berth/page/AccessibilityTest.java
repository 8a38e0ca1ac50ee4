package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every view held against axe-core's rules, in light on the one screen and in dark on the other. */
class AccessibilityTest {
    private static final Set<String> SERIOUS = Set.of("serious", "critical");

    @TempDir
    private Path data;

    private final List<String> findings = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"DESKTOP, false", "PHONE, true"})
    void noSeriousFinding(Screen screen, boolean dark) {
        try (TestSite site = TestSite.clustered("demo", data, ExampleCluster::mostlyWell)) {
            ExampleDay.fill(site);
            Visit stranger = Visit.stranger(site, screen);
            stranger.await("[name=account]");
            judge(stranger, "sign-in");
            stranger.script("location.hash = '#/welcome/x'");
            stranger.await("berth-welcome [name=password]");
            judge(stranger, "welcome");
            Visit visit = Visit.of(site, screen, site.administrator());
            if (dark) {
                visit.dark();
            }
            press(visit, "summary");
            visit.await(".under table");
            press(visit, ".who button");
            visit.await(".tour");
            judge(visit, "timetable");
            visit.open("now");
            visit.await("[data-server]");
            judge(visit, "now");
            visit.open("account");
            visit.await("[data-session]");
            judge(visit, "account");
            visit.open("notices");
            visit.await("form.mail");
            visit.await("berth-notice-queue .waiting");
            judge(visit, "notices");
            visit.open("timetable");
            press(visit, ".tour button.quiet");
            visit.open("book");
            visit.type("#words", "12 servers, 2 hours of work, done by today 14:00, on old\n");
            visit.await(".offer");
            judge(visit, "book");
            visit.open("mine");
            visit.await(".series");
            press(visit, "[aria-label='Move regatta']");
            visit.await(".change input");
            judge(visit, "mine");
            visit.open("workflows");
            press(visit, "berth-upload .empty button");
            visit.await("berth-workflows .book-whole:enabled");
            press(visit, ".plan .actions button:not(.primary)");
            visit.await(".comparison");
            press(visit, ".plan .tasks summary");
            visit.await(".plan .tasks table");
            press(visit, ".chooser summary");
            visit.await(".sent");
            judge(visit, "workflows");
            press(visit, ".book-whole");
            visit.await("[data-plan]");
            press(visit, "[data-plan] [aria-label^=Cancel]");
            visit.await("[data-plan] .quote");
            visit.script(
                    "const field = document.querySelector('[data-field=deadline] input'); field.value = '2026-11-16T09:50'; field.dispatchEvent(new Event('change'))");
            visit.await(".remedies");
            judge(visit, "booked and impossible");
            visit.open("provisioning");
            press(visit, "berth-provisioning form button:not([type])");
            press(visit, ".book-plan:enabled");
            press(visit, "[aria-label='Cancel tides']");
            press(visit, "berth-provisioning form button:not([type])");
            visit.await(".book-plan");
            List.of(".terms summary", ".terms form summary", ".tasks summary", ".points summary")
                    .forEach(summary -> press(visit, summary));
            visit.await("[data-field=seed]");
            visit.await(".points table");
            judge(visit, "provisioning");
            visit.open("what-if");
            visit.await("berth-what-if form");
            press(visit, "berth-what-if button.primary");
            visit.await("berth-what-if .refusal");
            judge(visit, "what-if");
            visit.open("operators");
            visit.await("[data-account]");
            judge(visit, "operators");
            visit.open("projects");
            visit.await("berth-usage tbody tr");
            press(visit, "berth-projects .actions button");
            visit.await("berth-projects form");
            judge(visit, "projects");
            visit.open("cluster");
            visit.await("berth-cluster tbody tr");
            judge(visit, "cluster");
            assertThat(visit.await("a.help").getDomAttribute("href")).isEqualTo("docs/");
            visit.driver.get(site.address() + "docs/users");
            visit.await("main.guide table");
            judge(visit, "guide");
            assertThat(findings).isEmpty();
        }
    }

    /** Not by touch: after axe-core has run, Chromium's driver loses some. */
    private static void press(Visit visit, String selector) {
        visit.await(selector);
        visit.until(
                "a press on " + selector,
                () -> Boolean.TRUE.equals(visit.script(
                        "const found = document.querySelector(arguments[0]); found?.click(); return Boolean(found)",
                        selector)));
    }

    /** Without frames there is no need for its second window, which takes long and loses the screen that is emulated. */
    @SuppressWarnings("deprecation")
    private static AxeBuilder builder() {
        AxeRunOptions options = new AxeRunOptions();
        // What is well would be told as well, with every element: megabytes.
        options.setResultTypes(List.of("violations"));
        return new AxeBuilder().withOptions(options).setLegacyMode();
    }

    private void judge(Visit visit, String view) {
        findings.addAll(serious(visit, view));
    }

    /** Serious violations in the current view. */
    static List<String> serious(Visit visit, String view) {
        return builder().analyze(visit.driver).getViolations().stream()
                .filter(rule -> SERIOUS.contains(rule.getImpact()))
                .flatMap(rule -> rule.getNodes().stream()
                        .map(node ->
                                view + ": " + rule.getId() + " " + node.getTarget() + " " + node.getFailureSummary()))
                .toList();
    }
}
