package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.words.Unit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ICalendarTest {
    private static final long NOW = Instant.parse("2026-11-16T08:00:00Z").toEpochMilli();

    private static Reservation reservation(String name, Reservation.State state) {
        Window window = new Window(NOW + 3_600_000, NOW + 7_200_000);
        return new Reservation(
                new ReservationId(7),
                Job.exactly(name, window, 2),
                new Placement(new PoolId("gpu, large"), 2, window, ServerSet.EMPTY),
                state,
                new Agreement(NOW, Money.of("12.50"), Money.ZERO));
    }

    @Test
    void golden() {
        String calendar = ICalendar.of(
                "lab",
                "ana",
                List.of(reservation("a; b, c \\ d", Reservation.State.WAITING)),
                pool -> Unit.SERVER,
                NOW);
        assertThat(calendar).isEqualTo("""
                        BEGIN:VCALENDAR
                        VERSION:2.0
                        PRODID:-//Berth//Berth 1//EN
                        CALSCALE:GREGORIAN
                        X-WR-CALNAME:Berth: ana
                        REFRESH-INTERVAL;VALUE=DURATION:PT15M
                        X-PUBLISHED-TTL:PT15M
                        BEGIN:VEVENT
                        UID:r7@lab
                        DTSTAMP:20261116T080000Z
                        DTSTART:20261116T090000Z
                        DTEND:20261116T100000Z
                        SUMMARY:a\\; b\\, c \\\\ d
                        LOCATION:gpu\\, large
                        DESCRIPTION:r7\\, 2 servers\\nprice 12.50\\ndue by 2026-11-16T10:00:00Z
                        STATUS:CONFIRMED
                        TRANSP:OPAQUE
                        END:VEVENT
                        END:VCALENDAR
                        """.replace("\n", "\r\n"));
    }

    @Test
    void longLinesAreFolded_withinNoCharacter() {
        String name = "ü🚀".repeat(60);
        String calendar = ICalendar.of(
                "lab", "ana", List.of(reservation(name, Reservation.State.HELD)), pool -> Unit.SERVER, NOW);
        assertThat(calendar.split("\r\n", -1))
                .allSatisfy(line ->
                        assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(75));
        assertThat(calendar.replace("\r\n ", ""))
                .contains("SUMMARY:" + name + "\r\n")
                .contains("STATUS:TENTATIVE");
    }
}
