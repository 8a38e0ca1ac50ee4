package dev.berth.cli.time;

import dev.berth.cli.console.BadInput;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
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
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as people write and read them, in one zone: ISO-8601 with or without an offset, {@code now}, {@code now+2h},
 * {@code in 2h}, {@code today 18:00}, {@code tonight}, {@code tomorrow 9:00}, {@code next Tuesday 8:00}, {@code Mon 6am}, and
 * {@code 09:00} or {@code 9am}, which is the next time that it is nine.
 */
public record Moments(Clock clock, ZoneId zone) {
    public static final String FORMS = "try 22:00, \"tomorrow 09:00\", now+2h or 2026-11-16T09:00";

    /** As on the page. */
    private static final LocalTime EVENING = LocalTime.of(20, 0);

    private static final Pattern TIME =
            Pattern.compile("(?:at )?([0-9]{1,2})(?::([0-5][0-9])(?::([0-5][0-9]))?)? ?(am|pm)?");
    private static final Pattern DAY = Pattern.compile("(?:on |next )?([a-z]{3,9})(?: (.+))?");
    /** A day and a month in some order: which one depends on the country. */
    private static final Pattern LOCAL_DATE = Pattern.compile("[0-9]{1,2}([./-])[0-9]{1,2}\\1[0-9]{2,4}(?: .*)?");

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
        String words = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        if (LOCAL_DATE.matcher(words).matches()) {
            throw new BadInput("%s: the date in \"%s\" is ambiguous; write year-month-day, such as 2026-11-16"
                    .formatted(what, Spans.shown(text)));
        }
        if (words.startsWith("now")) {
            return shifted(what, now.toInstant(), text);
        }
        if (words.startsWith("in ")) {
            return now.toInstant().plus(Spans.positive(what, words.substring(3)));
        }
        LocalTime alone = timeOfDay(words);
        if (alone != null) {
            Instant today = at(now.toLocalDate(), alone);
            return today.isBefore(now.toInstant()) ? at(now.toLocalDate().plusDays(1), alone) : today;
        }
        Matcher day = DAY.matcher(words);
        if (day.matches()) {
            return onDay(now, day.group(1), day.group(2));
        }
        return iso(text.replace(' ', 'T'));
    }

    private Instant onDay(ZonedDateTime now, String day, @Nullable String time) {
        LocalDate today = now.toLocalDate();
        LocalTime of = time == null ? LocalTime.MIDNIGHT : timeOfDay(time);
        if (of == null) {
            throw new DateTimeException("no time of day");
        }
        return switch (day) {
            case "today" -> at(today, of);
            case "tomorrow" -> at(today.plusDays(1), of);
            case "tonight" -> {
                Instant tonight = at(today, time == null ? EVENING : of);
                yield tonight.isBefore(now.toInstant()) ? now.toInstant() : tonight;
            }
            default -> {
                LocalDate next = today.with(TemporalAdjusters.nextOrSame(weekday(day)));
                Instant at = at(next, of);
                yield at.isAfter(now.toInstant()) ? at : at(next.plusWeeks(1), of);
            }
        };
    }

    private static DayOfWeek weekday(String name) {
        for (DayOfWeek each : DayOfWeek.values()) {
            String whole = each.name().toLowerCase(Locale.ROOT);
            if (name.length() >= 3 && whole.startsWith(name)) {
                return each;
            }
        }
        throw new DateTimeException("no day of the week");
    }

    /** Whether this is a time of day alone, which means the next one. */
    public static boolean isTimeOfDay(String text) {
        return timeOfDay(text.strip().toLowerCase(Locale.ROOT)) != null;
    }

    /** Of 22:00, 8:00, 10pm, 10:30 pm, noon, midnight; null if it has none of these forms. */
    private static @Nullable LocalTime timeOfDay(String words) {
        if (words.equals("noon")) {
            return LocalTime.NOON;
        }
        if (words.equals("midnight")) {
            return LocalTime.MIDNIGHT;
        }
        Matcher time = TIME.matcher(words);
        if (!time.matches() || (time.group(2) == null && time.group(4) == null)) {
            return null;
        }
        int hour = Integer.parseInt(time.group(1));
        if (time.group(4) != null) {
            if (hour < 1 || hour > 12) {
                return null;
            }
            hour = hour % 12 + (time.group(4).equals("pm") ? 12 : 0);
        }
        int minute = time.group(2) == null ? 0 : Integer.parseInt(time.group(2));
        int second = time.group(3) == null ? 0 : Integer.parseInt(time.group(3));
        return hour > 23 ? null : LocalTime.of(hour, minute, second);
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

    private Instant at(LocalDate date, LocalTime time) {
        return date.atTime(time).atZone(zone).toInstant();
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
