package dev.berth.page;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** The system's Chromium, started once for all tests and closed when they are over. */
final class Browser {
    private static final List<String> ARGUMENTS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--force-color-profile=srgb");
    private static final Browser ONLY = new Browser();

    private final ChromeDriver driver;

    private Browser() {
        Path profile = temporary();
        driver = start(profile);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            driver.quit();
            delete(profile);
        }));
    }

    /** One more, with what it has kept in a directory; whoever starts it quits it. */
    static ChromeDriver start(Path profile) {
        Path driverFile = found("chromedriver", "chromium-driver");
        Path chromium = found("chromium", "chromium");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(ARGUMENTS);
        options.addArguments("--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driverFile.toFile())
                .usingAnyFreePort()
                // Dates as most of the world writes them.
                .withEnvironment(Map.of("LANGUAGE", "en_GB"))
                .build();
        ChromeDriver started = new ChromeDriver(service, options);
        // The judge of accessibility takes half a minute on a machine that does much else.
        started.manage().timeouts().scriptTimeout(Duration.ofMinutes(5));
        return started;
    }

    static ChromeDriver driver() {
        return ONLY.driver;
    }

    private static Path found(String program, String debianPackage) {
        return Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the tests of the page need " + program
                        + " on the PATH; on Debian it is in the package " + debianPackage));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("berth-browser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            // It is a temporary directory: the system deletes it some day.
        }
    }
}
