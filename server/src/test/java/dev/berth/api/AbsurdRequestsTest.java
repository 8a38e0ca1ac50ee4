package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that nobody can mean neither mislead people nor spoil the numbers of everybody. */
class AbsurdRequestsTest {
    private static final String REPORT = "/reports/usage?by=user";

    private TestService service;

    @BeforeEach
    void open(@TempDir Path data) {
        service = new TestService(data);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private TestService.Result book(String fields) {
        return service.send("ana", "POST", "/reservations", "{" + fields + "}");
    }

    @Test
    void namesWithNothingVisible_orTurnedRound_areRefused() {
        for (String name : List.of(" ", "\\u200b", "\\u3164", "pay\\u202eroll", "a\\u2066b")) {
            assertThat(book(TestService.job(name)).is(422).text("detail"))
                    .as(name)
                    .contains("visible characters");
            service.send("olga", "POST", "/pools", "{\"name\":\"p%s\",\"servers\":1}".formatted("\\u202e" + name))
                    .is(422);
            service.send("ana", "POST", "/tokens", "{\"lifetime\":\"P1D\",\"note\":\"%s\"}".formatted(name))
                    .is(422);
        }
        book(TestService.job("m\u00e9t\u00e9o")).is(201);
    }

    @Test
    void aStayThatWouldEndAfterTheYear9999_isRefused() {
        String late = "\"name\":\"late\",\"stay\":\"PT1H\",\"pool\":\"fast\",\"ready\":\"9999-12-31T23:59:59Z\"";
        assertThat(book(late).is(422).text("detail")).contains("ready", "before the year 10000");
    }

    @Test
    void hoursOfARefusedRequest_areCountedOnlyIfTheSiteCouldEverGiveThem() {
        String endless = "\"name\":\"all\",\"servers\":6,\"ready\":\"2026-11-16T09:00:00Z\",\"stay\":\"P40000D\"";
        book(endless).is(409);
        book("\"name\":\"many\",\"servers\":10000000,\"stay\":\"P40000D\"").is(409);
        service.restart();
        assertThat(service.get("olga", REPORT).is(200).at("/total/refused").asInt())
                .isEqualTo(2);
        assertThat(service.get("olga", REPORT).at("/total/refusedHours").asDouble())
                .isZero();
        book("\"name\":\"three\",\"servers\":3,\"pool\":\"fast\",\"stay\":\"PT10H\"")
                .is(409);
        service.restart();
        assertThat(service.get("olga", REPORT).at("/total/refusedHours").asDouble())
                .isEqualTo(30);
    }
}
