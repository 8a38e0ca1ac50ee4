package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Parameter;
import dev.berth.lab.experiment.Parameter.Range;
import java.util.List;
import java.util.function.Function;

/**
 * Reading of the points that ahuja's evaluation leaves open.
 *
 * @param dpsar the reading of DPSAR that the claims are checked on; the figures show both
 * @param startsWithin in milliseconds, from which the starts of advance reservations are drawn
 * @param runTimeSpread the share of what was reserved by which run times differ from it at most, either way
 * @param prioritySteps from one class of users to the next
 * @param seeking which jobs seek advance reservation
 * @param offset what the offset is measured from
 */
record AhujaReading(
        AhujaWay dpsar, long startsWithin, double runTimeSpread, int prioritySteps, Seeking seeking, Offset offset) {
    private static final Parameter DPSAR = Parameter.choice(
            "dpsar", "how users of like priority compete: two at a time, or all neighbours merged", "pairs", "merged");
    private static final Parameter STARTS_WITHIN = Parameter.number(
            "starts-within",
            "hours from now in which the starts of advance reservations lie",
            new Range(1, 1000),
            24,
            12,
            36,
            48,
            72);
    private static final Parameter RUN_TIMES = Parameter.number(
            "run-times",
            "share of what was reserved by which run times differ from it at most, either way",
            new Range(0, 1),
            0.2,
            0.5);
    private static final Parameter PRIORITIES = Parameter.choice(
            "priorities",
            "ten levels, of which no two neighbours differ significantly, or ten levels that all do",
            "narrow",
            "wide");
    private static final Parameter SEEKING = Parameter.choice(
            "seeking",
            "which jobs seek advance reservation: each with the given probability, or the first of the queue",
            "each",
            "first");
    private static final Parameter OFFSET = Parameter.choice(
            "offset",
            "what the offset is measured from: the start asked for, or the start guaranteed, to the actual start",
            "asked",
            "guaranteed");
    static final List<Parameter> PARAMETERS = List.of(DPSAR, STARTS_WITHIN, RUN_TIMES, PRIORITIES, SEEKING, OFFSET);

    /** Significant is a difference of more than 5. */
    private static final int WIDE = 10;

    private static final double HOUR = 3_600_000;

    /** Which jobs seek advance reservation. */
    enum Seeking {
        /** Each with the given probability: what a user wants does not depend on the scheduler. */
        EACH,
        /** That share of the queue as the scheduler orders it, from its head: "jobs getting advance reservation". */
        FIRST
    }

    /** Time from which the offset is measured. */
    enum Offset {
        /** The start that was asked for; now, for a job to start immediately. */
        ASKED,
        /** The start that was guaranteed: it is kept unless an earlier job ran longer than reserved. */
        GUARANTEED
    }

    static final AhujaReading USUAL = of(Parameter::usual);

    static AhujaReading of(Options options) {
        return of(parameter -> parameter.of(options));
    }

    private static AhujaReading of(Function<Parameter, String> value) {
        return new AhujaReading(
                value.apply(DPSAR).equals("pairs") ? AhujaWay.PAIRS : AhujaWay.MERGED,
                Math.round(HOUR * Double.parseDouble(value.apply(STARTS_WITHIN))),
                Double.parseDouble(value.apply(RUN_TIMES)),
                value.apply(PRIORITIES).equals("narrow") ? 1 : WIDE,
                value.apply(SEEKING).equals("each") ? Seeking.EACH : Seeking.FIRST,
                value.apply(OFFSET).equals("asked") ? Offset.ASKED : Offset.GUARANTEED);
    }

    /** The priority of a class of users, from 1. */
    int priority(int number) {
        return 1 + (number - 1) * prioritySteps;
    }
}
