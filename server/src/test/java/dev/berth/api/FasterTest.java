package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No job without a wish goes to a slow pool without saying so: four slow servers of rate 0.5, two fast ones of rate 1. */
class FasterTest {
    @TempDir
    private Path data;

    private TestService service;
    private Instant now;

    @BeforeEach
    void open() {
        service = new TestService(data);
        now = Instant.ofEpochMilli(service.clock.millis());
    }

    @AfterEach
    void close() {
        service.close();
    }

    private Result book(String fields) {
        return service.send("ana", "POST", "/reservations", "{\"name\":\"j\"," + fields + "}")
                .is(201);
    }

    private String by(long hours) {
        return "\"work\":\"PT1H\",\"deadline\":\"" + now.plusSeconds(3600 * hours) + "\"";
    }

    @Test
    void slowPool_isSaid_withTheFastestThatIsInTime() {
        Result booked = book(by(10));
        assertThat(booked.text("pool")).isEqualTo("slow");
        assertThat(booked.at("/faster/pool").asText()).isEqualTo("fast");
        assertThat(booked.at("/faster/rate").asText()).isEqualTo("1");
        assertThat(booked.at("/faster/insteadOf").asText()).isEqualTo("0.5");
        assertThat(booked.at("/faster/start").asText()).isEqualTo(now.toString());
        assertThat(booked.at("/faster/end").asText())
                .isEqualTo(now.plusSeconds(3600).toString());
        // It is told when it is booked, not each time it is looked at.
        assertThat(service.get("ana", "/reservations/r1").at("/faster").isMissingNode())
                .isTrue();
        Result offers = service.send("ana", "POST", "/offers", "{\"name\":\"j\"," + by(10) + "}")
                .is(200);
        assertThat(offers.at("/offers/0/family").asText()).isEqualTo("as-asked");
        assertThat(offers.at("/offers/0/faster/pool").asText()).isEqualTo("fast");
    }

    @Test
    void nothingIsSaid_ofWhatWasAskedFor_orCouldNotBeFaster() {
        assertThat(book(by(10) + ",\"pool\":\"slow\"").at("/faster").isMissingNode())
                .isTrue();
        Result urgent = book(by(1));
        assertThat(urgent.text("pool")).isEqualTo("fast");
        assertThat(urgent.at("/faster").isMissingNode()).isTrue();
        // The fast pool is full until after the deadline.
        book("\"stay\":\"PT12H\",\"servers\":1,\"pool\":\"fast\"");
        Result late = book(by(3) + ",\"servers\":2");
        assertThat(late.text("pool")).isEqualTo("slow");
        assertThat(late.at("/faster").isMissingNode()).isTrue();
    }

    @Test
    void busyFastPool_saysWhenItWouldBeReady() {
        book("\"stay\":\"PT2H\",\"servers\":2,\"pool\":\"fast\"");
        Result booked = book(by(10));
        assertThat(booked.text("pool")).isEqualTo("slow");
        assertThat(Instant.parse(booked.at("/faster/start").asText())).isAfterOrEqualTo(now.plusSeconds(7200));
        assertThat(Instant.parse(booked.at("/faster/end").asText())).isBeforeOrEqualTo(now.plusSeconds(36_000));
    }

    @Test
    void stay_isSaidAsWell() {
        Result booked = book("\"stay\":\"PT2H\"");
        assertThat(booked.text("pool")).isEqualTo("slow");
        assertThat(booked.at("/faster/pool").asText()).isEqualTo("fast");
    }
}
