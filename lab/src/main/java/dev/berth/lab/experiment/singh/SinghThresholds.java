package dev.berth.lab.experiment.singh;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.OpenParameter.Range;
import dev.berth.lab.experiment.Options;
import java.util.List;

/** Thresholds for words of singh that have no number: considerable, little, near. All are in per cent. */
final class SinghThresholds {
    private static final Range PER_CENT = new Range(0, 100);

    /** Meaning of a considerably lower makespan, of Figure 9. */
    static final OpenParameter CONSIDERABLE = OpenParameter.number(
                    "considerable", "per cent from which on less is considerably less", PER_CENT, 10, 5, 25)
            .thatJudges();
    /** Meaning of a little increase, of Figure 9. */
    static final OpenParameter LITTLE = OpenParameter.number(
                    "little", "per cent up to which more is little more", PER_CENT, 10, 5, 25)
            .thatJudges();
    /** Distance that is near the bound of Figure 9, or no significant difference in Figure 12. */
    static final OpenParameter NEAR = OpenParameter.number(
                    "near", "per cent up to which a cost is near another", PER_CENT, 5, 1, 10)
            .thatJudges();
    /** Difference that is no effect on the cost, of Figures 10 and 11, in points of best effort's. */
    static final OpenParameter NO_EFFECT = OpenParameter.number(
                    "no-effect",
                    "points of best effort's cost up to which a difference is no effect",
                    PER_CENT,
                    20,
                    10,
                    50)
            .thatJudges();
    /** Distance from the paper's number that counts as the same, of Figure 12, in points. */
    static final OpenParameter SIMILAR = OpenParameter.number(
                    "similar", "points up to which a number is like that of the paper", PER_CENT, 10, 5, 20)
            .thatJudges();

    private SinghThresholds() {}

    /** Factor that something may be above, or is below. */
    static double above(OpenParameter parameter, Options options) {
        return 1 + parameter.number(options) / 100;
    }

    static double below(OpenParameter parameter, Options options) {
        return 1 - parameter.number(options) / 100;
    }

    /** One list of several. */
    static List<OpenParameter> with(List<List<OpenParameter>> parameters) {
        return parameters.stream().flatMap(List::stream).toList();
    }
}
