package dev.berth.cli.workflow;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import dev.berth.words.Unreadable;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a plan begins and when it must be done.
 *
 * @param begin null if the plan begins whenever it does
 * @param millis from the begin
 */
record PlanDeadline(@Nullable Instant begin, long millis) {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");
    private static final String FORMS = "try 90m, 1.5h, 1d, or 5400 for seconds";

    /** A duration counts from the start; a time is taken as it is, and the start is then now by default. */
    static PlanDeadline of(String deadline, @Nullable String start, Environment environment) {
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
        return new PlanDeadline(begin, span.toMillis());
    }

    /** Plans are often compared in seconds, as their files have them; a number without a unit means these. */
    private static @Nullable Duration span(String text) {
        String given = text.strip();
        String amount = SECONDS.matcher(given).matches() ? given + "s" : given;
        try {
            return Spans.parse("--deadline", amount);
        } catch (Unreadable e) {
            return null;
        }
    }

    private static Instant time(String text, Moments moments) {
        try {
            return moments.parse("--deadline", text);
        } catch (Unreadable e) {
            throw new BadInput("--deadline: \"%s\" is neither a duration nor a time; %s; %s"
                    .formatted(text, FORMS, Moments.FORMS));
        }
    }
}
