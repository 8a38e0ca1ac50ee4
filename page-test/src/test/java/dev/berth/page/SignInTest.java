package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;

/** Somebody follows an invitation, stays signed in in all tabs, and signs out of all of them. */
class SignInTest {
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    Path data;

    @ParameterizedTest
    @SomeScreens
    void invitation_password_secondTab_andSignOutEverywhere(Screen screen) {
        try (TestSite site = TestSite.usual("test", data)) {
            String link = site.send(site.administrator(), "POST", "/accounts/carla/invitation", "{\"role\":\"user\"}")
                    .path("link")
                    .asText();
            Visit visit = Visit.stranger(site, screen);
            visit.script("localStorage.setItem('berth.tour', 'seen'); location.hash = arguments[0]", link.substring(1));
            visit.await("[name=password]");
            visit.type("[name=password]", "short");
            visit.clickText("button", "Choose password");
            visit.awaitText("[data-field=password] .wrong", "12 to 200 characters");
            visit.type("[name=password]", PASSWORD);
            visit.clickText("button", "Choose password");
            visit.await("berth-timetable canvas");
            assertThat(visit.driver.getCurrentUrl()).doesNotContain("welcome");
            String first = visit.driver.getWindowHandle();
            visit.driver.switchTo().newWindow(WindowType.TAB);
            try {
                visit.driver.get(site.address() + "#/account");
                visit.awaitText("[data-session]", "this one");
                assertThat(visit.text("h1")).contains("Account carla");
                visit.clickText("button", "Sign out everywhere");
                visit.await("[name=account]");
            } finally {
                visit.driver.close();
                visit.driver.switchTo().window(first);
            }
            visit.awaitText(".note", "signed out");
            visit.complaints();
            visit.type("[name=account]", "carla");
            visit.type("[name=password]", "not the password");
            visit.clickText("button", "Sign in");
            visit.awaitText("[data-field=password] .wrong", "Wrong account or password");
            visit.type("[name=password]", PASSWORD);
            visit.clickText("button", "Sign in");
            visit.await("berth-timetable canvas");
            visit.driver.navigate().refresh();
            visit.await("berth-timetable canvas");
        }
    }

    @Test
    void restartsOfBrowserAndService_staySignedIn_andSignOutEverywhereEndsBothTabs(@TempDir Path profile) {
        try (TestSite site = TestSite.usual("test", data)) {
            String link = site.send(site.administrator(), "POST", "/accounts/carla/invitation", "{\"role\":\"user\"}")
                    .path("link")
                    .asText();
            inBrowser(profile, site, visit -> {
                visit.script(
                        "localStorage.setItem('berth.tour', 'seen'); location.hash = arguments[0]", link.substring(1));
                visit.await("[name=password]");
                visit.type("[name=password]", PASSWORD);
                visit.clickText("button", "Choose password");
                visit.await("berth-timetable canvas");
                site.restart();
                visit.driver.navigate().refresh();
                visit.await("berth-timetable canvas");
            });
            inBrowser(profile, site, visit -> {
                visit.await("berth-timetable canvas");
                String first = visit.driver.getWindowHandle();
                visit.driver.switchTo().newWindow(WindowType.TAB);
                visit.driver.get(site.address() + "#/account");
                visit.awaitText("h1", "Account carla");
                visit.clickText("button", "Sign out everywhere");
                visit.await("[name=account]");
                visit.driver.switchTo().window(first);
                visit.await("[name=account]");
                visit.driver.navigate().refresh();
                visit.await("[name=account]");
            });
        }
    }

    private static void inBrowser(Path profile, TestSite site, Consumer<Visit> work) {
        ChromeDriver browser = Browser.start(profile);
        try {
            work.accept(Visit.in(browser, site, Screen.DESKTOP));
        } finally {
            browser.quit();
        }
    }
}
