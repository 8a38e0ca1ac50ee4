package dev.berth.lab.experiment;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The results of an experiment by the keys of their cells, all of which are there. */
public record Results<R>(Map<String, R> byKey) {
    public R get(String key) {
        R result = byKey.get(key);
        if (result == null) {
            throw new IllegalArgumentException("no result for " + key);
        }
        return result;
    }

    /**
     * A quantity of each of the runs of one point.
     *
     * @param key of the cell of a run
     */
    public double[] values(int runs, IntFunction<String> key, ToDoubleFunction<R> quantity) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> quantity.applyAsDouble(get(key.apply(run))))
                .toArray();
    }
}
