package dev.berth.page;

import java.util.List;
import java.util.Map;
import org.openqa.selenium.chrome.ChromeDriver;

/** Screens on which the page is tested. */
enum Screen {
    DESKTOP(1280, 800, false),
    PHONE(390, 844, true);

    final int width;
    final int height;
    final boolean touch;

    Screen(int width, int height, boolean touch) {
        this.width = width;
        this.height = height;
        this.touch = touch;
    }

    void use(ChromeDriver driver, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", touch));
        driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", touch));
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", "Europe/Zurich"));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }
}
