package dev.berth.page;

import dev.berth.site.Visibility;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Servers that have names, and who uses them without a reservation. */
class HostsTest {
    @TempDir
    private Path data;

    @ParameterizedTest
    @SomeScreens
    void namesAndIntruders_areShown(Screen screen) {
        try (TestSite site = TestSite.usual("test", data, Visibility.NAMES)) {
            site.send(
                    site.administrator(),
                    "POST",
                    "/pools",
                    "{\"name\":\"cards\",\"rate\":\"1\",\"serverList\":[{\"name\":\"left\",\"host\":\"dgx\",\"device\":\"GPU-a\"}]}");
            site.send(
                    site.administrator(),
                    "POST",
                    "/hosts/dgx/uses",
                    "{\"devices\":[\"GPU-a\"],\"uses\":[{\"devices\":[\"GPU-a\"],\"user\":\"eve\",\"pid\":8,\"process\":\"<b>x</b>\"}]}");
            String ana = site.account("ana", "user");
            String job = "{\"name\":\"render\",\"pool\":\"cards\",\"stay\":\"PT2H\",\"deadline\":\"%s\"}"
                    .formatted(TestSite.at(9));
            String id = site.send(ana, "POST", "/reservations", job).path("id").asText();
            site.send(
                    ana,
                    "POST",
                    "/reservations/" + id + "/run",
                    "{\"runner\":\"one\",\"host\":\"dgx\",\"command\":\"blender\"}");
            Visit visit = Visit.of(site, screen, ana);
            visit.open("timetable");
            visit.awaitText(".intruders", "eve (process 8, <b>x</b>) uses left on dgx, since today");
            visit.open("mine");
            visit.awaitText("[data-id='" + id + "'] .facts", "1 server on cards: left");
        }
    }
}
