package dev.berth.lab.experiment.netto;

import dev.berth.lab.figure.Claim;
import java.util.List;
import java.util.StringJoiner;

/** Counts how often a sentence of the paper is true, and keeps the numbers. */
final class NettoCount {
    private int yes;
    private int all;
    private final StringJoiner numbers = new StringJoiner("; ");

    void add(boolean holds) {
        yes += holds ? 1 : 0;
        all++;
    }

    /** Whether each value is higher than the one before it. */
    void addSteps(List<Double> values) {
        for (int i = 1; i < values.size(); i++) {
            add(values.get(i) > values.get(i - 1));
        }
    }

    void say(String text) {
        numbers.add(text);
    }

    Claim claim(String sentence, int figure, String what) {
        return new Claim(
                sentence,
                "section 4.2, Figure " + figure,
                yes == all,
                "%s at %d of %d; %s".formatted(what, yes, all, numbers));
    }
}
