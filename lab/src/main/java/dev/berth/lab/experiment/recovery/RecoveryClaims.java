package dev.berth.lab.experiment.recovery;

import dev.berth.lab.experiment.recovery.RecoverySweep.Measured;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Paired;
import dev.berth.lab.figure.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** Claims of {@code idle-recovery}, which were written before its first run; at loads from 0.9 on, where somebody finds no room. */
record RecoveryClaims(Measured measured) {
    private static final String OURS = "Berth's own";
    private static final double HIGH = 0.9;
    private static final double HALF = 0.5;
    private static final double HOUR = 1;

    List<Claim> all() {
        return List.of(
                recovered(
                        "Of what early ends and no-shows give back, the waiting list brings more into use than new bookings do alone.",
                        List.of(RecoveryWay.ENDS, RecoveryWay.ENDS_LIST),
                        load -> measured.moreRecovered(RecoveryWay.ENDS_LIST, RecoveryWay.ENDS, load)
                                .above(0)),
                recovered(
                        "With idle tails given back the waiting list recovers at least twice as much as new bookings do alone.",
                        List.of(RecoveryWay.IDLE, RecoveryWay.IDLE_LIST),
                        load -> Paired.of(
                                        measured.recovered(RecoveryWay.IDLE_LIST, load),
                                        2,
                                        measured.recovered(RecoveryWay.IDLE, load))
                                .atLeast(0)),
                recovered(
                        "To give idle tails back recovers more than early ends and no-shows alone, both with the list.",
                        List.of(RecoveryWay.ENDS_LIST, RecoveryWay.IDLE_LIST),
                        load -> measured.moreRecovered(RecoveryWay.IDLE_LIST, RecoveryWay.ENDS_LIST, load)
                                .above(0)),
                recovered(
                        "With idle tails given back and the list at least half of the idle time is recovered.",
                        List.of(RecoveryWay.IDLE_LIST),
                        load -> Paired.of(measured.recovered(RecoveryWay.IDLE_LIST, load))
                                .atLeast(HALF)),
                recovered(
                        "A fee for no-shows recovers more than the same without.",
                        List.of(RecoveryWay.IDLE_LIST, RecoveryWay.FEES_LIST),
                        load -> measured.moreRecovered(RecoveryWay.FEES_LIST, RecoveryWay.IDLE_LIST, load)
                                .above(0)),
                shown(
                        "With the list less of the work that is needed gets no reservation.",
                        List.of(RecoveryWay.IDLE, RecoveryWay.IDLE_LIST),
                        RecoveryTally.LOST,
                        load -> measured.more(RecoveryWay.IDLE_LIST, RecoveryWay.IDLE, load, RecoveryTally.LOST)
                                .below(0)),
                shown(
                        "With the list jobs start at most an hour later after they are ready, in the mean.",
                        List.of(RecoveryWay.IDLE, RecoveryWay.IDLE_LIST),
                        RecoveryTally.WAIT,
                        load -> measured.more(RecoveryWay.IDLE_LIST, RecoveryWay.IDLE, load, RecoveryTally.WAIT)
                                .atMost(HOUR)),
                shown(
                        "Of those who wait on the list at least half are served.",
                        List.of(RecoveryWay.IDLE_LIST),
                        RecoveryTally.SERVED,
                        load -> Paired.of(measured.values(RecoveryWay.IDLE_LIST, load, RecoveryTally.SERVED))
                                .atLeast(HALF)));
    }

    private List<Double> loads() {
        return measured.sweep().loads().stream().filter(load -> load >= HIGH).toList();
    }

    private Claim recovered(String sentence, List<RecoveryWay> ways, DoubleFunction<Comparison> comparison) {
        return claim(
                sentence,
                "recovered",
                ways,
                (way, load) -> Statistics.estimateOfKnown(measured.recovered(way, load))
                        .mean(),
                comparison);
    }

    private Claim shown(
            String sentence, List<RecoveryWay> ways, String measure, DoubleFunction<Comparison> comparison) {
        return claim(sentence, measure, ways, (way, load) -> measured.mean(way, load, measure), comparison);
    }

    /** Value of a way at a load, as evidence shows it. */
    private interface Shown {
        double of(RecoveryWay way, double load);
    }

    private Claim claim(
            String sentence,
            String measure,
            List<RecoveryWay> ways,
            Shown value,
            DoubleFunction<Comparison> comparison) {
        List<Double> loads = loads();
        String evidence = loads.stream()
                .map(load -> "load " + load + ": "
                        + ways.stream()
                                .map(way -> words(way, measure, value.of(way, load)))
                                .collect(Collectors.joining("; ")))
                .collect(Collectors.joining(". "));
        return new Claim(
                sentence,
                OURS,
                ComparisonFamily.of(loads.stream().map(comparison::apply).toList())
                        .all(),
                loads.isEmpty() ? "no load from 0.9 on was run" : measure + ": " + evidence);
    }

    private static String words(RecoveryWay way, String measure, double value) {
        return measure.equals(RecoveryTally.WAIT)
                ? String.format(Locale.ROOT, "%s %.2f h", way.name(), value)
                : String.format(Locale.ROOT, "%s %.1f%%", way.name(), 100 * value);
    }
}
