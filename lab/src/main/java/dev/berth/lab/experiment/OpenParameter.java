package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Something that a paper leaves open and an experiment must choose, so that a verdict may hang on it.
 *
 * @param name as {@code berth lab run --set NAME=VALUE} takes it
 * @param about what it means, in a few words
 * @param values those that {@code --readings all} runs, the default first
 * @param range the numbers it may be, if it is one
 * @param judging whether it changes nothing but the verdicts, so that no run is made again for another value
 */
public record OpenParameter(
        String name,
        String about,
        List<String> values,
        @Nullable Range range,
        boolean judging) {
    /** Both ends included. */
    public record Range(double least, double most) {}

    public OpenParameter {
        values = List.copyOf(values);
    }

    /** One of some words. */
    public static OpenParameter choice(String name, String about, String... values) {
        return new OpenParameter(name, about, List.of(values), null, false);
    }

    /** A number, of which these are run. */
    public static OpenParameter number(String name, String about, Range range, double... values) {
        return new OpenParameter(
                name,
                about,
                DoubleStream.of(values).mapToObj(OpenParameter::words).toList(),
                range,
                false);
    }

    /** The same for a threshold or a rule by which the same runs are judged. */
    public OpenParameter thatJudges() {
        return new OpenParameter(name, about, values, range, true);
    }

    /** Whole numbers without a point, as people write them. */
    private static String words(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }

    public String usual() {
        return values.getFirst();
    }

    /** Value chosen for this run. */
    public String of(Options options) {
        return options.choices().getOrDefault(name, usual());
    }

    public double number(Options options) {
        return Double.parseDouble(of(options));
    }

    /**
     * Refuses what it cannot be.
     *
     * @throws BadValue unless it is a value that this can have
     */
    public void check(String value) {
        if (range == null) {
            if (!values.contains(value)) {
                throw new BadValue(name, value, "must be one of " + String.join(", ", values));
            }
            return;
        }
        try {
            double number = Double.parseDouble(value);
            if (number >= range.least() && number <= range.most()) {
                return;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new BadValue(name, value, "must be a number from " + words(range.least()) + " to " + words(range.most()));
    }
}
