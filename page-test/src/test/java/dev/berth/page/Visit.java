package dev.berth.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.logging.LogType;

/** Somebody looks at the page of a site on a screen. */
final class Visit {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int STILL_FRAMES = 5;

    /** Finds the visible elements of a selector in one question: asking for each element by itself burdens the browser. */
    private static final String SEEN = """
            const seen = [...document.querySelectorAll(arguments[0])].filter((each) =>
                each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.getClientRects().length > 0);
            const words = (element) => (element.innerText ?? element.textContent)
                .replace(/[ \\t\\u00a0]+/g, ' ').replace(/ ?\\n\\s*/g, '\\n').trim();
            """;

    final ChromeDriver driver;
    private final Screen screen;

    private Visit(ChromeDriver driver, Screen screen) {
        this.driver = driver;
        this.screen = screen;
    }

    /** Opens the site in a browser of the caller, as it is. */
    static Visit in(ChromeDriver browser, TestSite site, Screen screen) {
        return at(site.address(), browser, screen);
    }

    /** Follows a link, in a browser of one's own. */
    static Visit at(String link, ChromeDriver browser, Screen screen) {
        Visit visit = new Visit(browser, screen);
        screen.use(browser, false);
        browser.get(link);
        return visit;
    }

    static Visit stranger(TestSite site, Screen screen) {
        Visit visit = atTheDoor(site, screen);
        visit.driver.get(site.address());
        return visit;
    }

    /** Signed in already, by a token that an older page has kept, and has seen the tour. */
    static Visit of(TestSite site, Screen screen, String token) {
        Visit visit = atTheDoor(site, screen);
        visit.script(
                "sessionStorage.setItem('berth.token', arguments[0]); localStorage.setItem('berth.tour', 'seen')",
                token);
        visit.driver.get(site.address());
        visit.await("berth-timetable canvas, .empty-site, berth-sites .site");
        visit.until("live", () -> visit.has(".live.is-live"));
        return visit;
    }

    /** At the site, where nobody is signed in; the page itself, which takes a while to load, is not open yet. */
    private static Visit atTheDoor(TestSite site, Screen screen) {
        Visit visit = new Visit(Browser.driver(), screen);
        screen.use(visit.driver, false);
        visit.driver.get(site.address() + "health/live");
        visit.driver.manage().deleteAllCookies();
        visit.script("sessionStorage.clear(); localStorage.clear()");
        // What the page of a site that is closed by now complained of.
        visit.driver.manage().logs().get(LogType.BROWSER);
        return visit;
    }

    void dark() {
        screen.use(driver, true);
    }

    void open(String view) {
        script("location.hash = '#/' + arguments[0]", view);
        until(
                view,
                () -> Boolean.TRUE.equals(script(
                        "return document.querySelector('nav a[aria-current]')?.getAttribute('href') === '#/' + arguments[0]",
                        view)));
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    boolean has(String selector) {
        return !driver.findElements(By.cssSelector(selector)).isEmpty();
    }

    /** Waits until something is there, and is seen. It is looked up once: a page that draws itself anew may hide it again. */
    WebElement await(String selector) {
        return found(selector, "return seen[0]", selector);
    }

    private WebElement found(String what, String choice, Object... arguments) {
        AtomicReference<WebElement> found = new AtomicReference<>();
        until(what, () -> {
            found.set((WebElement) script(SEEN + choice, arguments));
            return found.get() != null;
        });
        return Objects.requireNonNull(found.get());
    }

    /** Waits for words somewhere in what the selector finds. */
    void awaitText(String selector, String words) {
        until(selector + " with " + words, () -> text(selector).contains(words));
    }

    /** Words of all that the selector finds, each on lines of its own. */
    String text(String selector) {
        return String.valueOf(script(SEEN + "return seen.map(words).join('\\n')", selector));
    }

    void until(String what, BooleanSupplier condition) {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .pollInSameThread()
                    // The page has just drawn itself anew.
                    .ignoreExceptionsMatching(Visit::isRedrawn)
                    .until(condition::getAsBoolean);
        } catch (ConditionTimeoutException e) {
            photograph(Path.of("target/failures", System.currentTimeMillis() + ".png"));
            throw new AssertionError(
                    "waited in vain for " + what + "; the page says:\n"
                            + script(
                                    "return (document.querySelector('.panel') ?? document.body).innerText.slice(0, 1500)")
                            + "\nand its log: " + complaints(),
                    e);
        }
    }

