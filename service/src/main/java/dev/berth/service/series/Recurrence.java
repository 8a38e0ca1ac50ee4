package dev.berth.service.series;

import dev.berth.engine.model.BadValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.Freq;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;

/**
 * An RRULE (RFC 5545) in a time zone: the same local time on other days. A local time that daylight saving skips is
 * taken with the offset from before, and of one that comes twice the first is meant, as RFC 5545 says.
 */
public record Recurrence(String rule, ZoneId zone) {
    public static final int MOST = 1000;

    private static final Set<Freq> FREQUENCIES = EnumSet.of(Freq.DAILY, Freq.WEEKLY, Freq.MONTHLY, Freq.YEARLY);

    public Recurrence {
        parsed(rule);
    }

    public static ZoneId zone(String name) {
        // Names only: an offset such as +02:00 knows no daylight saving, and would be a silent mistake.
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new BadValue("zone", name, "must be an IANA time zone such as Europe/Zurich");
        }
        return ZoneId.of(name);
    }

    private static RecurrenceRule parsed(String rule) {
        RecurrenceRule parsed;
        try {
            parsed = new RecurrenceRule(rule, RecurrenceRule.RfcMode.RFC5545_STRICT);
        } catch (InvalidRecurrenceRuleException | RuntimeException e) {
            throw new BadValue("rule", rule, "must be an RRULE such as FREQ=WEEKLY;BYDAY=TU,TH;COUNT=10");
        }
        if (!FREQUENCIES.contains(parsed.getFreq())
                || parsed.hasPart(RecurrenceRule.Part.BYHOUR)
                || parsed.hasPart(RecurrenceRule.Part.BYMINUTE)
                || parsed.hasPart(RecurrenceRule.Part.BYSECOND)) {
            throw new BadValue("rule", rule, "must recur daily, weekly, monthly or yearly, at most once a day");
        }
        if (parsed.isInfinite() || (parsed.getCount() != null && parsed.getCount() > MOST)) {
            throw new BadValue("rule", rule, "must end: add UNTIL, or COUNT up to " + MOST);
        }
        if (parsed.getUntil() != null && !exists(parsed.getUntil())) {
            throw new BadValue("rule", rule, "must have a valid UNTIL, such as 20270101T000000Z");
        }
        return parsed;
    }

    /** The parser takes any digits for a time, month 14 included, and fails when it counts with them. */
    private static boolean exists(DateTime time) {
        try {
            LocalDateTime.of(
                    time.getYear(),
                    time.getMonth() + 1,
                    time.getDayOfMonth(),
                    time.getHours(),
                    time.getMinutes(),
                    time.getSeconds());
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** When it recurs, from the first time on, which is one of them only if the rule says so. */
    public List<Long> occurrences(long first) {
        ZonedDateTime start = Instant.ofEpochMilli(first).atZone(zone);
        RecurrenceRule parsed = parsed(rule);
        List<Long> found = new ArrayList<>();
        try {
            if (parsed.getUntil() != null && !parsed.getUntil().isFloating()) {
                // Both in local time: the rule then steps over days, never over hours.
                parsed.setUntil(floating(
                        Instant.ofEpochMilli(parsed.getUntil().getTimestamp()).atZone(zone)));
            }
            RecurrenceRuleIterator days = parsed.iterator(floating(start));
            while (days.hasNext()) {
                DateTime day = days.nextDateTime();
                LocalDateTime local = LocalDateTime.of(
                        day.getYear(),
                        day.getMonth() + 1,
                        day.getDayOfMonth(),
                        start.getHour(),
                        start.getMinute(),
                        start.getSecond(),
                        start.getNano());
                found.add(local.atZone(zone).toInstant().toEpochMilli());
                if (found.size() > MOST || local.getYear() > 9000) {
                    throw new BadValue("rule", rule, "must recur at most " + MOST + " times, before the year 9000");
                }
            }
        } catch (DateTimeException | IllegalStateException | ArithmeticException e) {
            throw new BadValue("rule", rule, "must recur on days that exist");
        } catch (BadValue e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new BadValue("rule", rule, "must fit the first occurrence; write UNTIL as 20270101T000000Z");
        }
        if (found.isEmpty()) {
            throw new BadValue("rule", rule, "must recur at least once");
        }
        return found;
    }

    private static DateTime floating(ZonedDateTime time) {
        return new DateTime(
                time.getYear(),
                time.getMonthValue() - 1,
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond());
    }
}
