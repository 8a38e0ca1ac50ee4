package dev.berth.lab.experiment.castillo;

import dev.berth.lab.calendar.FfHaFastestFirst;
import dev.berth.lab.calendar.FfHaForgetting;
import dev.berth.lab.calendar.FfHaPlusForgetting;
import dev.berth.lab.calendar.FfHaPlusLastForgetting;
import dev.berth.lab.calendar.FfHuForgetting;
import dev.berth.lab.calendar.FfHuLinked;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.workload.CastilloWorkload;
import java.util.List;

/**
 * Reading of castillo where the paper leaves something open: which calendars stand for its policies, and how far ahead jobs
 * are booked.
 */
record CastilloReading(Options options) {
    /** FF-HA+, before it is said in which order. */
    static final String PLUS = "ff-ha-plus";

    static final String HA = "ff-ha";
    static final String HU = "ff-hu";

    /** Castillo V-B does not say it. */
    static final OpenParameter ORDER = OpenParameter.choice(
            "order",
            "in which order FF-HA+ searches marked nodes: the first or the last marked first",
            "first-marked-first",
            "last-marked-first");

    /** The paper's four vectors are not printed. */
    static final OpenParameter LEVELS = OpenParameter.choice(
            "levels",
            "rates of the levels: L1 to L4, whose fastest grows from 0.75 to 1; the same after L0, all alike; or F1 to F4, whose"
                    + " fastest is 1",
            "growing",
            "growing-from-0",
            "fastest-1");

    /** Section III says "list", and that searching it is linear in the number of idle periods. */
    static final OpenParameter LIST = OpenParameter.choice(
            "list", "FF-HU's list of idle periods: an array, or linked and walked from its first", "array", "linked");

    static final OpenParameter LISTS = OpenParameter.choice(
            "lists", "in which order FF-HA searches its lists by rate", "slowest-first", "fastest-first");

    static final OpenParameter PAST = OpenParameter.choice(
            "past",
            "the place in the lists and trees of an idle period that began in the past: by its begin, or by the present",
            "kept",
            "forgotten");

    /** Section VII says "arrive following a uniform distribution in the range from one minute to 14 days". */
    static final OpenParameter AHEAD = OpenParameter.number(
            "book-ahead",
            "up to how many days ahead jobs are booked; 0 is not at all",
            new OpenParameter.Range(0, 365),
            CastilloWorkload.BOOK_AHEAD_DAYS,
            1,
            0);

    /** Choices that change what the paper's own policies do, and nothing else. */
    private static final List<OpenParameter> OF_POLICIES = List.of(ORDER, LIST, LISTS, PAST);

    private boolean isForgetting() {
        return !isUsual(PAST);
    }

    private boolean isUsual(OpenParameter parameter) {
        return parameter.of(options).equals(parameter.usual());
    }

    /** The calendar that stands for FF-HU. */
    String hu() {
        return isForgetting() ? FfHuForgetting.class.getName() : isUsual(LIST) ? HU : FfHuLinked.class.getName();
    }

    /** The calendar that stands for FF-HA. */
    String ha() {
        return isForgetting() ? FfHaForgetting.class.getName() : isUsual(LISTS) ? HA : FfHaFastestFirst.class.getName();
    }

    /** The calendar that stands for FF-HA+. */
    String plus() {
        if (isForgetting()) {
            return isUsual(ORDER) ? FfHaPlusForgetting.class.getName() : FfHaPlusLastForgetting.class.getName();
        }
        return isUsual(ORDER) ? PLUS : "ff-ha-plus-last";
    }

    /** The calendar that stands for a policy of the paper's by this reading. */
    String calendar(String policy) {
        return switch (policy) {
            case HU -> hu();
            case HA -> ha();
            case PLUS -> plus();
            default -> policy;
        };
    }

    /** Whether only the paper's policies differ from the usual reading, so that Berth's and the bounds are as in that. */
    boolean isOfPoliciesOnly() {
        return !options.choices().isEmpty()
                && options.choices().keySet().stream()
                        .allMatch(name -> OF_POLICIES.stream()
                                .anyMatch(parameter -> parameter.name().equals(name)));
    }

    /** Name of a calendar in reports: of a class of ours its simple name. */
    static String shown(String calendar) {
        return calendar.startsWith("dev.berth.lab.") ? calendar.substring(calendar.lastIndexOf('.') + 1) : calendar;
    }
}
