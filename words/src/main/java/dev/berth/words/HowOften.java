package dev.berth.words;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads how often: {@code every Monday and Thursday}, {@code every weekday}, {@code daily}, {@code 6 times}. */
final class HowOften {
    /** How many times if that is not said; the sentence says it. */
    private static final int USUAL_TIMES = 10;

    private static final int MOST_TIMES = 1_000;

    private static final Set<DayOfWeek> WEEKDAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    private final List<Unclear> unclear;
    private @Nullable String frequency;
    private Set<DayOfWeek> days = Set.of();
    private @Nullable Integer times;

    HowOften(List<Unclear> unclear) {
        this.unclear = unclear;
    }

    boolean read(Cursor at) {
        int mark = at.mark();
        if (readTimes(at, mark)) {
            return true;
        }
        String before = frequency;
        if (at.eatAny(List.of("every day", "each day", "daily"))) {
            frequency = "DAILY";
        } else if (at.eatAny(List.of("every week", "each week", "weekly"))) {
            frequency = "WEEKLY";
        } else if (at.eatAny(List.of("every weekday", "each weekday", "on weekdays", "every workday"))) {
            frequency = "WEEKLY";
            days = WEEKDAYS;
        } else if (!readDays(at, mark)) {
            return false;
        }
        if (before != null) {
            unclear.add(at.unclear(mark, "How often was said before; say it once."));
        }
        return true;
    }

    private boolean readTimes(Cursor at, int mark) {
        Optional<Integer> count = Numbers.whole(at.peek(0));
        if (count.isEmpty() || !at.peek(1).equals("times")) {
            return false;
        }
        at.reset(mark + 2);
        if (count.get() < 1 || count.get() > MOST_TIMES) {
            unclear.add(at.unclear(mark, "Say from 1 to 1000 times."));
        } else {
            times = count.get();
        }
        return true;
    }

    private boolean readDays(Cursor at, int mark) {
        if (!at.eat("every") && !at.eat("each")) {
            return false;
        }
        EnumSet<DayOfWeek> found = EnumSet.noneOf(DayOfWeek.class);
        int last = mark;
        Optional<DayOfWeek> day = day(at.peek(0));
        while (day.isPresent()) {
            found.add(day.get());
            at.take();
            last = at.mark();
            if (!at.eat("and") && !at.eat(Cursor.BREAK)) {
                break;
            }
            at.eat("and");
            day = day(at.peek(0));
        }
        at.reset(last);
        if (found.isEmpty()) {
            return false;
        }
        frequency = "WEEKLY";
        days = found;
        return true;
    }

    private static Optional<DayOfWeek> day(String word) {
        return Moments.weekday(word.endsWith("s") && word.length() > 5 ? word.substring(0, word.length() - 1) : word);
    }

    /** Recurrence as an RRULE (RFC 5545); null if the booking does not recur. */
    @Nullable
    String rule() {
        if (frequency == null) {
            return null;
        }
        String by = days.isEmpty()
                ? ""
                : days.stream().map(day -> day.name().substring(0, 2)).collect(Collectors.joining(",", ";BYDAY=", ""));
        return "FREQ=" + frequency + by + ";COUNT=" + (times == null ? USUAL_TIMES : times);
    }

    boolean isSaid() {
        return frequency != null;
    }

    /** The first time that is on one of its days. */
    Instant first(Instant from, Moments moments) {
        ZonedDateTime time = from.atZone(moments.zone());
        while (!days.isEmpty() && !days.contains(time.getDayOfWeek())) {
            time = time.plusDays(1);
        }
        return time.toInstant();
    }

    /** For people; empty for what happens once. */
    String words() {
        if (frequency == null) {
            return "";
        }
        String often;
        if (days.isEmpty()) {
            often = frequency.equals("DAILY") ? "every day" : "every week";
        } else if (days.equals(WEEKDAYS)) {
            often = "every weekday";
        } else {
            often = days.stream()
                    .map(day -> day.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    .collect(Collectors.joining(" and ", "every ", ""));
        }
        int count = times == null ? USUAL_TIMES : times;
        return often + ", " + count + (count == 1 ? " time" : " times");
    }
}
