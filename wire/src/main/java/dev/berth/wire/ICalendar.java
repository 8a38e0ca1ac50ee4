package dev.berth.wire;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.words.Unit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;

/** Reservations as an iCalendar object (RFC 5545). */
public final class ICalendar {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int LONGEST_LINE = 75;

    private ICalendar() {}

    /** The calendar of a user; the name of the site makes the ids of its events unique among all calendars. */
    public static String of(
            String site, String user, List<Reservation> reservations, Function<PoolId, Unit> units, long now) {
        StringBuilder text = new StringBuilder();
        line(text, "BEGIN:VCALENDAR");
        line(text, "VERSION:2.0");
        line(text, "PRODID:-//Berth//Berth 1//EN");
        line(text, "CALSCALE:GREGORIAN");
        line(text, "X-WR-CALNAME:" + escaped("Berth: " + user));
        line(text, "REFRESH-INTERVAL;VALUE=DURATION:PT15M");
        line(text, "X-PUBLISHED-TTL:PT15M");
        for (Reservation reservation : reservations) {
            line(text, "BEGIN:VEVENT");
            line(text, "UID:" + escaped(reservation.id() + "@" + site));
            line(text, "DTSTAMP:" + time(now));
            line(text, "DTSTART:" + time(reservation.window().start()));
            line(text, "DTEND:" + time(reservation.window().end()));
            line(text, "SUMMARY:" + escaped(reservation.job().id().name()));
            line(text, "LOCATION:" + escaped(reservation.placement().pool().name()));
            line(
                    text,
                    "DESCRIPTION:"
                            + escaped(description(
                                    reservation,
                                    units.apply(reservation.placement().pool()))));
            line(text, "STATUS:" + (reservation.state() == Reservation.State.HELD ? "TENTATIVE" : "CONFIRMED"));
            line(text, "TRANSP:OPAQUE");
            line(text, "END:VEVENT");
        }
        line(text, "END:VCALENDAR");
        return text.toString();
    }

    private static String description(Reservation reservation, Unit unit) {
        return "%s, %s\nprice %s\ndue by %s"
                .formatted(
                        reservation.id(),
                        unit.counted(reservation.placement().count()),
                        reservation.agreement().price(),
                        Times.instant(reservation.job().deadline()));
    }

    private static String time(long time) {
        return UTC.format(Instant.ofEpochMilli(time));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replace("\r", "")
                .replace("\n", "\\n");
    }

    /** Folds after at most 75 octets, never within a character. */
    private static void line(StringBuilder text, String line) {
        int octets = 0;
        for (int i = 0; i < line.length(); ) {
            String character = Character.toString(line.codePointAt(i));
            int length = character.getBytes(StandardCharsets.UTF_8).length;
            if (octets + length > LONGEST_LINE) {
                text.append("\r\n ");
                octets = 1;
            }
            text.append(character);
            octets += length;
            i += character.length();
        }
        text.append("\r\n");
    }
}