    private static boolean isRedrawn(Throwable thrown) {
        return thrown instanceof StaleElementReferenceException || thrown instanceof NoSuchElementException;
    }

    private void intoView(WebElement element) {
        script("""
                const { top, bottom } = arguments[0].getBoundingClientRect();
                if (top < 60 || bottom > innerHeight - 80) arguments[0].scrollIntoView({ block: 'center' });
                """, element);
    }

    void click(String selector) {
        WebElement element = await(selector);
        intoView(element);
        element.click();
    }

    void clickText(String selector, String words) {
        WebElement element = found(
                selector + " with " + words,
                "return seen.find((each) => words(each) === arguments[1])",
                selector,
                words);
        intoView(element);
        element.click();
    }

    /** Not sent to an element: one that takes files would take it for the name of one. */
    void press(Keys key) {
        new Actions(driver).sendKeys(key).perform();
    }

    /** Presses the tab key until the element has the focus, but no more often than people would. */
    void tabTo(String selector) {
        for (int i = 0; i < 60; i++) {
            if (Boolean.TRUE.equals(script("return document.activeElement?.matches(arguments[0])", selector))) {
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError("the tab key does not reach " + selector);
    }

    void type(String selector, String text) {
        WebElement element = await(selector);
        intoView(element);
        element.clear();
        element.sendKeys(text);
    }

    /** Where a time and a lane of a pool are on the timetable, from the middle of its canvas. */
    private List<Double> place(String pool, double lane, Instant time) {
        Object found = script("""
                const table = document.querySelector('berth-timetable');
                const canvas = table.querySelector('.bars').getBoundingClientRect();
                const pool = table.prepare().layout.pools.find((each) => each.name === arguments[0]);
                const scroll = table.querySelector('.scroller').scrollTop;
                return [canvas.left + table.x(arguments[2]), canvas.top + pool.top + 26 + (arguments[1] + 0.5) * pool.lane - scroll];
                """, pool, lane, time.toEpochMilli());
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(each -> ((Number) each).doubleValue()).toList();
    }

    /** The place once it is the same for a few frames: what has just been read may still move all lanes. */
    private List<Double> settled(Supplier<List<Double>> place) {
        List<Double> last = place.get();
        for (int same = 0; same < STILL_FRAMES; same++) {
            nextFrame();
            List<Double> now = place.get();
            if (!now.equals(last)) {
                same = -1;
                last = now;
            }
        }
        return last;
    }

    private void nextFrame() {
        driver.executeAsyncScript(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");
    }

    /** Drags on the timetable, by finger or by mouse as the screen has it. */
    void drag(String pool, double lane, Instant from, double toLane, Instant to) {
        script("document.querySelector('.stage').scrollIntoView({block: 'center'})");
        List<Double> start = settled(() -> place(pool, lane, from));
        List<Double> end = settled(() -> place(pool, toLane, to));
        PointerInput pointer = screen.touch
                ? new PointerInput(PointerInput.Kind.TOUCH, "finger")
                : new PointerInput(PointerInput.Kind.MOUSE, "mouse");
        Sequence drag = new Sequence(pointer, 0)
                .addAction(move(pointer, start.get(0), start.get(1)))
                .addAction(pointer.createPointerDown(PointerInput.MouseButton.LEFT.asArg()));
        for (int i = 1; i <= 5; i++) {
            drag.addAction(move(
                    pointer,
                    start.get(0) + (end.get(0) - start.get(0)) * i / 5,
                    start.get(1) + (end.get(1) - start.get(1)) * i / 5));
        }
        driver.perform(List.of(drag.addAction(pointer.createPointerUp(PointerInput.MouseButton.LEFT.asArg()))));
    }

    private static org.openqa.selenium.interactions.Interaction move(PointerInput pointer, double x, double y) {
        return pointer.createPointerMove(
                Duration.ofMillis(20), PointerInput.Origin.viewport(), (int) Math.round(x), (int) Math.round(y));
    }

    /** Warnings and errors of the browser, such as something that the content security policy forbids. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    void photograph(Path file) {
        // What was asked for is drawn by then.
        nextFrame();
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
