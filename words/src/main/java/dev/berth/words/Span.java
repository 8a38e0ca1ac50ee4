package dev.berth.words;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time of a booking: what was said of its start, its end and its length, put together.
 *
 * @param ready null for now
 * @param deadline null if it is not said; a stay is then over when its time is
 * @param stay null for work, and for what has no length yet
 */
record Span(
        @Nullable Instant ready,
        @Nullable Instant deadline,
        @Nullable Duration stay) {
    /** For a request to be made: what starts now and ends at a time is shorter by this. */
    static final Duration MOMENT = Duration.ofSeconds(10);

    static Span of(When when, HowLong howLong, HowOften howOften, Moments moments, Instant now, List<String> missing) {
        boolean isWork = howLong.isWork();
        Duration stay = howLong.stay;
        if (when.day != null) {
            return onDay(when, howLong, howOften, moments, now, missing);
        }
        // What begins this very moment, as "tonight" does at 23:00, would be over before it is booked.
        Instant start = now.equals(when.start) && !howOften.isSaid() ? null : when.start;
        Instant from = start == null ? now : start;
        Instant end = when.end(from);
        Instant deadline = when.deadline(from);
        if (end != null && stay == null && !isWork) {
            stay = Duration.between(from, end);
            if (start == null) {
                stay = stay.compareTo(MOMENT.multipliedBy(2)) > 0 ? stay.minus(MOMENT) : stay;
                return new Span(null, end, stay);
            }
        }
        Instant over = end == null ? deadline : end;
        if (start != null) {
            Instant first = howOften.first(start, moments);
            Duration shift = Duration.between(start, first);
            start = first;
            over = over == null ? null : over.plus(shift);
            if (over == null && stay != null) {
                over = start.plus(stay);
            }
        }
        ask(stay, isWork, over, missing);
        return new Span(start, over, stay);
    }

    /** At any time of a day, if it has room for it. */
    private static Span onDay(
            When when, HowLong howLong, HowOften howOften, Moments moments, Instant now, List<String> missing) {
        Instant begin = howOften.first(moments.at(Objects.requireNonNull(when.day), LocalTime.MIDNIGHT), moments);
        Instant over = begin.atZone(moments.zone()).plusDays(1).toInstant();
        Instant from = begin.isBefore(now) ? now : begin;
        Instant end = when.end(from);
        Instant deadline = end == null ? when.deadline(from) : end;
        boolean isWork = howLong.isWork();
        Duration stay = howLong.stay;
        if (end != null && stay == null && !isWork) {
            stay = Duration.between(from, end);
        }
        if (deadline == null) {
            deadline = stay != null && from.plus(stay).isAfter(over) ? from.plus(stay) : over;
        }
        ask(stay, isWork, deadline, missing);
        return new Span(from.equals(now) ? null : from, deadline, stay);
    }

    private static void ask(@Nullable Duration stay, boolean isWork, @Nullable Instant deadline, List<String> missing) {
        if (stay == null && !isWork) {
            missing.add("Say how long, such as \"for 8 hours\", or until when, such as \"9:00 to 17:00\".");
        } else if (isWork && deadline == null) {
            missing.add("Say by when, such as \"by tomorrow 18:00\"; or say \"for 2 hours\" to start at once.");
        }
    }
}
