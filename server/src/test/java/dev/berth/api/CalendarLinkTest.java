package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A calendar at an address that holds a secret. */
class CalendarLinkTest {
    @Test
    void link_showsOneCalendarUntilItIsReplaced(@TempDir Path data) {
        try (TestService service = new TestService(
                data,
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.address = Optional.of(URI.create("https://berth.example.org"))))) {
            assertThat(service.get("ana", "/calendar/link").is(200).response().body())
                    .isEqualTo("{}");
            String id = service.send("ana", "POST", "/reservations", "{" + TestService.job("hers") + "}")
                    .is(201)
                    .text("id");
            service.send("ben", "POST", "/reservations", "{" + TestService.job("other") + "}")
                    .is(201);
            TestService.Result made =
                    service.send("ana", "POST", "/calendar/link", "").is(201);
            assertThat(made.text("address")).isEqualTo("https://berth.example.org" + made.text("path"));
            String path = made.text("path").replace("/api/v1", "");
            String secret = path.replaceAll("/calendar/link/(.*)\\.ics", "$1");

            TestService.Result calendar = service.get("", path).is(200);
            assertThat(calendar.response().body())
                    .contains("UID:" + id + "@test\r\n", "SUMMARY:hers", "REFRESH-INTERVAL;VALUE=DURATION:PT15M")
                    .doesNotContain("other");
            String tag = calendar.header("ETag");
            service.send("", "GET", path, "", "If-None-Match", tag).is(304);
            service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
            assertThat(service.send("", "GET", path, "", "If-None-Match", tag)
                            .is(200)
                            .response()
                            .body())
                    .doesNotContain(id);

            // The secret opens nothing else, and no other secret opens the calendar.
            service.tokens.put("link", secret);
            service.get("link", "/reservations").is(401);
            service.get("link", "/calendar/ana.ics").is(401);
            service.get("", "/calendar/link/" + service.tokens.get("ana") + ".ics")
                    .is(404);
            service.restart();
            service.get("", path).is(200);
            assertThat(service.get("ana", "/calendar/link").is(200).response().body())
                    .doesNotContain(secret);
            assertThat(service.get("olga", "/audit").is(200).response().body()).doesNotContain(secret);

            String newer = service.send("ana", "POST", "/calendar/link", "")
                    .is(201)
                    .text("path")
                    .replace("/api/v1", "");
            service.get("", path).is(404);
            service.get("", newer).is(200);
            service.send("ana", "DELETE", "/calendar/link", "").is(204);
            service.get("", newer).is(404);
        }
    }
}
