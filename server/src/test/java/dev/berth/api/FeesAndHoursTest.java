package dev.berth.api;

import static dev.berth.api.TestService.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.service.curve.CurveSettings;
import dev.berth.service.curve.HourRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fees for late cancellations, prices by the hour and carbon dioxide, over the API. It is 08:00 on a Monday. */
class FeesAndHoursTest {
    private static final String TARIFF = """
            {"base": "1", "lateness": {"steps": [{"before": "PT6H", "share": "0.1"}, {"before": "PT2H", "share": "0.5"}],
             "noShow": "0.2"}}
            """;

    private TestService service;

    /** The hours of pool fast from 12:00 to 18:00 cost half; of its power 400 g, and 50 g from 20:00 on. */
    @BeforeEach
    void start(@TempDir Path data) throws IOException {
        Path carbon = Files.writeString(
                data.resolve("carbon.csv"), "2026-11-16T00:00Z,400\n2026-11-16T20:00Z,50\n2026-11-17T16:00Z,50\n");
        HourRule noon = new HourRule(EnumSet.allOf(DayOfWeek.class), LocalTime.of(12, 0), LocalTime.of(18, 0), 500_000);
        CurveSettings curves = new CurveSettings(
                List.of("fast"),
                ZoneId.of("UTC"),
                List.of(noon),
                Optional.empty(),
                Optional.of(new CurveSettings.Emissions(carbon, 500)));
        service = new TestService(
                data, new Contract(), TestService.usual().with(draft -> draft.curves = List.of(curves)));
        service.send("olga", "PUT", "/pools/fast/tariff", TARIFF).is(200);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Result book(String job) {
        return service.send("ana", "POST", "/reservations", "{" + job + "}").is(201);
    }

    /** Lets hours pass: the site notices with the next write. */
    private void pass(int hours) {
        service.clock.move(Duration.ofHours(hours));
        service.send("ana", "POST", "/reservations/r999/confirm", "").is(404);
    }

    private static String threeHours(String prefer) {
        return "\"name\":\"x\",\"stay\":\"PT3H\",\"pool\":\"fast\",\"deadline\":\"2026-11-17T08:00:00Z\",\"prefer\":\"%s\""
                .formatted(prefer);
    }

    @Test
    void pools_sayTheirFeesAndWhatTheirHoursCostNow() {
        Result pool = service.get("ana", "/pools/fast").is(200);
        assertThat(pool.at("/tariff/lateness/steps/1/share").asText()).isEqualTo("0.5");
        assertThat(pool.at("/hours/factor").asText()).isEqualTo("1");
        assertThat(pool.at("/carbon/grams").asInt()).isEqualTo(400);
        assertThat(service.get("ana", "/pools/slow").is(200).at("/tariff").isMissingNode())
                .isTrue();
    }

    @Test
    void cancellation_isFreeUntilTheFirstStep_andTheTermsStay() {
        Result booked = book(exactly("a", "2026-11-16T19:00:00Z", "2026-11-16T21:00:00Z", 2));
        assertThat(booked.text("price")).isEqualTo("4.00");
        assertThat(booked.at("/lateness/steps/0/before").asText()).isEqualTo("PT6H");
        String id = booked.text("id");
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\": \"9\", \"penalty\": \"1\"}")
                .is(200);
        String dry = "/reservations/" + id + "?dryRun=true";
        assertThat(service.send("ana", "DELETE", dry, "")
                        .is(200)
                        .at("/quote/fee")
                        .asText())
                .isEqualTo("0.00");
        pass(5);
        assertThat(service.send("ana", "DELETE", dry, "")
                        .is(200)
                        .at("/quote/fee")
                        .asText())
                .isEqualTo("0.40");
        pass(5);
        Result cancelled =
                service.send("ana", "DELETE", "/reservations/" + id, "").is(200);
        assertThat(cancelled.at("/quote/fee").asText()).isEqualTo("2.00");
    }

    @Test
    void price_isThatOfItsHours_andPreferencesChooseThem() {
        Result across = book(exactly("a", "2026-11-16T10:00:00Z", "2026-11-16T14:00:00Z", 1));
        assertThat(across.text("price")).isEqualTo("3.00");
        assertThat(across.text("factor")).isEqualTo("0.75");
        assertThat(across.at("/grams").asInt()).isEqualTo(800);

        Result cheap = book(threeHours("cheap"));
        assertThat(cheap.text("start")).isEqualTo("2026-11-16T12:00:00Z");
        assertThat(cheap.text("price")).isEqualTo("1.50");
        assertThat(cheap.text("prefer")).isEqualTo("cheap");
        assertThat(book(threeHours("soon")).text("start")).startsWith("2026-11-16T08:00");
        Result clean = book(threeHours("clean"));
        assertThat(clean.text("start")).isEqualTo("2026-11-16T20:00:00Z");
        assertThat(clean.at("/grams").asInt()).isEqualTo(75);

        Result offers = service.send("ana", "POST", "/offers", "{" + threeHours("clean") + "}")
                .is(200);
        assertThat(offers.at("/offers/0/grams").asInt()).isEqualTo(75);
        service.send("ana", "POST", "/reservations", "{" + threeHours("lazy") + "}")
                .is(422);
    }

    @Test
    void reports_countTheGramsOfWhatWasUsed() {
        book(exactly("a", "2026-11-16T10:00:00Z", "2026-11-16T14:00:00Z", 1));
        pass(7);
        Result report = service.get("olga", "/reports/usage?by=user&from=2026-11-16&to=2026-11-17")
                .is(200);
        assertThat(report.at("/total/grams").asInt()).isEqualTo(800);
        assertThat(report.at("/total/cost").asText()).isEqualTo("3.00");
    }
}
