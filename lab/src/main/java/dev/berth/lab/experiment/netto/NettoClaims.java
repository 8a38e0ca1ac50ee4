package dev.berth.lab.experiment.netto;

import static dev.berth.lab.experiment.netto.NettoFigure.number;
import static dev.berth.lab.experiment.netto.NettoFigures.FIXINGS;
import static dev.berth.lab.experiment.netto.NettoFigures.FLEXIBLE;
import static dev.berth.lab.experiment.netto.NettoFigures.INTERVALS;
import static dev.berth.lab.experiment.netto.NettoFigures.LOADS;
import static dev.berth.lab.experiment.netto.NettoFigures.MEDIUM_LOAD;
import static dev.berth.lab.experiment.netto.NettoFigures.THRESHOLDS;

import dev.berth.lab.experiment.netto.NettoCase.Way;
import dev.berth.lab.figure.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * What netto says of its figures, checked on ours, for the paper's own ways. Readings of the vague words: "not load
 * sensitive" is that EDF's gain over shuffle differs by at most one point of utilisation between loads; "not significantly
 * less than" is at least three quarters of it. "Higher" is by the mean alone, however small the step.
 */
record NettoClaims(NettoResults results) {
    private static final double LOAD_SENSITIVE = 1;
    private static final double NOT_SIGNIFICANTLY_LESS = 0.75;

    /** Counts how often a sentence is true, and keeps the numbers. */
    private static final class Count {
        private int yes;
        private int all;
        private final StringJoiner numbers = new StringJoiner("; ");

