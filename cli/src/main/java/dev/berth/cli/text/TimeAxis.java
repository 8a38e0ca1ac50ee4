package dev.berth.cli.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The time of a chart: which column an instant is in, and the lines that name days and hours. */
final class TimeAxis {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM", Locale.ROOT);
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final int LABEL = 8;
    private static final List<Duration> STEPS = List.of(
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12));

    private final Instant from;
    private final long length;
    private final ZoneId zone;
    private final int width;

    TimeAxis(Instant from, Instant to, ZoneId zone, int width) {
        this.from = from;
        this.length = Duration.between(from, to).toMillis();
        this.zone = zone;
        this.width = width;
    }

    int width() {
        return width;
    }

    /** The column that an instant is in; what is outside is in the first or last. */
    int cell(Instant time) {
        long since = Duration.between(from, time).toMillis();
        return Math.clamp(since * width / length, 0, width - 1);
    }

    /** The column after the last of a window; every window has one column at least. */
    int end(Instant start, Instant end) {
        long since = Duration.between(from, end).toMillis();
        return Math.clamp(Math.ceilDiv(since * width, length), cell(start) + 1, width);
    }

    /** One line of days and, unless they are too many, one of hours. */
    List<String> lines() {
        char[] days = blank();
        char[] hours = blank();
        ZonedDateTime first = from.atZone(zone);
        put(days, 0, DAY.format(first));
        for (ZonedDateTime day = first.toLocalDate().plusDays(1).atStartOfDay(zone);
                day.toInstant().isBefore(end());
                day = day.plusDays(1)) {
            put(days, cell(day.toInstant()), DAY.format(day));
        }
        Duration step = STEPS.stream()
                .filter(each -> each.toMillis() * width / length >= LABEL)
                .findFirst()
                .orElse(Duration.ZERO);
        if (step.isZero()) {
            return List.of(new String(days));
        }
        ZonedDateTime tick = first.toLocalDate().atStartOfDay(zone);
        while (tick.toInstant().isBefore(end())) {
            if (!tick.toInstant().isBefore(from)) {
                put(hours, cell(tick.toInstant()), HOUR.format(tick));
            }
            tick = tick.plus(step);
        }
        return List.of(new String(days), new String(hours));
    }

    private Instant end() {
        return from.plusMillis(length);
    }

    private char[] blank() {
        char[] line = new char[width];
        Arrays.fill(line, ' ');
        return line;
    }

    /** Only where it fits and covers no other label. */
    private void put(char[] line, int at, String label) {
        if (at + label.length() > width || (at > 0 && line[at - 1] != ' ')) {
            return;
        }
        for (int i = at; i < at + label.length(); i++) {
            if (line[i] != ' ') {
                return;
            }
        }
        label.getChars(0, label.length(), line, at);
    }
}
