package dev.berth.service.curve;

import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.model.Window;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Values with dates from a CSV file: a time and a value in each line, in the order of time. A time with an offset, such as
 * {@code 2026-11-16T08:00Z}, is that; one without is of the time zone of the curve. Each value holds until the next, and the last
 * for as long as the one before it. A first line that does not begin with a digit names the columns; lines that are empty or
 * begin with {@code #} are passed over.
 *
 * @param until where the last value ends
 */
public record DatedValues(List<Dated> values, long until) {
    /** Length of a file in bytes. */
    static final int LONGEST = 4 << 20;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,9})?");
    private static final Pattern TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{4,18}.{0,6}");
    private static final long HOUR = 3_600_000;
    private static final int SHOWN = 40;

    /** A value that holds from a time on. */
    public record Dated(long from, BigDecimal value) {}

    public DatedValues {
        values = List.copyOf(values);
    }

    /** Fault of a file, with its line. */
    public static final class BadCurve extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadCurve(String message) {
            super(message);
        }
    }

    static DatedValues read(Path file, ZoneId zone) {
        try {
            if (Files.size(file) > LONGEST) {
                throw new BadCurve("%s is longer than %d bytes".formatted(file, LONGEST));
            }
            return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8), zone);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the content of a file.
     *
     * @param name what it is called in a fault
     */
    public static DatedValues parse(String name, String text, ZoneId zone) {
        List<Dated> values = new ArrayList<>();
        int line = 0;
        for (String each : text.lines().toList()) {
            line++;
            String row = each.strip();
            boolean names = values.isEmpty() && line == 1 && !row.isEmpty() && !Character.isDigit(row.charAt(0));
            if (row.isEmpty() || row.startsWith("#") || names) {
                continue;
            }
            if (values.size() == TimeCurve.MOST_STEPS) {
                throw new BadCurve("%s has more than %d values".formatted(name, TimeCurve.MOST_STEPS));
            }
            Dated dated = dated(name, line, row, zone);
            if (!values.isEmpty() && dated.from() <= values.getLast().from()) {
                throw new BadCurve("%s, line %d: %s is not after the time before it".formatted(name, line, shown(row)));
            }
            values.add(dated);
        }
        if (values.isEmpty()) {
            throw new BadCurve("%s has no values".formatted(name));
        }
        long last = values.getLast().from();
        long length =
                values.size() == 1 ? HOUR : last - values.get(values.size() - 2).from();
        return new DatedValues(values, Math.min(last + length, Window.FOREVER - 1));
    }

    private static Dated dated(String name, int line, String row, ZoneId zone) {
        String[] columns = row.split("[,;]", -1);
        String value = columns.length < 2 ? "" : columns[1].strip();
        if (columns.length != 2 || !NUMBER.matcher(value).matches()) {
            throw new BadCurve("%s, line %d: expected a time, a comma and a number such as 0.25, not %s"
                    .formatted(name, line, shown(row)));
        }
        try {
            long from = time(columns[0].strip(), zone);
            if (from < 0 || from >= Window.FOREVER) {
                throw new DateTimeException("out of range");
            }
            return new Dated(from, new BigDecimal(value));
        } catch (DateTimeException | ArithmeticException e) {
            throw new BadCurve("%s, line %d: cannot read the time of %s; write it as 2026-11-16T08:00Z"
                    .formatted(name, line, shown(row)));
        }
    }

    private static long time(String text, ZoneId zone) {
        if (!TIME.matcher(text).matches()) {
            throw new DateTimeException("not a time");
        }
        String iso = text.replace(' ', 'T');
        boolean hasOffset = iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > iso.indexOf('T');
        return hasOffset
                ? OffsetDateTime.parse(iso).toInstant().toEpochMilli()
                : LocalDateTime.parse(iso).atZone(zone).toInstant().toEpochMilli();
    }

    private static String shown(String row) {
        return '"' + (row.length() > SHOWN ? row.substring(0, SHOWN) + "..." : row) + '"';
    }
}
