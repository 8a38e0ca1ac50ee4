package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.site.Visibility;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two hosts that are booked in parts, on the page: asked for by fields and words, with several owners on one host. */
class PartsOfHostsTest {
    @TempDir
    private Path data;

    private static TestSite site(Path data) {
        TestSite site = TestSite.usual("test", data, Visibility.NAMES);
        site.send(
                site.administrator(),
                "POST",
                "/pools",
                "{\"name\":\"dgx\",\"rate\":\"1\",\"serverList\":[{\"name\":\"dgx1\",\"host\":\"dgx1\"},{\"name\":\"dgx2\",\"host\":\"dgx2\"}],"
                        + "\"parts\":{\"gpu\":{\"count\":8,\"shares\":1000,\"memory\":\"80g\"},\"cores\":96,\"memory\":\"384g\"}}");
        return site;
    }

    private static void book(TestSite site, String token, String name, String more) {
        site.send(token, "POST", "/reservations", "{\"name\":\"%s\",\"stay\":\"PT4H\",%s}".formatted(name, more));
    }

    @ParameterizedTest
    @EnumSource
    void parts_areBookedByFields_andSaidInWords(Screen screen) {
        try (TestSite site = site(data)) {
            String ana = site.account("ana", "user");
            Visit visit = Visit.of(site, screen, ana);
            visit.dark();
            visit.open("book");
            visit.type("[data-field='part-gpu'] input", "2\t");
            visit.type("[data-field='part-cores'] input", "16\t");
            visit.type("[data-field='part-memory'] input", "64\t");
            visit.type("[data-field='length'] input", "3 hours\t");
            visit.type("[data-field='deadline'] input", "");
            assertThat(visit.script("return document.querySelector('#words').value"))
                    .asString()
                    .contains("2 gpu", "16 cores", "64 GB of memory");
            visit.type("#words", "2 gpus, 16 cores and 64 GB for 3 hours");
            visit.awaitText("#words-understood", "2 gpus, 16 cores and 64 GiB of memory on one host for 3 hours");
            visit.clickText("berth-book button", "See offers");
            visit.awaitText(".offer", "As you asked");
            assertThat(visit.text(".offer .facts")).contains("2 gpus, 16 cores and 64 GiB of memory on dgx");
            assertNothingIsCutOff(visit);
            visit.clickText(".offer button", "Book");
            visit.awaitText(".said", "is booked: 2 gpus, 16 cores and 64 GiB of memory on dgx");
            JsonNode booked =
                    site.get(ana, "/reservations?user=me").path("reservations").path(0);
            assertThat(booked.path("parts").toString()).isEqualTo("{\"cores\":16,\"gpu\":2,\"memory\":65536}");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothOwnersOfAHost_areShown(Screen screen) {
        try (TestSite site = site(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            book(site, ana, "train", "\"parts\":{\"gpu\":2,\"cores\":16}");
            book(site, ben, "half", "\"share\":{\"thousandths\":500}");
            site.pass(Duration.ofMinutes(1));
            book(site, ana, "later", "\"parts\":{\"gpu\":8},\"ready\":\"%s\"".formatted(TestSite.at(6)));
            Visit visit = Visit.of(site, screen, ben);
            visit.open("now");
            visit.awaitText("[data-server=dgx1]", "2 gpus and 16 cores");
            assertThat(visit.text("[data-server=dgx1]"))
                    .contains("ana", "ben", "0.5 of a gpu", "free 5.5 gpus, 80 cores, 384 GiB of memory");
            assertThat(visit.text("[data-server=dgx2]")).contains("free 8 gpus, 96 cores");
            assertNothingIsCutOff(visit);
            visit.open("timetable");
            visit.clickText("summary", "As a table");
            visit.awaitText(".under", "2 gpus and 16 cores");
            assertThat(visit.text(".under")).contains("0.5 of a gpu", "8 gpus");
            visit.open("mine");
            visit.awaitText(".facts", "0.5 of a gpu on dgx: dgx1 (gpu 2)");
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private static void assertNothingIsCutOff(Visit visit) {
        assertThat(visit.script("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }
}