        void add(boolean holds) {
            yes += holds ? 1 : 0;
            all++;
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

    private double utilisation(NettoCase one) {
        return results.utilisation(one).mean();
    }

    private double gain(NettoCase one, NettoCase over) {
        return results.gain(one, over).mean();
    }

    private static NettoCase edf(double load, int interval) {
        return NettoCase.of(Way.EDF, load, interval);
    }

    List<Claim> figure1() {
        List<Claim> claims = new ArrayList<>();
        for (double load : LOADS) {
            for (int interval : FLEXIBLE) {
                claims.add(edfIsHighest(load, interval));
            }
        }
        Count steady = new Count();
        for (int interval : FLEXIBLE) {
            List<Double> gains = LOADS.stream()
                    .map(load -> gain(edf(load, interval), NettoCase.of(Way.SHUFFLE, load, interval)))
                    .sorted()
                    .toList();
            steady.add(gains.getLast() - gains.getFirst() <= LOAD_SENSITIVE);
            steady.say(String.format(
                    Locale.ROOT,
                    "intervals of %d%%: from %+.2f to %+.2f",
                    interval,
                    gains.getFirst(),
                    gains.getLast()));
        }
        claims.add(steady.claim(
                "The results are not load sensitive.", 1, "EDF's gain over shuffle is within a point for all loads"));
        return claims;
    }

    private Claim edfIsHighest(double load, int interval) {
        Count highest = new Count();
        for (Way way : Way.ORDERS) {
            double utilisation = utilisation(NettoCase.of(way, load, interval));
            if (!way.equals(Way.EDF)) {
                highest.add(utilisation(edf(load, interval)) > utilisation);
            }
            highest.say(String.format(Locale.ROOT, "%s %.2f%%", way.name(), utilisation));
        }
        return highest.claim(
                "At load %s with flexible intervals of %d%% EDF has the highest utilisation."
                        .formatted(number(load), interval),
                1,
                "EDF is higher than others");
    }

    List<Claim> figure2() {
        Count longer = new Count();
        for (double load : LOADS) {
            List<Double> utilisations = INTERVALS.stream()
                    .map(interval -> utilisation(edf(load, interval)))
                    .toList();
            steps(longer, utilisations);
            longer.say(String.format(Locale.ROOT, "load %s: %s", number(load), percents(utilisations)));
        }
        return List.of(longer.claim(
                "The longer the interval size, the higher the utilisation.", 2, "higher after steps of the length"));
    }

    /** By points of utilisation; jobs that run for less also use less, so the relative gain is told as well. */
    List<Claim> figure3() {
        Count more = new Count();
        for (double load : LOADS) {
            NettoCase fixed = NettoCase.inaccurate(Way.EDF, load, 0);
            for (int interval : FLEXIBLE) {
                double exact = gain(edf(load, interval), edf(load, 0));
                double inaccurate = gain(NettoCase.inaccurate(Way.EDF, load, interval), fixed);
                more.add(inaccurate > exact);
                more.say(String.format(
                        Locale.ROOT,
                        "load %s, %d%%: %+.2f (relative %+.1f%%), exact %+.2f (%+.1f%%)",
                        number(load),
                        interval,
                        inaccurate,
                        100 * inaccurate / utilisation(fixed),
                        exact,
                        100 * exact / utilisation(edf(load, 0))));
            }
        }
        return List.of(more.claim(
                "The flexible intervals have more impact when users overestimate their execution time.",
                3,
                "the gain over fixed intervals is larger"));
    }

    List<Claim> figure4() {
        Count later = new Count();
        for (int interval : FLEXIBLE) {
            List<Double> utilisations = FIXINGS.stream()
                    .map(percent -> utilisation(edf(MEDIUM_LOAD, interval).fixedAfter(percent)))
                    .toList();
            steps(later, utilisations);
            later.say(String.format(
                    Locale.ROOT,
                    "intervals of %d%%: %s, never fixed %.2f%%",
                    interval,
                    percents(utilisations),
                    utilisation(edf(MEDIUM_LOAD, interval))));
        }
        return List.of(later.claim(
                "The longer a user waits to fix their job, the better is the system utilisation.",
                4,
                "higher after steps of the wait"));
    }

    /** The second sentence in two readings: offers to all, and to the half that has the intervals. */
    List<Claim> figure5() {
        Count raise = new Count();
        Count less = new Count();
        Count lessToHalf = new Count();
        for (double load : LOADS) {
            for (int size : THRESHOLDS) {
                double offers = gain(NettoCase.offers(Way.EDF, load, size), edf(load, 0));
                double toHalf = gain(NettoCase.offersToHalf(Way.EDF, load, size), edf(load, 0));
                double intervals = gain(edf(load, size), edf(load, 0));
                raise.add(offers > 0);
                raise.say(String.format(Locale.ROOT, "load %s, %d%%: %+.2f", number(load), size, offers));
                less.add(offers < intervals);
                less.say(String.format(
                        Locale.ROOT, "load %s, %d%%: %+.2f, intervals %+.2f", number(load), size, offers, intervals));
                lessToHalf.add(toHalf < intervals);
                lessToHalf.say(String.format(
                        Locale.ROOT, "load %s, %d%%: %+.2f, intervals %+.2f", number(load), size, toHalf, intervals));
            }
        }
        return List.of(
                raise.claim("Offers of other times increase the system utilisation.", 5, "higher with offers"),
                less.claim(
                        "Offers, taken by all, do not perform as well as flexible intervals of half of the jobs.",
                        5,
                        "the gain of offers is smaller"),
                lessToHalf.claim(
                        "Offers, taken by half of the users, do not perform as well as flexible intervals of these.",
                        5,
                        "the gain of offers is smaller"));
    }

    List<Claim> figure6() {
        Count near = new Count();
        for (double load : LOADS) {
            for (int threshold : THRESHOLDS) {
                double phi = results.meanPhi(NettoCase.offers(Way.EDF, load, threshold))
                        .mean();
                near.add(phi >= NOT_SIGNIFICANTLY_LESS * threshold);
                near.say(String.format(
                        Locale.ROOT,
                        "load %s: %s of %d%%",
                        number(load),
                        Double.isNaN(phi) ? "none" : percent(phi),
                        threshold));
            }
        }
        return List.of(near.claim(
                "On average phi is not significantly less than the maximum phi defined by the resource provider.",
                6,
                "mean |phi| is three quarters of the threshold or more"));
    }

    private static void steps(Count count, List<Double> values) {
        for (int i = 1; i < values.size(); i++) {
            count.add(values.get(i) > values.get(i - 1));
        }
    }

    private static String percents(List<Double> values) {
        StringJoiner text = new StringJoiner(", ");
        values.forEach(value -> text.add(percent(value)));
        return text.toString();
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f%%", value);
    }
}
