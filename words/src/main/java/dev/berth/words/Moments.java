package dev.berth.words;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times as people write and read them, in one zone: ISO-8601 with or without an offset, {@code now}, {@code now+2h},
 * {@code in 2h}, {@code today 18:00}, {@code tonight}, {@code tomorrow 9:00}, {@code 9am tomorrow}, {@code next Tuesday 8:00},
 * {@code Mon 6am}, {@code 20 November 18:00}, and {@code 09:00} or {@code 9am}, which is the next time that it is nine. A day
 * alone is its first moment. A time that the clocks skip is the one an offset later; of one that they show twice it is the
 * first.
 */
public record Moments(Clock clock, ZoneId zone) {
    public static final String FORMS = "try 22:00, \"tomorrow 09:00\", now+2h or 2026-11-16T09:00";

    /** Time that "tonight" means if no time of day is given. */
    private static final LocalTime EVENING = LocalTime.of(20, 0);

    private static final Pattern TIME =
            Pattern.compile("(?:at )?([0-9]{1,2})(?::([0-5][0-9])(?::([0-5][0-9]))?)? ?(am|pm)?");
    private static final Pattern DAY = Pattern.compile("(on |this |next )?([a-z]{3,9})");
    private static final Pattern DAY_AND_MONTH = Pattern.compile("(?:on )?([0-9]{1,2}) ([a-z]{3,9})(?: ([0-9]{4}))?");
    private static final Pattern MONTH_AND_DAY = Pattern.compile("(?:on )?([a-z]{3,9}) ([0-9]{1,2})(?: ([0-9]{4}))?");
    /** How every time begins that is not one of a few words: most texts are none, and this says so at once. */
    private static final Pattern BEGINS = Pattern.compile(
            "[0-9]|now|in |today|tonight|tomorrow|on |this |next |at |noon|midnight|mon|tue|wed|thu|fri|sat|sun"
                    + "|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ISO = Pattern.compile("[0-9]{4}-.+");
    private static final Pattern ISO_DATE = Pattern.compile("(?:on )?([0-9]{4}-[0-9]{2}-[0-9]{2})");
    /** A day and a month in some order: which one depends on the country. */
    private static final Pattern LOCAL_DATE = Pattern.compile("[0-9]{1,2}([./-])[0-9]{1,2}\\1[0-9]{2,4}(?: .*)?");
    /** No time has more words: "at 9 am on friday 20 november 2026". */
    private static final int MOST_WORDS = 8;

    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    public static Moments in(Clock clock, String zone) {
        if (zone.isEmpty()) {
            return new Moments(clock, ZoneId.systemDefault());
        }
        try {
            return new Moments(clock, ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw new Unreadable("--zone: \"%s\" is not a time zone; try Europe/Zurich or UTC".formatted(zone));
        }
    }

    /**
     * Reads a time.
     *
     * @param what the option or field, for the message
     */
    public Instant parse(String what, String text) {
        try {
            Instant time = text.length() > Spans.LONGEST ? null : read(what, text.strip());
            if (time != null) {
                return time;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // 30 February is no time either.
        }
        throw new Unreadable("%s: cannot read \"%s\" as a time; %s".formatted(what, Spans.shown(text), FORMS));
    }

    /** The same, empty if it is no time. */
    Optional<Instant> find(String text) {
        try {
            return text.length() > Spans.LONGEST || !BEGINS.matcher(text).lookingAt()
                    ? Optional.empty()
                    : Optional.ofNullable(read("", text));
        } catch (Unreadable | DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Null for most of what is no time; an exception costs more than all the rest. */
    private @Nullable Instant read(String what, String text) {
        ZonedDateTime now = clock.instant().truncatedTo(ChronoUnit.MILLIS).atZone(zone);
        String words = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        if (LOCAL_DATE.matcher(words).matches()) {
            throw new Unreadable("%s: the date in \"%s\" is ambiguous; write year-month-day, such as 2026-11-16"
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
        Instant named = dayAndTime(now, words);
        return named == null && ISO.matcher(words).matches() ? iso(text.replace(' ', 'T')) : named;
    }

    /** The day and the time of day in either order; null if it is not made of these. */
    private @Nullable Instant dayAndTime(ZonedDateTime now, String words) {
        String[] parts = words.split(" ", MOST_WORDS + 1);
        if (parts.length > MOST_WORDS) {
            return null;
        }
        for (int split = parts.length; split > 0; split--) {
            String first = String.join(" ", Arrays.asList(parts).subList(0, split));
            String rest = String.join(" ", Arrays.asList(parts).subList(split, parts.length));
            Instant found = onDay(now, first, rest.isEmpty() ? null : timeOfDay(rest), rest.isEmpty());
            if (found == null && !rest.isEmpty()) {
                found = onDay(now, rest, timeOfDay(first), false);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Instant onDay(ZonedDateTime now, String day, @Nullable LocalTime time, boolean isWhole) {
        if (time == null && !isWhole) {
            return null;
        }
        LocalDate date = date(now, day, time == null ? LocalTime.MIDNIGHT : time);
        if (date == null) {
            return null;
        }
        boolean isTonight = day.equals("tonight");
        Instant at = at(date, time == null ? isTonight ? EVENING : LocalTime.MIDNIGHT : time);
        return isTonight && at.isBefore(now.toInstant()) ? now.toInstant() : at;
    }

    /** The first moment of a day that is said without a time, such as {@code next Monday}; empty if it is no day. */
    Optional<LocalDate> day(String text) {
        String words = text.toLowerCase(Locale.ROOT);
        try {
            return words.equals("tonight") || !BEGINS.matcher(words).lookingAt()
                    ? Optional.empty()
                    : Optional.ofNullable(date(clock.instant().atZone(zone), words, LocalTime.MIDNIGHT));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The day that these words are, so that the time is not over if they leave a choice; null if they are none. */
    private @Nullable LocalDate date(ZonedDateTime now, String words, LocalTime time) {
        LocalDate today = now.toLocalDate();
        switch (words) {
            case "today", "tonight" -> {
                return today;
            }
            case "tomorrow" -> {
                return today.plusDays(1);
            }
            default -> {
                // one of the forms below, or none
            }
        }
        Matcher iso = ISO_DATE.matcher(words);
        if (iso.matches()) {
            return LocalDate.parse(iso.group(1));
        }
        Matcher day = DAY.matcher(words);
        if (day.matches()) {
            return weekday(day.group(2))
                    .map(weekday -> onWeekday(now, weekday, "next ".equals(day.group(1)), time))
                    .orElse(null);
        }
        Matcher month = DAY_AND_MONTH.matcher(words);
        if (month.matches()) {
            return ofYear(now, month.group(2), month.group(1), month.group(3), time);
        }
        month = MONTH_AND_DAY.matcher(words);
        return month.matches() ? ofYear(now, month.group(1), month.group(2), month.group(3), time) : null;
    }

    /** The next one; today if it is still to come, unless somebody says "next Monday" on a Monday. */
    private LocalDate onWeekday(ZonedDateTime now, DayOfWeek weekday, boolean isNext, LocalTime time) {
        LocalDate date = now.toLocalDate().with(TemporalAdjusters.nextOrSame(weekday));
        boolean isToday = date.equals(now.toLocalDate());
        return (isToday && isNext) || !at(date, time).isAfter(now.toInstant()) ? date.plusWeeks(1) : date;
    }

    private @Nullable LocalDate ofYear(
            ZonedDateTime now, String monthName, String day, @Nullable String year, LocalTime time) {
        Month month = month(monthName);
        if (month == null) {
            return null;
        }
        int number = Integer.parseInt(day);
        if (year != null) {
            return LocalDate.of(Integer.parseInt(year), month, number);
        }
        LocalDate date = LocalDate.of(now.getYear(), month, number);
        return at(date, time).isBefore(now.toInstant()) ? LocalDate.of(now.getYear() + 1, month, number) : date;
    }

    private static @Nullable Month month(String name) {
        for (Month each : Month.values()) {
            if (each.name().toLowerCase(Locale.ROOT).startsWith(name)) {
                return each;
            }
        }
        return null;
    }

    /** Day of the week by its English name, or at least the first three letters of it. */
    static Optional<DayOfWeek> weekday(String name) {
        return Arrays.stream(DayOfWeek.values())
                .filter(each -> name.length() >= 3
                        && each.name().toLowerCase(Locale.ROOT).startsWith(name))
                .findFirst();
    }

    /** Whether this is a time of day alone, which means the next one. */
    public static boolean isTimeOfDay(String text) {
        return timeOfDay(text.strip().toLowerCase(Locale.ROOT)) != null;
    }

    /** Time of day from 22:00, 8:00, 10pm, 10:30 pm, at 9, noon or midnight; null if the text has none of these forms. */
    static @Nullable LocalTime timeOfDay(String words) {
        if (words.equals("noon") || words.equals("at noon")) {
            return LocalTime.NOON;
        }
        if (words.equals("midnight") || words.equals("at midnight")) {
            return LocalTime.MIDNIGHT;
        }
        Matcher time = TIME.matcher(words);
        if (!time.matches() || (time.group(2) == null && time.group(4) == null && !words.startsWith("at "))) {
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

    private static @Nullable Instant shifted(String what, Instant now, String text) {
        String shift = text.substring("now".length()).strip();
        if (shift.isEmpty()) {
            return now;
        }
        if (shift.charAt(0) != '+' && shift.charAt(0) != '-') {
            return null;
        }
        return now.plus(
                Spans.parse(what, shift.charAt(0) == '+' ? shift.substring(1).strip() : shift));
    }

    Instant at(LocalDate date, LocalTime time) {
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
        return text(time, zone);
    }

    /** The same in a zone. */
    static String text(Instant time, ZoneId zone) {
        ZonedDateTime local = time.atZone(zone);
        return (local.getSecond() == 0 ? MINUTES : SECONDS).format(local);
    }

    /** The same of a time as the API writes it. */
    public String text(String time) {
        return text(Instant.parse(time));
    }
}
