package dev.berth.lab.experiment.zhao;

import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The cells of a table, and what a sentence comes to in each. */
final class ZhaoCells {
    private final List<Verdict> cells = new ArrayList<>();

    void add(Verdict cell) {
        cells.add(cell);
    }

    /** "Most" and "generally": in more than half of the cells. */
    Verdict most() {
        if (2 * holding() > cells.size()) {
            return Verdict.HOLDS;
        }
        return 2 * Collections.frequency(cells, Verdict.FAILS) >= cells.size() ? Verdict.FAILS : Verdict.UNDECIDED;
    }

    /** Verdict on "all": holds in every cell. */
    Verdict all() {
        return Verdict.all(cells);
    }

    int holding() {
        return Collections.frequency(cells, Verdict.HOLDS);
    }

    /** Such as "44 of 120 cells (undecided in 3)". */
    String words() {
        int undecided = Collections.frequency(cells, Verdict.UNDECIDED);
        return holding() + " of " + cells.size() + " cells"
                + (undecided == 0 ? "" : " (undecided in " + undecided + ")");
    }
}
