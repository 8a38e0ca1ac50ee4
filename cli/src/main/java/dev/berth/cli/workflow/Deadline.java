package dev.berth.cli.workflow;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.service.words.Moments;
import dev.berth.service.words.Spans;
import dev.berth.service.words.Unreadable;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a plan begins and when it must be done.
 *
 * @param begin null if the plan begins whenever it does
 * @param millis from the begin
 */
record Deadline(@Nullable Instant begin, long millis) {
    /** A duration counts from the start; a time is taken as it is, and the start is then now by default. */
    static Deadline of(String deadline, @Nullable String start, Environment environment) {
        Moments moments = Moments.in(environment.clock(), "");
        Instant begin = start == null ? null : moments.parse("--start", start);
        Duration span = span(deadline);
        if (span == null) {
            Instant end = time(deadline, moments);
            begin = begin == null ? moments.parse("--start", "now") : begin;
            span = Duration.between(begin, end);
        }
        if (!span.isPositive()) {
            throw new BadInput("--deadline: \"%s\" is not after the start; give a later one".formatted(deadline));
        }
        return new Deadline(begin, span.toMillis());
    }

    private static @Nullable Duration span(String text) {
        try {
            return Spans.parse("--deadline", text.strip());
        } catch (Unreadable e) {
            return null;
        }
    }

    private static Instant time(String text, Moments moments) {
        try {
            return moments.parse("--deadline", text);
        } catch (Unreadable e) {
            throw new BadInput("--deadline: \"%s\" is neither a duration nor a time; %s; %s"
                    .formatted(text, Spans.FORMS, Moments.FORMS));
        }
    }
}
