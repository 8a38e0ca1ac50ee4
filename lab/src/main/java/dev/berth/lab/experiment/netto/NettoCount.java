package dev.berth.lab.experiment.netto;

import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Comparison;
import dev.berth.lab.figure.ComparisonFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Counts at how many points a sentence of the paper is true, and keeps the numbers. */
final class NettoCount {
    private final List<Comparison> points = new ArrayList<>();
    private final StringJoiner numbers = new StringJoiner("; ");

    void add(Comparison point) {
        points.add(point);
    }

    void say(String text) {
        numbers.add(text);
    }

    /** True if it is at all points; one at which it certainly is not refutes it. */
    Claim claim(String sentence, String where, String what) {
        ComparisonFamily family = ComparisonFamily.of(points);
        return new Claim(sentence, where, family.all(), "%s at %s; %s".formatted(what, family.words(), numbers));
    }

    Claim claim(String sentence, int figure, String what) {
        return claim(sentence, "section 4.2, Figure " + figure, what);
    }
}
