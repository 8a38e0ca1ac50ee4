package dev.berth.lab.experiment.netto;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/** Counts at how many points a sentence of the paper is true, and keeps the numbers. */
final class NettoCount {
    private final List<Verdict> points = new ArrayList<>();
    private final StringJoiner numbers = new StringJoiner("; ");

    void add(Verdict verdict) {
        points.add(verdict);
    }

    void say(String text) {
        numbers.add(text);
    }

    /** True if it is at all points; one at which it certainly is not refutes it. */
    Claim claim(String sentence, String where, String what) {
        int undecided = Collections.frequency(points, Verdict.UNDECIDED);
        return new Claim(
                sentence,
                where,
                Verdict.all(points),
                "%s at %d of %d%s; %s"
                        .formatted(
                                what,
                                Collections.frequency(points, Verdict.HOLDS),
                                points.size(),
                                undecided == 0 ? "" : ", undecided at " + undecided,
                                numbers));
    }

    Claim claim(String sentence, int figure, String what) {
        return claim(sentence, "section 4.2, Figure " + figure, what);
    }
}
