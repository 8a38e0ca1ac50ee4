package dev.berth.lab.experiment.zhao;

import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The cells of a table, and what a sentence comes to in each. */
final class ZhaoCells {
    private final List<Comparison> cells = new ArrayList<>();

    void add(Comparison cell) {
        cells.add(cell);
    }

    /** "Most" and "generally": in more than half of the cells, each judged alone. */
    Verdict most() {
        return ComparisonFamily.of(cells).inMoreThan(0.5);
    }

    /** Verdict on "all": holds in every cell, corrected for their number. */
    Verdict all() {
        return ComparisonFamily.of(cells).all();
    }

    /** Such as "44 of 120 cells (undecided in 3)", each judged alone, as {@link #most} does. */
    String words() {
        return words(cells.stream().map(Comparison::verdict).toList());
    }

    /** The same, corrected for their number, as {@link #all} does. */
    String corrected() {
        return words(ComparisonFamily.of(cells).verdicts());
    }

    private static String words(List<Verdict> verdicts) {
        int undecided = Collections.frequency(verdicts, Verdict.UNDECIDED);
        return Collections.frequency(verdicts, Verdict.HOLDS) + " of " + verdicts.size() + " cells"
                + (undecided == 0 ? "" : " (undecided in " + undecided + ")");
    }
}
