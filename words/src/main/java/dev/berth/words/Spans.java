package dev.berth.words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as people write them: {@code 90m}, {@code 2h30m}, {@code 8 hours}, {@code half an hour}, {@code 1-12:00:00}, {@code
 * PT2H}. The page reads the same in time.js; durations.csv has examples on which both must agree.
 */
public final class Spans {
    public static final String FORMS = "try 90m, 2h30m or 1d";

    private static final Pattern UNITS = Pattern.compile(
            "(?:([0-9]{1,9}) ?d(?:ays?)?)? ?(?:([0-9]{1,9}) ?h(?:(?:ou)?rs?)?)? ?(?:([0-9]{1,9}) ?m(?:in(?:ute)?s?)?)?"
                    + " ?(?:([0-9]{1,9}) ?s(?:ec(?:ond)?s?)?)?",
            Pattern.CASE_INSENSITIVE);
    /** Days, hours, minutes and seconds, as Slurm has them. */
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,9})-)?(\\d{1,9}):([0-5]\\d):([0-5]\\d)");

    /** One and a half hours. */
    private static final Pattern BRIEF = Pattern.compile("([0-9]{1,9})h([0-5]?[0-9])");

    private static final Pattern ISO = Pattern.compile("p[0-9t].*");
    private static final Pattern HALF = Pattern.compile("^half an? ([a-z]+)$");
    private static final Pattern AND_A_HALF = Pattern.compile("^([a-z0-9]+) and a half ([a-z]+)$");
    private static final Pattern AND_A_HALF_LAST = Pattern.compile("^([a-z0-9]+) ([a-z]+) and a half$");
    private static final Pattern DECIMAL = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(w|weeks?|"
            + "d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)");
    /** Longest duration that is accepted in words; the service has the same limit. */
    private static final Duration MOST = Duration.ofDays(73_000);

    /** Most characters of a text that gives a time or a duration. */
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
            return spoken(text.strip().toLowerCase(Locale.ROOT))
                    .orElseThrow(() -> new DateTimeException("no duration"));
        }
        return Duration.ofDays(number(parts.group(1)))
                .plusHours(number(parts.group(2)))
                .plusMinutes(number(parts.group(3)))
                .plusSeconds(number(parts.group(4)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /**
     * A duration as people say it: all that {@link #parse} reads, and {@code two hours}, {@code half an hour}, {@code 1.5 days},
     * {@code an hour and a half}, {@code 1h30}, {@code 2 weeks}. Empty if it is none, or not above zero, or above 200 years.
     */
    public static Optional<Duration> spoken(String words) {
        String plain = BRIEF.matcher(words).matches()
                ? words + "m"
                : HALF.matcher(words).replaceFirst("0.5 $1");
        plain = AND_A_HALF.matcher(plain).replaceFirst(match -> half(match.group(1), match.group(2)));
        plain = AND_A_HALF_LAST.matcher(plain).replaceFirst(match -> half(match.group(1), match.group(2)));
        try {
            Duration sum = ISO.matcher(plain).matches() ? Duration.parse(plain) : parsed(plain);
            return sum != null && sum.isPositive() && sum.compareTo(MOST) <= 0 ? Optional.of(sum) : Optional.empty();
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static String half(String number, String unit) {
        return Numbers.whole(number).map(whole -> whole + ".5 " + unit).orElse("none");
    }

    /** Null if it is none. */
    private static @Nullable Duration parsed(String plain) {
        Duration sum = Duration.ZERO;
        String[] words = plain.replace(" and ", " ").split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            boolean isAlone = (i + 1 < words.length && !words[i].matches(".*[a-z]"))
                    || Numbers.whole(words[i]).isPresent();
            String amount =
                    isAlone ? Numbers.whole(words[i]).map(String::valueOf).orElse(words[i]) : words[i];
            if (isAlone && ++i == words.length) {
                return null;
            }
            String part = isAlone ? amount + words[i] : amount;
            Matcher decimal = DECIMAL.matcher(part);
            if (decimal.matches()) {
                sum = sum.plus(decimal(decimal.group(1), decimal.group(2)));
            } else if (part.matches("[0-9].*[hms0-9]")
                    && (UNITS.matcher(part).matches() || CLOCK.matcher(part).matches())) {
                sum = sum.plus(parts(part));
            } else {
                return null;
            }
        }
        return sum;
    }

    /** Weeks, and parts of a unit; up to the millisecond. */
    private static Duration decimal(String amount, String unit) {
        long millis = switch (unit.charAt(0)) {
            case 'w' -> Duration.ofDays(7).toMillis();
            case 'd' -> Duration.ofDays(1).toMillis();
            case 'h' -> Duration.ofHours(1).toMillis();
            case 'm' -> Duration.ofMinutes(1).toMillis();
            default -> Duration.ofSeconds(1).toMillis();
        };
        return Duration.ofMillis(new BigDecimal(amount)
                .multiply(BigDecimal.valueOf(millis))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact());
    }

    /** For people who read: {@code 1 day 2 hours}, {@code 90 seconds} as {@code 1 minute 30 seconds}. */
    public static String words(Duration duration) {
        return joined(units(duration));
    }

    /** At most its two largest units, rounded down: {@code 34 days 18 hours}. */
    public static String roughly(Duration duration) {
        return joined(units(duration).stream().limit(2).toList());
    }

    private static String joined(List<String> parts) {
        return parts.isEmpty() ? "less than a second" : String.join(" ", parts);
    }

    private static List<String> units(Duration duration) {
        List<String> parts = new ArrayList<>();
        counted(parts, duration.toDays(), "day");
        counted(parts, duration.toHoursPart(), "hour");
        counted(parts, duration.toMinutesPart(), "minute");
        counted(parts, duration.toSecondsPart(), "second");
        return parts;
    }

    private static void counted(List<String> parts, long count, String unit) {
        if (count > 0) {
            parts.add(new Unit(unit).counted(count));
        }
    }

    /** Formats a duration in the form that {@link #parse} reads: {@code 1d2h30m}. */
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
