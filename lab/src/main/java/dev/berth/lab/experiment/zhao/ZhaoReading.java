package dev.berth.lab.experiment.zhao;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.Reading;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reading of the points that zhao leaves open about its problems and plans.
 *
 * @param threshold per cent of the deadline: a recursive policy is done when less is left
 * @param equalData whether all edges of a workflow have the same data
 * @param byTask whether a task takes as long on every machine
 * @param transfers weight of the transfers: how many times the data of an edge that the ratio gives
 */
record ZhaoReading(double threshold, boolean equalData, boolean byTask, double transfers) {
    static final OpenParameter THRESHOLD = OpenParameter.number(
            "threshold",
            "per cent of the deadline; a recursive policy is done when less is left",
            new OpenParameter.Range(0, 50),
            5,
            1,
            0);
    static final OpenParameter EDGE_DATA = OpenParameter.choice(
            "edge-data", "the data of an edge: uniform from 0 to twice the mean, or equal for all", "uniform", "equal");
    static final OpenParameter RUN_TIMES = OpenParameter.choice(
            "run-times",
            "the time of a task: drawn for each machine, or once for all of them",
            "each-machine",
            "by-task");
    static final OpenParameter TRANSFERS = OpenParameter.number(
            "transfers",
            "weight of the transfers: how many times the data that the communication-to-computation ratio gives",
            new OpenParameter.Range(0, 10),
            1,
            2);
    static final List<OpenParameter> PARAMETERS = List.of(THRESHOLD, EDGE_DATA, RUN_TIMES, TRANSFERS);

    static final ZhaoReading USUAL = new ZhaoReading(5, false, false, 1);

    static ZhaoReading of(Options options) {
        return new ZhaoReading(
                THRESHOLD.number(options),
                EDGE_DATA.of(options).equals("equal"),
                RUN_TIMES.of(options).equals("by-task"),
                TRANSFERS.number(options));
    }

    /** The threshold in the units of the deadline. */
    long left(long deadline) {
        return (long) (deadline * threshold / 100);
    }

    /** One choice at a time, and these together. */
    static List<Reading> with(List<Reading> single, List<Map<String, String>> together) {
        return Stream.concat(single.stream(), together.stream().map(Reading::new))
                .distinct()
                .toList();
    }
}
