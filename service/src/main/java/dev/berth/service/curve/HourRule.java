package dev.berth.service.curve;

import dev.berth.wire.Fields;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hours of the week that have a factor of the price. Hours that end at or before the time they begin go on past midnight and
 * belong to the day on which they begin.
 *
 * @param factor in millionths
 */
public record HourRule(Set<DayOfWeek> days, LocalTime from, LocalTime to, int factor) {
    /** A factor is at most this. */
    public static final int MOST_FACTOR = 1_000;

    public HourRule {
        days = Set.copyOf(days);
    }

    static HourRule read(Fields fields) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        List<String> names = fields.names("days", 7);
        for (String name : names) {
            DayOfWeek day = day(name);
            if (day == null) {
                fields.fault("days", "must be some of mon, tue, wed, thu, fri, sat, sun; not " + name);
            } else {
                days.add(day);
            }
        }
        LocalTime from = time(fields, "from");
        LocalTime to = time(fields, "to");
        fields.require("factor");
        int factor = fields.share("factor", MOST_FACTOR);
        fields.closed();
        return new HourRule(
                names.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days,
                from == null ? LocalTime.MIDNIGHT : from,
                to == null ? LocalTime.MIDNIGHT : to,
                factor);
    }

    private static @Nullable LocalTime time(Fields fields, String field) {
        return fields.parsed(field, "must be a time of day in quotes such as \"22:00\"", LocalTime::parse);
    }

    private static @Nullable DayOfWeek day(String name) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().substring(0, 3).toLowerCase(Locale.ROOT).equals(name)) {
                return day;
            }
        }
        return null;
    }

    /** Whether it holds at a time of a wall clock. */
    boolean holds(LocalDateTime at) {
        LocalTime time = at.toLocalTime();
        boolean today = days.contains(at.getDayOfWeek());
        if (from.isBefore(to)) {
            return today && !time.isBefore(from) && time.isBefore(to);
        }
        boolean since = today && !time.isBefore(from);
        return since || (days.contains(at.getDayOfWeek().minus(1)) && time.isBefore(to));
    }

    /** Times of day at which it begins or ends. */
    List<LocalTime> turns() {
        List<LocalTime> turns = new ArrayList<>();
        turns.add(from);
        turns.add(to);
        return turns;
    }
}
