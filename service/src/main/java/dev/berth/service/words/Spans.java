package dev.berth.service.words;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 90m}, {@code 2h30m}, {@code 8 hours}, {@code 1-12:00:00}, {@code PT2H}. */
public final class Spans {
    public static final String FORMS = "try 90m, 2h30m or 1d";

    private static final Pattern UNITS = Pattern.compile(
            "(?:([0-9]{1,9}) ?d(?:ays?)?)? ?(?:([0-9]{1,9}) ?h(?:(?:ou)?rs?)?)? ?(?:([0-9]{1,9}) ?m(?:in(?:ute)?s?)?)?"
                    + " ?(?:([0-9]{1,9}) ?s(?:ec(?:ond)?s?)?)?",
            Pattern.CASE_INSENSITIVE);
    /** Days, hours, minutes and seconds, as Slurm has them. */
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,9})-)?(\\d{1,9}):([0-5]\\d):([0-5]\\d)");

    /** Of anything that says when or how long. */
    static final int LONGEST = 100;

    private Spans() {}

    /**
     * Reads a duration; one that begins with a minus is negative.
     *
     * @param what the option or field, for the message
     */
    public static Duration parse(String what, String text) {
        boolean negative = text.startsWith("-");
        String amount = negative ? text.substring(1) : text;
        try {
            if (text.length() > LONGEST) {
                throw new DateTimeException("too long");
            }
            Duration duration =
                    amount.toUpperCase(Locale.ROOT).startsWith("P") ? Duration.parse(amount) : parts(amount);
            // The service counts in milliseconds, and in no more of them than fit.
            long millis = duration.toMillis();
            return Duration.ofMillis(negative ? -millis : millis);
        } catch (DateTimeException | ArithmeticException e) {
            throw new Unreadable("%s: cannot read \"%s\" as a duration; %s".formatted(what, shown(text), FORMS));
        }
    }

    static String shown(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    /** Reads a duration that is above zero. */
    public static Duration positive(String what, String text) {
        Duration duration = parse(what, text);
        if (!duration.isPositive()) {
            throw new Unreadable("%s: \"%s\" is not greater than zero; %s".formatted(what, shown(text), FORMS));
        }
        return duration;
    }

    private static Duration parts(String text) {
        Matcher units = UNITS.matcher(text);
        Matcher parts = units.matches() ? units : CLOCK.matcher(text);
        if (text.isBlank() || !parts.matches()) {
            throw new DateTimeException("no duration");
        }
        return Duration.ofDays(number(parts.group(1)))
                .plusHours(number(parts.group(2)))
                .plusMinutes(number(parts.group(3)))
                .plusSeconds(number(parts.group(4)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** As {@link #parse} reads it: {@code 1d2h30m}. */
    public static String text(Duration duration) {
        if (duration.isNegative()) {
            return "-" + text(duration.negated());
        }
        String text = part(duration.toDays(), "d")
                + part(duration.toHoursPart(), "h")
                + part(duration.toMinutesPart(), "m")
                + part(duration.toSecondsPart(), "s");
        return text.isEmpty() ? "0s" : text;
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + unit;
    }
}
