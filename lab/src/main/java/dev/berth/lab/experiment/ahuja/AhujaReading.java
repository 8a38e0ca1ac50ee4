package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.OpenParameter.Range;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * @param load of all jobs together, as a share of what the resources can do in a day
 * @param rules SD, N and the order of jobs; what exceeds N is discarded, as in the paper
 */
record AhujaReading(
        AhujaWay dpsar,
        long startsWithin,
        double runTimeSpread,
        int prioritySteps,
        Seeking seeking,
        Offset offset,
        double load,
        Rules rules) {
    private static final OpenParameter DPSAR = OpenParameter.choice(
            "dpsar", "how users of like priority compete: two at a time, or all neighbours merged", "pairs", "merged");
    private static final OpenParameter STARTS_WITHIN = OpenParameter.number(
            "starts-within",
            "hours from now in which the starts of advance reservations lie",
            new Range(1, 1000),
            24,
            12,
            36,
            48,
            72);
    private static final OpenParameter RUN_TIMES = OpenParameter.number(
            "run-times",
            "share of what was reserved by which run times differ from it at most, either way",
            new Range(0, 1),
            0.2,
            0.5);
    private static final OpenParameter PRIORITIES = OpenParameter.choice(
            "priorities",
            "ten levels, of which no two neighbours differ significantly, or ten levels that all do",
            "narrow",
            "wide");
    private static final OpenParameter SEEKING = OpenParameter.choice(
            "seeking",
            "which jobs seek advance reservation: each with the given probability, or the first of the queue",
            "each",
            "first");
    private static final OpenParameter OFFSET = OpenParameter.choice(
                    "offset",
                    "what the offset is measured from: the start asked for, or the start guaranteed, to the actual start",
                    "asked",
                    "guaranteed")
            .thatJudges();
    private static final OpenParameter LOAD = OpenParameter.number(
            "load",
            "all jobs together, as a share of what the resources can do in a day",
            new Range(0.01, 10),
            0.8,
            0.5,
            1,
            1.5);
    private static final OpenParameter SD = OpenParameter.number(
            "sd",
            "significant difference: users whose priorities differ by more do not compete as equals",
            new Range(0, Priority.HIGHEST),
            5,
            0);
    private static final OpenParameter MOST = OpenParameter.number(
            "n", "jobs of the higher of two unequal users that go on, N", new Range(1, 1_000_000), 3, 1, 10, 100);
    private static final OpenParameter SORTING =
            OpenParameter.choice("sorting", "order of the jobs of users", "shortest", "first-come", "longest");

    /** Parameters of all figures. */
    static final List<OpenParameter> PARAMETERS =
            List.of(DPSAR, STARTS_WITHIN, LOAD, PRIORITIES, SD, MOST, SORTING, SEEKING);
    /** Parameters that nothing hangs on but the offset of Figure 5. */
    static final List<OpenParameter> OF_THE_OFFSET = List.of(OFFSET, RUN_TIMES);

    /**
     * Readings of a figure: one choice at a time, but for those that alone change nothing. N holds somebody back only if
     * priorities differ significantly, and run times matter only to the offset from the guaranteed start.
     */
    static List<Reading> readings(List<OpenParameter> parameters, Options options) {
        List<Reading> readings = new ArrayList<>(Reading.oneAtATime(
                parameters.stream()
                        .filter(parameter -> !parameter.equals(MOST) && !parameter.equals(RUN_TIMES))
                        .toList(),
                options));
        for (String most : MOST.values()) {
            if (!most.equals(MOST.of(options))) {
                readings.add(new Reading(Map.of(MOST.name(), most, PRIORITIES.name(), "wide")));
            }
        }
        if (parameters.contains(RUN_TIMES)) {
            readings.add(new Reading(Map.of(OFFSET.name(), "guaranteed", RUN_TIMES.name(), "0.5")));
        }
        return readings;
    }

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

    static final AhujaReading USUAL = of(OpenParameter::usual);

    static AhujaReading of(Options options) {
        return of(parameter -> parameter.of(options));
    }

    private static AhujaReading of(Function<OpenParameter, String> value) {
        return new AhujaReading(
                value.apply(DPSAR).equals("pairs") ? AhujaWay.PAIRS : AhujaWay.MERGED,
                Math.round(HOUR * Double.parseDouble(value.apply(STARTS_WITHIN))),
                Double.parseDouble(value.apply(RUN_TIMES)),
                value.apply(PRIORITIES).equals("narrow") ? 1 : WIDE,
                value.apply(SEEKING).equals("each") ? Seeking.EACH : Seeking.FIRST,
                value.apply(OFFSET).equals("asked") ? Offset.ASKED : Offset.GUARANTEED,
                Double.parseDouble(value.apply(LOAD)),
                new Rules(
                        (int) Double.parseDouble(value.apply(SD)),
                        (int) Double.parseDouble(value.apply(MOST)),
                        Sorting.of(value.apply(SORTING)),
                        new Excess.Discard()));
    }

    /** The same without the choices of what is compared, which change no run. */
    AhujaReading ofRuns() {
        return new AhujaReading(
                USUAL.dpsar, startsWithin, runTimeSpread, prioritySteps, seeking, USUAL.offset, load, rules);
    }

    /** The priority of a class of users, from 1. */
    int priority(int number) {
        return 1 + (number - 1) * prioritySteps;
    }
}
