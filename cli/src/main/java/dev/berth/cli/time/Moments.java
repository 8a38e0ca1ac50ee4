package dev.berth.cli.time;

import dev.berth.cli.console.BadInput;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Times as people write and read them, in one zone: ISO-8601 with or without an offset, {@code now}, {@code now+2h},
 * {@code today 18:00}, {@code tomorrow 09:00}, and {@code 09:00}, which is the next time that it is nine.
 */
public record Moments(Clock clock, ZoneId zone) {
    public static final String FORMS = "try 22:00, \"tomorrow 09:00\", now+2h or 2026-11-16T09:00";

    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    public static Moments in(Clock clock, String zone) {
        if (zone.isEmpty()) {
            return new Moments(clock, ZoneId.systemDefault());
        }
        try {
            return new Moments(clock, ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw new BadInput("--zone: \"%s\" is not a time zone; try Europe/Zurich or UTC".formatted(zone));
        }
    }

    /**
     * Reads a time.
     *
     * @param what the option or field, for the message
     */
    public Instant parse(String what, String text) {
        try {
            if (text.length() > Spans.LONGEST) {
                throw new DateTimeException("too long");
            }
            return read(what, text.strip());
        } catch (DateTimeException | ArithmeticException e) {
            throw new BadInput("%s: cannot read \"%s\" as a time; %s".formatted(what, Spans.shown(text), FORMS));
        }
    }

    private Instant read(String what, String text) {
        ZonedDateTime now = clock.instant().truncatedTo(ChronoUnit.MILLIS).atZone(zone);
        String word = text.toLowerCase(Locale.ROOT);
        if (word.startsWith("now")) {
            return shifted(what, now.toInstant(), text);
        }
        if (word.startsWith("today")) {
            return at(now.toLocalDate(), text.substring("today".length()));
        }
        if (word.startsWith("tomorrow")) {
            return at(now.toLocalDate().plusDays(1), text.substring("tomorrow".length()));
        }
        if (text.indexOf(':') > 0 && text.indexOf('-') < 0) {
            LocalTime time = LocalTime.parse(text);
            Instant today = now.toLocalDate().atTime(time).atZone(zone).toInstant();
            return today.isBefore(now.toInstant())
                    ? now.toLocalDate().plusDays(1).atTime(time).atZone(zone).toInstant()
                    : today;
        }
        return iso(text.replace(' ', 'T'));
    }

    private static Instant shifted(String what, Instant now, String text) {
        String shift = text.substring("now".length()).strip();
        if (shift.isEmpty()) {
            return now;
        }
        if (shift.charAt(0) != '+' && shift.charAt(0) != '-') {
            throw new DateTimeException("no sign");
        }
        return now.plus(
                Spans.parse(what, shift.charAt(0) == '+' ? shift.substring(1).strip() : shift));
    }

    private Instant at(LocalDate date, String time) {
        LocalTime of = time.isBlank() ? LocalTime.MIDNIGHT : LocalTime.parse(time.strip());
        return date.atTime(of).atZone(zone).toInstant();
    }

    private Instant iso(String text) {
        if (text.indexOf('T') < 0) {
            return LocalDate.parse(text).atStartOfDay(zone).toInstant();
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            // Without an offset it is a time in the zone.
            return LocalDateTime.parse(text).atZone(zone).toInstant();
        }
    }

    /** For people: to the minute, or to the second where there are some. */
    public String text(Instant time) {
        ZonedDateTime local = time.atZone(zone);
        return (local.getSecond() == 0 ? MINUTES : SECONDS).format(local);
    }

    /** The same of a time as the API writes it. */
    public String text(String time) {
        return text(Instant.parse(time));
    }
}
